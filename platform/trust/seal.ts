import { createHmac, timingSafeEqual } from 'node:crypto'
import { deriveKeys, type Secrets } from './secret.ts'

const tagBytes = 16

/** Signs bytes for one purpose into a text that fits into addresses, and opens its own texts. */
export class Seal {
  readonly #keys: readonly [Uint8Array, ...Uint8Array[]]

  constructor(secrets: Secrets, purpose: string) {
    this.#keys = deriveKeys(secrets, purpose)
  }

  seal(body: Buffer): string {
    return Buffer.concat([tagOf(body, this.#keys[0]), body]).toString('base64url')
  }

  /** The bytes; null when the text is longer than `maxLength`, was altered, or belongs to another secret or purpose. */
  open(text: string, maxLength: number): Buffer | null {
    if (text.length > maxLength) return null
    const bytes = Buffer.from(text, 'base64url')
    const body = bytes.subarray(tagBytes)
    if (body.length === 0 || bytes.toString('base64url') !== text) return null
    const given = bytes.subarray(0, tagBytes)
    return this.#keys.some((key) => timingSafeEqual(given, tagOf(body, key))) ? body : null
  }
}

const tagOf = (body: Buffer, key: Uint8Array): Buffer =>
  createHmac('sha256', key).update(body).digest().subarray(0, tagBytes)
