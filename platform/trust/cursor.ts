import { createHmac, timingSafeEqual } from 'node:crypto'
import { deriveKeys, type Secrets } from './secret.ts'

/**
 * Opaque positions in a list, tied to a scope (environment, owner, filter and sort), so that a position of one list is
 * invalid in another. A position is a few JSON values: the keyset of its item.
 */
export class CursorCodec {
  readonly #keys: readonly [Uint8Array, ...Uint8Array[]]

  constructor(secrets: Secrets) {
    this.#keys = deriveKeys(secrets, 'cursor')
  }

  encode(scope: unknown, position: readonly unknown[]): string {
    const body = Buffer.from(JSON.stringify(position))
    return Buffer.concat([tagOf(this.#keys[0], scope, body), body]).toString('base64url')
  }

  /** Null when the cursor was tampered with or belongs to another scope. */
  decode(scope: unknown, cursor: string): unknown[] | null {
    const bytes = Buffer.from(cursor, 'base64url')
    if (cursor.length > 2_000 || bytes.length <= 16 || bytes.toString('base64url') !== cursor) return null
    const body = bytes.subarray(16)
    const given = bytes.subarray(0, 16)
    if (!this.#keys.some((key) => timingSafeEqual(given, tagOf(key, scope, body)))) return null
    return JSON.parse(body.toString()) as unknown[]
  }
}

const tagOf = (key: Uint8Array, scope: unknown, body: Buffer): Buffer =>
  createHmac('sha256', key).update(JSON.stringify(scope)).update('\0').update(body).digest().subarray(0, 16)
