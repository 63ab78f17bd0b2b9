/**
 * Which transactions a statement saw, as PostgreSQL writes it (`pg_snapshot`): `xmin:xmax:xip,xip`. Every transaction
 * before `xmin` had ended, none from `xmax` on had begun to matter, and between them those of the list were running.
 */
export class Snapshot {
  /** The oldest transaction that was running. */
  readonly oldest: bigint
  readonly #next: bigint
  readonly #running: ReadonlySet<bigint>

  constructor(readonly text: string) {
    const [oldest = '0', next = oldest, running = ''] = text.split(':')
    this.oldest = BigInt(oldest)
    this.#next = BigInt(next)
    this.#running = new Set(running === '' ? [] : running.split(',').map(BigInt))
  }

  /** Whether a transaction had ended. */
  sees(transaction: bigint): boolean {
    return transaction < this.#next && !this.#running.has(transaction)
  }

  /** Whether every transaction that another snapshot sees had ended. */
  includes(other: Snapshot): boolean {
    if (this.#next < other.#next) return false
    for (const transaction of this.#running) if (other.sees(transaction)) return false
    return true
  }
}
