import type { CancelSignal } from './cancellation.ts'
import { Unavailable } from './failures.ts'
import { workClock } from './work-account.ts'

export interface FairQueueOptions {
  /** Maximum number of jobs that run at the same time. */
  readonly places: number
  /** How much of it one owner has, so that a place is soon free for another; all of it when absent. */
  readonly placesOfOwner?: number
  /** Beyond this, work is refused. */
  readonly maxWaiting: number
  /** The part of it that one owner has, so that it fills the queue for no one else; all of it when absent. */
  readonly maxWaitingOfOwner?: number
  /** Whether an owner is not held to places while no other has work here; never when absent. */
  readonly mayHaveAll?: (owner: string) => boolean
}

interface Waiting {
  start(): void
}

/** Too much work is waiting already. The caller gets 503. */
export class QueueFull extends Unavailable {
  constructor(message: string) {
    super(message)
    this.name = 'QueueFull'
  }
}

/**
 * Work of several owners that waits for a place. Owners take turns, however much each of them has waiting: one with a
 * hundred jobs delays another by one. With nothing else waiting, work starts at once.
 */
export class FairQueue {
  readonly #options: Required<FairQueueOptions>
  /** By owner, in the order of their turns. */
  readonly #waiting = new Map<string, Waiting[]>()
  readonly #running = new Map<string, number>()
  #runningCount = 0
  #waitingCount = 0

  constructor({
    places,
    placesOfOwner = places,
    maxWaiting,
    maxWaitingOfOwner = maxWaiting,
    mayHaveAll = () => false,
  }: FairQueueOptions) {
    this.#options = { places, placesOfOwner, maxWaiting, maxWaitingOfOwner, mayHaveAll }
  }

  get running(): number {
    return this.#runningCount
  }

  get waiting(): number {
    return this.#waitingCount
  }

  /** Whether work of an owner would be refused now. */
  isFullFor(owner: string): boolean {
    const { maxWaiting, maxWaitingOfOwner } = this.#options
    if (this.#isFreeFor(owner) && !this.#waiting.has(owner)) return false
    return this.#waitingCount >= maxWaiting || (this.#waiting.get(owner)?.length ?? 0) >= maxWaitingOfOwner
  }

  /**
   * Runs work in the owner's turn. Rejects with the signal's reason, and never starts the work, when it is aborted
   * before; throws QueueFull when too much is waiting.
   */
  async run<T>(owner: string, work: () => Promise<T>, signal?: CancelSignal): Promise<T> {
    if (signal?.aborted) throw signal.reason
    if (this.#isFreeFor(owner)) this.#occupy(owner)
    else await workClock.resume(this.#wait(owner, signal))
    try {
      return await work()
    } finally {
      this.#leave(owner)
    }
  }

  #isFreeFor(owner: string): boolean {
    const { places, placesOfOwner, mayHaveAll } = this.#options
    const own = this.#running.get(owner) ?? 0
    if (this.#runningCount < places && own < placesOfOwner) return true
    const ownWaiting = this.#waiting.get(owner)?.length ?? 0
    return this.#runningCount === own && this.#waitingCount === ownWaiting && mayHaveAll(owner)
  }

  #wait(owner: string, signal: CancelSignal | undefined): Promise<void> {
    if (this.isFullFor(owner)) throw new QueueFull('Too much work is waiting already')
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#remove(owner, waiting)
        reject(signal?.reason as Error)
      }
      const waiting: Waiting = {
        start() {
          signal?.removeEventListener('abort', leave)
          resolve()
        },
      }
      const others = this.#waiting.get(owner)
      if (others) others.push(waiting)
      else this.#waiting.set(owner, [waiting])
      this.#waitingCount += 1
      signal?.addEventListener('abort', leave, { once: true })
    })
  }

  #remove(owner: string, waiting: Waiting): void {
    const all = this.#waiting.get(owner) ?? []
    all.splice(all.indexOf(waiting), 1)
    if (all.length === 0) this.#waiting.delete(owner)
    this.#waitingCount -= 1
  }

  #occupy(owner: string): void {
    this.#runningCount += 1
    this.#running.set(owner, (this.#running.get(owner) ?? 0) + 1)
  }

  #leave(owner: string): void {
    this.#runningCount -= 1
    const left = (this.#running.get(owner) ?? 0) - 1
    if (left > 0) this.#running.set(owner, left)
    else this.#running.delete(owner)
    while (this.#startNext());
  }

  /** Whether one could be started. */
  #startNext(): boolean {
    // Owners that have all their places are passed over: at most as many as there are places.
    for (const [owner, all] of this.#waiting) {
      const [first] = all
      if (!first || !this.#isFreeFor(owner)) continue
      this.#remove(owner, first)
      if (this.#waiting.delete(owner)) this.#waiting.set(owner, all)
      this.#occupy(owner)
      first.start()
      return true
    }
    return false
  }
}
