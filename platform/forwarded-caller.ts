import { createHmac, timingSafeEqual } from 'node:crypto'
import { deriveKey } from './secret.ts'

/** Header by which a facade of ours tells the gateway for whom it asks. */
export const forwardedCallerHeader = 'x-forwarded-caller'

/** What a facade knows of the request behind an operation. */
export interface ForwardedCaller {
  readonly clientAddress: string
  /** An earlier operation of the same request was counted. */
  readonly alreadyCounted: boolean
}

const lifetimeMilliseconds = 60_000

/** Signs and verifies what a facade in another process says of its caller, so that nobody else can say it. */
export class ForwardedCallerSigner {
  readonly #key: Uint8Array

  constructor(secret: string) {
    this.#key = deriveKey(secret, 'forwarded caller')
  }

  sign({ clientAddress, alreadyCounted }: ForwardedCaller): string {
    const expires = Date.now() + lifetimeMilliseconds
    const claims = Buffer.from(JSON.stringify({ clientAddress, alreadyCounted, expires })).toString('base64url')
    return `${claims}.${this.#signature(claims).toString('base64url')}`
  }

  /** What was signed; undefined when it is missing, forged or old. */
  verify(header: unknown): ForwardedCaller | undefined {
    if (typeof header !== 'string') return undefined
    const [claims = '', signature = ''] = header.split('.')
    const expected = this.#signature(claims)
    const given = Buffer.from(signature, 'base64url')
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
    const { expires, ...caller } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as ForwardedCaller & {
      expires: number
    }
    return expires > Date.now() ? caller : undefined
  }

  #signature(claims: string): Buffer {
    return createHmac('sha256', this.#key).update(claims).digest()
  }
}
