import { LRUCache } from 'lru-cache'
import type { Logger } from '../../platform/process/logger.ts'

/** How much one API key may have stored in one environment. */
export interface ResponseLimits {
  readonly responses: number
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
export class ResponseBudget {
  readonly #limits: ResponseLimits
  readonly #drop: (owner: Buffer, limits: ResponseLimits) => Promise<boolean>
  readonly #logger: Logger
  /** How much each key stored since its responses were last counted. */
  readonly #added = new LRUCache<string, { responses: number; bytes: number }>({ max: maxOwners })

  constructor(
    limits: ResponseLimits,
    drop: (owner: Buffer, limits: ResponseLimits) => Promise<boolean>,
    logger: Logger,
  ) {
    this.#limits = limits
    this.#drop = drop
    this.#logger = logger
  }

  /** Counts a response that was stored. Returns whether others were dropped; never throws: the response stands. */
  async stored(owner: Buffer, bytes: number): Promise<boolean> {
    const name = owner.toString('base64')
    const added = this.#added.get(name)
    if (added) {
      added.responses += 1
      added.bytes += bytes
      if (added.responses < this.#limits.responses * share && added.bytes < this.#limits.bytes * share) return false
    }
    this.#added.set(name, { responses: 0, bytes: 0 })
    try {
      return await this.#drop(owner, this.#limits)
    } catch (error) {
      this.#logger.error({ err: error }, 'idempotent responses above the limits could not be dropped')
      return false
    }
  }
}
