import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { BodyBounds } from './body.ts'
import { deriveKeys, type Secrets } from '../trust/secret.ts'
import { isRecent, SeenIds } from '../trust/single-use.ts'

/** Header by which one of our facades sends the gateway the caller behind an operation. */
export const forwardedCallerHeader = 'x-forwarded-caller'

/** Where the gateway lists the origins that publishable keys name, for our facades. */
export const pageOriginsPath = '/page-origins'

/** Header by which the gateway returns how large the body of that caller may be, which the facade reads. */
export const bodyBoundsHeader = 'x-body-bounds'
export const writeBodyBounds = ({ maxBytes, maxMembers }: BodyBounds): string => `${maxBytes} ${maxMembers}`
export function readBodyBounds(header: unknown): BodyBounds | undefined {
  const [maxBytes = NaN, maxMembers = NaN] = typeof header === 'string' ? header.split(' ').map(Number) : []
  return Number.isNaN(maxBytes) || Number.isNaN(maxMembers) ? undefined : { maxBytes, maxMembers }
}

/** The request behind an operation, as a facade reports it. */
export interface ForwardedCaller {
  /** Absent for the facade's own operations, which no rate limit applies to. */
  readonly clientAddress?: string | undefined
  /** An earlier operation of the same request was counted. */
  readonly alreadyCounted: boolean
  /** Of the signed address that the request opens. */
  readonly signedToken?: string | undefined
  /** The operation is not executed: only whether its caller may run it is checked. */
  readonly authorizeOnly?: boolean | undefined
  /** The processor time of the facade that the caller has used since its last operation. */
  readonly usedMilliseconds?: number | undefined
  /** The operation that an Idempotency-Key of that request covers. */
  readonly repeatable?: RepeatableRequest | undefined
}

export interface RepeatableRequest {
  /** Method and path. */
  readonly scope: string
  /** The same for the same request, another for another. */
  readonly fingerprint: string
}

interface Claims extends ForwardedCaller {
  readonly id: string
  readonly issuedAt: number
}

/**
 * Signs and verifies the caller that a facade in another process sends, for a single use, so that it cannot be forged.
 */
export class ForwardedCallerSigner {
  readonly #keys: readonly [Uint8Array, ...Uint8Array[]]
  readonly #seen = new SeenIds()

  constructor(secrets: Secrets) {
    this.#keys = deriveKeys(secrets, 'forwarded caller')
  }

  sign(caller: ForwardedCaller): string {
    const signed: Claims = { ...caller, id: randomBytes(12).toString('base64url'), issuedAt: Date.now() }
    const claims = Buffer.from(JSON.stringify(signed)).toString('base64url')
    return `${claims}.${signature(this.#keys[0], claims).toString('base64url')}`
  }

  /** The signed value; undefined when it is missing, forged, old or was used before. */
  verify(header: unknown): ForwardedCaller | undefined {
    if (typeof header !== 'string') return undefined
    const [claims = '', signed = ''] = header.split('.')
    const given = Buffer.from(signed, 'base64url')
    const isOwn = this.#keys.some((key) => {
      const expected = signature(key, claims)
      return given.length === expected.length && timingSafeEqual(given, expected)
    })
    if (!isOwn) return undefined
    const { id, issuedAt, ...caller } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Claims
    return isRecent(issuedAt) && this.#seen.add(id) ? caller : undefined
  }
}

const signature = (key: Uint8Array, claims: string): Buffer => createHmac('sha256', key).update(claims).digest()
