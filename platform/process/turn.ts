import { workClock, type WorkAccount } from './work-account.ts'

/** How long work may go on in one turn of the event loop before other work has its own. */
const maxMilliseconds = 5
/**
 * How many turns long work skips after it has used one up. A short request needs a few: one to be accepted, one to be
 * read and often one for the database's response. Longer pauses cost processor time: the event loop does not sleep in them.
 */
const turnsOfPause = 3
/** A list checks the clock once for so many items. */
const itemsPerCheck = 8
/** About a millisecond of work. */
const maxShortList = 20

/** The work of one account while parts of it wait for a turn, and the batches to send once all of them have continued. */
interface Continuing {
  parts: number
  readonly batches: (() => void)[]
}

/** A piece of work that waits for a turn. */
interface WaitingPart {
  readonly account: WorkAccount | undefined
  readonly resume: () => void
}

/** Runs a callback after all pending promise reactions. */
const afterPromises = (callback: () => void): void => queueMicrotask(() => process.nextTick(callback))

/**
 * A turn of the event loop, which all long work shares: what several operations do in the same turn adds up. Long work
 * checks it before each piece and, when it is over, continues after a pause, in the order in which it began to wait.
 * Short work never checks it, and so never waits.
 */
export class Turn {
  readonly #now: () => number
  readonly #afterTurn: (callback: () => void) => unknown
  readonly #turnsOfPause: number
  readonly #waiting: WaitingPart[] = []
  readonly #continuing = new Map<WorkAccount, Continuing>()
  #begunAt: number | undefined
  /** How many turns of the pause are left. */
  #pauseLeft = 0
  #isResuming = false

  constructor(
    now: () => number = () => performance.now(),
    afterTurn: (callback: () => void) => unknown = (callback) => setImmediate(callback),
    pause = turnsOfPause,
  ) {
    this.#now = now
    this.#afterTurn = afterTurn
    this.#turnsOfPause = pause
  }

  /** Whether the turn has lasted long enough; it begins with the first check. */
  get isOver(): boolean {
    if (this.#pauseLeft > 0) return true
    if (this.#begunAt !== undefined) return this.#isUsedUp
    this.#begunAt = this.#now()
    // Before all that begins to wait for the next turn, because it is scheduled first.
    this.#afterTurn(this.#end)
    return false
  }

  get #isUsedUp(): boolean {
    return this.#now() - (this.#begunAt ?? Infinity) >= maxMilliseconds
  }

  /** Resolves in a turn that has time left, for the account whose work waits. */
  async next(): Promise<void> {
    if (!this.#isResuming) this.#afterTurn(this.#resume)
    this.#isResuming = true
    const account = workClock.current
    const continued = new Promise<void>((resume) => void this.#waiting.push({ account, resume }))
    // Pieces of work without an account have nothing to do with one another, so that their batches wait for none.
    if (!account) return continued
    const continuing = this.#continuing.get(account) ?? { parts: 0, batches: [] }
    this.#continuing.set(account, continuing)
    continuing.parts += 1
    await continued
    continuing.parts -= 1
    if (continuing.parts === 0) afterPromises(() => this.#sendBatches(account, continuing))
  }

  /**
   * Schedules the batches of a DataLoader: a batch is sent once all waiting parts of its work have continued, so that
   * their reads are in it, too.
   */
  readonly schedule = (send: () => void): void => {
    const account = workClock.current
    const batch = workClock.bind(send)
    const collect = (otherwise: () => void): void => {
      const continuing = account && this.#continuing.get(account)
      if (continuing) continuing.batches.push(batch)
      else otherwise()
    }
    // More parts may begin to wait before the batch is sent.
    collect(() => afterPromises(() => collect(batch)))
  }

  /** The same before work on a long list; that on a short one does not wait. */
  async forList({ length }: { readonly length: number }): Promise<void> {
    if (length > maxShortList && this.isOver) await this.next()
  }

  #sendBatches(account: WorkAccount, continuing: Continuing): void {
    // A part that continued may be waiting again.
    if (continuing.parts > 0 || this.#continuing.get(account) !== continuing) return
    this.#continuing.delete(account)
    for (const send of continuing.batches) send()
  }

  readonly #end = (): void => {
    if (this.#isUsedUp) this.#pauseLeft = this.#turnsOfPause
    this.#begunAt = undefined
    if (this.#pauseLeft > 0) this.#afterTurn(this.#passTurn)
  }

  readonly #passTurn = (): void => {
    this.#pauseLeft -= 1
    if (this.#pauseLeft > 0) this.#afterTurn(this.#passTurn)
  }

  /**
   * Resumes waiting work one piece at a time. A tick scheduled from a microtask runs after all pending microtasks, so the
   * previous piece has done its synchronous work by then, and the clock can switch to the next account right away.
   * `workClock.resume` would defer every piece to the end of the turn, where all of them would run together.
   */
  readonly #resume = (): void => {
    if (this.#waiting.length > 0 && this.isOver) return void this.#afterTurn(this.#resume)
    const first = this.#waiting.shift()
    this.#isResuming = first !== undefined
    if (!first) return
    workClock.switchTo(first.account)
    first.resume()
    afterPromises(this.#resume)
  }
}

/** That of this process. */
export const turn = new Turn()

/** Calls a function for each item, over several turns when there are many. Returns a promise only when it has to wait. */
export function forEachInTurns<Item>(
  items: readonly Item[],
  each: (item: Item, index: number) => void,
  of = turn,
  from = 0,
): Promise<void> | undefined {
  for (let index = from; index < items.length; index += 1) {
    const mayWait = index > from && index % itemsPerCheck === itemsPerCheck - 1
    if (mayWait && of.isOver) return of.next().then(() => forEachInTurns(items, each, of, index))
    each(items[index] as Item, index)
  }
  return undefined
}

/** Maps items as `map` does, over several turns when there are many. */
export async function mapInTurns<Item, Mapped>(
  items: readonly Item[],
  map: (item: Item) => Mapped,
  of = turn,
): Promise<Mapped[]> {
  const mapped: Mapped[] = []
  await forEachInTurns(items, (item) => mapped.push(map(item)), of)
  return mapped
}
