import { createHmac, timingSafeEqual } from 'node:crypto'
import { deriveKey } from './secret.ts'

/**
 * Opaque positions in a list, bound to a scope (environment, owner, filter and sort), so that a position of one
 * list means nothing in another. A position is a few JSON values, the keyset of the item it stands at.
 */
export class CursorCodec {
  readonly #key: Uint8Array

  constructor(secret: string) {
    this.#key = deriveKey(secret, 'cursor')
  }

  encode(scope: unknown, position: readonly unknown[]): string {
    const body = Buffer.from(JSON.stringify(position))
    return Buffer.concat([this.#tag(scope, body), body]).toString('base64url')
  }

  /** Null when the cursor was tampered with or belongs to another scope. */
  decode(scope: unknown, cursor: string): unknown[] | null {
    const bytes = Buffer.from(cursor, 'base64url')
    if (cursor.length > 2_000 || bytes.length <= 16 || bytes.toString('base64url') !== cursor) return null
    const body = bytes.subarray(16)
    if (!timingSafeEqual(bytes.subarray(0, 16), this.#tag(scope, body))) return null
    return JSON.parse(body.toString()) as unknown[]
  }

  #tag(scope: unknown, body: Buffer): Buffer {
    return createHmac('sha256', this.#key)
      .update(JSON.stringify(scope))
      .update('\0')
      .update(body)
      .digest()
      .subarray(0, 16)
  }
}
