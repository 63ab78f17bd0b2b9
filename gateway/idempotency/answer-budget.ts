import { LRUCache } from 'lru-cache'
import type { Logger } from '../../platform/process/logger.ts'

/** How much one API key may have stored in one environment. */
export interface AnswerLimits {
  readonly answers: number
  readonly bytes: number
}

/** Keys whose use is counted in memory; of others what is stored is looked at again. */
const maxOwners = 10_000
/** After this share of a limit the database is looked at again: what is above it goes. */
const share = 0.05

/**
 * Limits what each API key has stored. The database is checked when a key is first used here, and then after each such
 * amount; the oldest responses are dropped.
 */
export class AnswerBudget {
  readonly #limits: AnswerLimits
  readonly #drop: (owner: Buffer, limits: AnswerLimits) => Promise<void>
  readonly #logger: Logger
  /** What each key stored since its answers were looked at. */
  readonly #added = new LRUCache<string, { answers: number; bytes: number }>({ max: maxOwners })

  constructor(limits: AnswerLimits, drop: (owner: Buffer, limits: AnswerLimits) => Promise<void>, logger: Logger) {
    this.#limits = limits
    this.#drop = drop
    this.#logger = logger
  }

  /** Counts an answer that was stored. Never throws: the answer stands. */
  async stored(owner: Buffer, bytes: number): Promise<void> {
    const name = owner.toString('base64')
    const added = this.#added.get(name)
    if (added) {
      added.answers += 1
      added.bytes += bytes
      if (added.answers < this.#limits.answers * share && added.bytes < this.#limits.bytes * share) return
    }
    this.#added.set(name, { answers: 0, bytes: 0 })
    try {
      await this.#drop(owner, this.#limits)
    } catch (error) {
      this.#logger.error({ err: error }, 'idempotent answers above the limits could not be dropped')
    }
  }
}
