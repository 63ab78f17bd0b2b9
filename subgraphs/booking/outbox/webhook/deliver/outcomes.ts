import type { Pool } from '../../../../../platform/postgres/database.ts'
import type { DueDelivery } from '../due-delivery.ts'
import { recordAttempts, type Verdict } from '../store/delivery.ts'

interface Waiting {
  readonly due: DueDelivery
  readonly verdict: Verdict
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

const maxBatch = 500

/** Writes the outcomes of attempts at all receivers: those that come while a statement runs share the next one. */
export class Outcomes {
  readonly #pool: Pool
  readonly #waiting: Waiting[] = []
  #isWriting = false

  constructor(pool: Pool) {
    this.#pool = pool
  }

  /** Resolves when the outcome is committed. */
  write(due: DueDelivery, verdict: Verdict): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ due, verdict, resolve, reject })
      if (this.#isWriting) return
      this.#isWriting = true
      // Responses that arrived together are one batch.
      setImmediate(() => void this.#writeAll())
    })
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, maxBatch)
      try {
        await recordAttempts(this.#pool, batch)
        for (const { resolve } of batch) resolve()
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    this.#isWriting = false
  }
}
