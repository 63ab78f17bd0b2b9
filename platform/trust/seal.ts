import { createHmac, timingSafeEqual } from 'node:crypto'
import { deriveKeys, type Secrets } from './secret.ts'

const tagBytes = 16

/** Signs bytes for one purpose into a text that fits into addresses, and opens its own texts. */
export class Seal {
  readonly #keys: readonly [Uint8Array, ...Uint8Array[]]

  constructor(secrets: Secrets, purpose: string) {
    this.#keys = deriveKeys(secrets, purpose)
  }

  /** `scope` is signed too without being part of the text: only a caller that states the same one can open it. */
  seal(body: Buffer, scope?: string): string {
    return Buffer.concat([tagOf(this.#keys[0], body, scope), body]).toString('base64url')
  }

  /**
   * The bytes; null when the text is longer than `maxLength`, was altered, or belongs to another secret, purpose or
   * scope.
   */
  open(text: string, maxLength: number, scope?: string): Buffer | null {
    if (text.length > maxLength) return null
    const bytes = Buffer.from(text, 'base64url')
    const body = bytes.subarray(tagBytes)
    if (body.length === 0 || bytes.toString('base64url') !== text) return null
    const given = bytes.subarray(0, tagBytes)
    return this.#keys.some((key) => timingSafeEqual(given, tagOf(key, body, scope))) ? body : null
  }
}

function tagOf(key: Uint8Array, body: Buffer, scope: string | undefined): Buffer {
  const hmac = createHmac('sha256', key)
  if (scope !== undefined) hmac.update(scope).update('\0')
  return hmac.update(body).digest().subarray(0, tagBytes)
}
