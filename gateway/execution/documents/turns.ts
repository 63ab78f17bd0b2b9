import { nextTurn } from '../../../platform/process/work-account.ts'

/** The work that may be done in one turn of the event loop before other requests have theirs. */
const turnMilliseconds = 5

/**
 * Spreads work that many requests cause at once over turns of the event loop: otherwise all of it would run in one go,
 * and every other request would wait for the sum.
 */
export class Turns {
  #spent = 0

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Does a piece of work as soon as a turn has time left: immediately when nothing was done in this one. */
  async run<T>(work: () => T): Promise<T> {
    while (this.#spent >= turnMilliseconds) await nextTurn()
    // Scheduled before those that begin to wait now, so that it comes first in the next turn.
    if (this.#spent === 0) setImmediate(() => (this.#spent = 0))
    const started = this.now()
    try {
      return work()
    } finally {
      this.#spent += this.now() - started
    }
  }
}
