import { Kind, type OperationDefinitionNode } from 'graphql'
import { LRUCache } from 'lru-cache'
import type { CancelSignal } from '../../platform/process/cancellation.ts'
import { declareBound, type BoundedCaller } from '../../platform/process/bounds.ts'
import { FairQueue } from '../../platform/process/fair-queue.ts'

/** A read that took longer the last time is dear. */
const dearMilliseconds = 20
/** One is on the processor while the other waits for the database. */
const places = 2
const maxWaiting = 2_000
const maxWaitingOfCaller = 200
/** Others are absent when none of them has begun anything for so long. */
const absentMilliseconds = 1_000
const maxShapes = 10_000

const waitingReads = declareBound({
  name: 'dear-reads',
  what: `Reads that used more than ${dearMilliseconds} ms the last time; callers take turns`,
  per: 'API key and the keys that replaced it; address without a secret key',
  default: `one at once while others use the product; ${maxWaitingOfCaller} waiting`,
  response: '503 `SERVICE_UNAVAILABLE`',
})

/**
 * A caller and the fields at the root of an operation, whatever else its text is: a caller may send another text each
 * time.
 */
const shapeOf = (caller: string, { selectionSet }: OperationDefinitionNode): string =>
  `${caller} ${selectionSet.selections.map((one) => (one.kind === Kind.FIELD ? one.name.value : '…')).join()}`

/**
 * Has callers take turns with their dear reads: of each of them one runs, and the next turn is another caller's. While no
 * other caller is there, all of them run.
 */
export class DearReads {
  readonly #now: () => number
  readonly #queue: FairQueue
  /** Milliseconds of the last run. */
  readonly #ofOperation = new WeakMap<OperationDefinitionNode, number>()
  readonly #dearShapes = new LRUCache<string, true>({ max: maxShapes })
  #latestCaller: string | undefined
  #latestAt = -Infinity
  /** When one of the others began something. */
  #anotherAt = -Infinity

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
    this.#queue = new FairQueue({
      places,
      placesOfOwner: 1,
      maxWaiting,
      maxWaitingOfOwner: maxWaitingOfCaller,
      mayHaveAll: (caller) => this.#now() - this.#latestOfOthers(caller) > absentMilliseconds,
    })
  }

  /** Notes how much time an operation used. */
  note(caller: string, operation: OperationDefinitionNode, milliseconds: number): void {
    this.#ofOperation.set(operation, milliseconds)
    if (milliseconds > dearMilliseconds) this.#dearShapes.set(shapeOf(caller, operation), true)
    else if (this.#dearShapes.size > 0) this.#dearShapes.delete(shapeOf(caller, operation))
  }

  /** A caller begins something. */
  begin(caller: string): void {
    if (caller !== this.#latestCaller) {
      this.#anotherAt = this.#latestAt
      this.#latestCaller = caller
    }
    this.#latestAt = this.#now()
  }

  isDear(caller: string, operation: OperationDefinitionNode): boolean {
    const last = this.#ofOperation.get(operation)
    return last === undefined ? this.#dearShapes.has(shapeOf(caller, operation)) : last > dearMilliseconds
  }

  /** Runs a dear read in its caller's turn. Throws QueueFull when too many wait. */
  run<T>(caller: string, by: BoundedCaller, work: () => Promise<T>, signal: CancelSignal | undefined): Promise<T> {
    if (this.#queue.isFullFor(caller)) waitingReads.reached(by)
    return this.#queue.run(caller, work, signal)
  }

  #latestOfOthers(caller: string): number {
    return caller === this.#latestCaller ? this.#anotherAt : this.#latestAt
  }
}
