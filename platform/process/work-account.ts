import { setImmediate as turn } from 'node:timers/promises'

/** The caller that processor time is charged to. */
export interface Payer {
  spend(milliseconds: number): void
}

/** Smaller sums are charged together. */
const chargedMilliseconds = 5

/** The processor time that one piece of work uses: a request, an operation of a connection, a replay. */
export class WorkAccount {
  #used = 0
  #charged = 0
  #payer: Payer | undefined
  #isClosed = false
  #part: { readonly begunAt: number; readonly ended: (milliseconds: number) => void } | undefined

  constructor(payer?: Payer) {
    this.#payer = payer
  }

  /** Milliseconds so far. */
  get used(): number {
    return this.#used
  }

  /** Names who pays, also for what was used before anybody was known to. */
  payBy(payer: Payer): void {
    this.#charge()
    this.#payer = payer
  }

  add(milliseconds: number): void {
    this.#used += milliseconds
    if (this.#isClosed || this.#used - this.#charged >= chargedMilliseconds) this.#charge()
  }

  /** Measures what follows until the next part begins, or the work is over. */
  beginPart(ended: (milliseconds: number) => void): void {
    this.#endPart()
    this.#part = { begunAt: this.#used, ended }
  }

  /** The work is over. What it still uses is charged as it is added. */
  close(): void {
    this.#endPart()
    this.#isClosed = true
    this.#charge()
  }

  #endPart(): void {
    const part = this.#part
    this.#part = undefined
    part?.ended(this.#used - part.begunAt)
  }

  #charge(): void {
    if (!this.#payer) return
    const due = this.#used - this.#charged
    this.#charged = this.#used
    if (due > 0) this.#payer.spend(due)
  }
}

function processorTimeNow(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

/** Reading the processor time takes microseconds, so that it is read for longer times only, and at most so often before them. */
const checkedMilliseconds = 1
const readMilliseconds = 10

export interface WorkClockOptions {
  /** In milliseconds; never goes back. */
  readonly now?: () => number
  /** The processor time of this process, in milliseconds. */
  readonly processorTime?: () => number
  /** Calls back when the present turn of the event loop is over. */
  readonly afterTurn?: (callback: () => void) => unknown
}

/**
 * Measures whose work the event loop does. One account at most is current. Work makes its own so where it begins, and
 * wherever it continues after waiting: for a statement (metered-statements.ts), the body of its request, or through
 * `resume` for anything that others may cause. The time until the next change is its own, and no longer than until the
 * end of the turn. What is not counted: waiting, threads, processes of others, and reading the head of a request. Work
 * that several callers wait for is paid by the one that began it. On a busy machine time passes while others have the
 * processor, so no more is counted than the process used. Tracking each promise (AsyncLocalStorage) would know the same,
 * and costs more than most of what it measures.
 */
export class WorkClock {
  readonly #now: () => number
  readonly #processorTime: () => number
  readonly #afterTurn: (callback: () => void) => unknown
  #current: WorkAccount | undefined
  #since = 0
  #processorSince = 0
  #processorReadAt = -Infinity
  #accounted = 0
  #endsWithTurn = false

  constructor({
    now = () => performance.now(),
    processorTime = processorTimeNow,
    afterTurn = setImmediate,
  }: WorkClockOptions = {}) {
    this.#now = now
    this.#processorTime = processorTime
    this.#afterTurn = afterTurn
  }

  get current(): WorkAccount | undefined {
    return this.#current
  }

  /** From now on time is used by this account; by none when absent. */
  switchTo(account: WorkAccount | undefined): void {
    if (account === this.#current) return
    this.lap()
    this.#current = account
    if (account === undefined || this.#endsWithTurn) return
    this.#endsWithTurn = true
    if (this.#since - this.#processorReadAt > readMilliseconds) this.#unaccounted()
    this.#afterTurn(this.#endTurn)
  }

  /** Adds the time until now to the current account. */
  lap(): void {
    const now = this.#now()
    const passed = now - this.#since
    this.#since = now
    if (!this.#current || passed <= 0) return
    if (passed >= checkedMilliseconds) return this.#current.add(Math.min(passed, this.#unaccounted()))
    this.#accounted += passed
    this.#current.add(passed)
  }

  /** Waits for something that others may cause, and continues for the account that waited. */
  async resume<T>(result: Promise<T>, account = this.#current): Promise<T> {
    try {
      return await result
    } finally {
      if (this.#current !== account) await this.continueAs(account)
    }
  }

  /** A callback for the account that waits for it, in the work of another too. */
  bind<Given extends unknown[]>(callback: (...given: Given) => void): (...given: Given) => void {
    const account = this.#current
    return (...given) => {
      if (this.#current === account) return callback(...given)
      void this.continueAs(account).then(() => callback(...given))
    }
  }

  /** Makes an account current as soon as no other has anything left to do in this turn. */
  async continueAs(account: WorkAccount | undefined): Promise<void> {
    if (this.#current) await new Promise<void>((resolve) => this.#afterTurn(resolve))
    this.switchTo(account)
  }

  /** The processor time of the process since the last reading that was not added to any account. */
  #unaccounted(): number {
    const processorNow = this.#processorTime()
    const unaccounted = Math.max(0, processorNow - this.#processorSince - this.#accounted)
    this.#processorSince = processorNow
    this.#processorReadAt = this.#since
    this.#accounted = 0
    return unaccounted
  }

  readonly #endTurn = (): void => {
    this.#endsWithTurn = false
    this.switchTo(undefined)
  }
}

/** That of this process. */
export const workClock = new WorkClock()

/** Lets other work have a turn of the event loop. */
export const nextTurn = (): Promise<void> => workClock.resume(turn())
