import { Seal } from './seal.ts'
import type { Secrets } from './secret.ts'

const maxCursorLength = 2_000

/**
 * Opaque positions in a list, tied to a scope (environment, owner, filter and sort), so that a position of one list is
 * invalid in another. A position is a few JSON values: the keyset of its item.
 */
export class CursorCodec {
  readonly #seal: Seal

  constructor(secrets: Secrets) {
    this.#seal = new Seal(secrets, 'cursor')
  }

  encode(scope: unknown, position: readonly unknown[]): string {
    return this.#seal.seal(Buffer.from(JSON.stringify(position)), JSON.stringify(scope))
  }

  /** Null when the cursor was tampered with or belongs to another scope. */
  decode(scope: unknown, cursor: string): unknown[] | null {
    const body = this.#seal.open(cursor, maxCursorLength, JSON.stringify(scope))
    return body && (JSON.parse(body.toString()) as unknown[])
  }
}
