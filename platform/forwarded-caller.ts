import { createHmac, timingSafeEqual } from 'node:crypto'
import { maxSkewSeconds } from './clock.ts'
import { deriveKeys, type Secrets } from './secret.ts'

/** Header by which a facade of ours tells the gateway for whom it asks. */
export const forwardedCallerHeader = 'x-forwarded-caller'

/** What a facade knows of the request behind an operation. */
export interface ForwardedCaller {
  readonly clientAddress: string
  /** An earlier operation of the same request was counted. */
  readonly alreadyCounted: boolean
  /** The operation is not to be run: only whether its caller may run it is asked. */
  readonly authorizeOnly?: boolean | undefined
}

const lifetimeMilliseconds = 60_000

/** Signs and verifies what a facade in another process says of its caller, so that nobody else can say it. */
export class ForwardedCallerSigner {
  readonly #keys: readonly [Uint8Array, ...Uint8Array[]]

  constructor(secrets: Secrets) {
    this.#keys = deriveKeys(secrets, 'forwarded caller')
  }

  sign({ clientAddress, alreadyCounted, authorizeOnly }: ForwardedCaller): string {
    const expires = Date.now() + lifetimeMilliseconds
    const claims = Buffer.from(JSON.stringify({ clientAddress, alreadyCounted, authorizeOnly, expires })).toString(
      'base64url',
    )
    return `${claims}.${signature(this.#keys[0], claims).toString('base64url')}`
  }

  /** What was signed; undefined when it is missing, forged or old. */
  verify(header: unknown): ForwardedCaller | undefined {
    if (typeof header !== 'string') return undefined
    const [claims = '', signed = ''] = header.split('.')
    const given = Buffer.from(signed, 'base64url')
    const isOurs = this.#keys.some((key) => {
      const expected = signature(key, claims)
      return given.length === expected.length && timingSafeEqual(given, expected)
    })
    if (!isOurs) return undefined
    const { expires, ...caller } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as ForwardedCaller & {
      expires: number
    }
    return expires + maxSkewSeconds * 1_000 > Date.now() ? caller : undefined
  }
}

const signature = (key: Uint8Array, claims: string): Buffer => createHmac('sha256', key).update(claims).digest()
