import type { Pool } from '../../../../../platform/postgres/database.ts'
import { attempt, verdict, type AttemptOptions } from './attempt.ts'
import { subjectOf, type DueDelivery } from '../due-delivery.ts'
import type { Outcomes } from './outcomes.ts'
import type { Pace } from './pace.ts'
import { deadLetterWaiting } from '../store/delivery.ts'
import { readDue } from '../store/lease.ts'

export interface TurnOptions extends AttemptOptions {
  readonly pool: Pool
  readonly holder: string
  readonly webhookId: string
  readonly pace: Pace
  readonly outcomes: Outcomes
  /** Seconds to wait after each failure. */
  readonly retrySeconds: readonly number[]
  /** The maximum of requests that this receiver may have under way. */
  readonly maxInFlight: () => number
  /** Whether the lease is still valid. */
  readonly isLeased: () => boolean
}

/** So many deliveries are read for each one that may be under way. */
const readAhead = 2
/** Deliveries that were read longer ago are read again: their webhook may have been changed since. */
const freshMilliseconds = 1_000

/**
 * Serves one leased receiver until nothing is due. Several deliveries may be under way at once, those about one subject
 * one after the other: the next begins when the outcome of the one before is stored, so that the order holds even if
 * this process dies between the two.
 */
export class Turn {
  /** Resolves when every outcome is stored; rejects when one, or what is due, could not be. */
  readonly done: Promise<void>
  readonly #options: TurnOptions
  #resolve: () => void = () => undefined
  #reject: (error: unknown) => void = () => undefined
  #queue: DueDelivery[] = []
  #readAt = 0
  /** Deliveries in the queue, under way, or whose outcome is not stored yet. */
  readonly #inHand = new Set<string>()
  readonly #busySubjects = new Set<string>()
  #inFlight = 0
  #isReading = false
  #isPaused = false
  /** The webhook is being switched off: nothing begins, nor is read, before that is stored. */
  #isGone = false
  /** Nothing more was due at the last look. */
  #isDrained = false
  #isEnding = false
  #isDone = false
  /** Counts how often the queue was dropped: a read that was under way then is discarded. */
  #drops = 0
  #failure: { readonly error: unknown } | undefined

  constructor(options: TurnOptions) {
    this.#options = options
    this.done = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
    // A name that changes between two turns is noticed.
    options.connections.recheck()
    this.#advance()
  }

  /** Something more may be due. */
  look(): void {
    this.#isDrained = false
    this.#advance()
  }

  /** Begins no further delivery. */
  end(): void {
    this.#isEnding = true
    this.#advance()
  }

  get #allowed(): number {
    const { pace, maxInFlight } = this.#options
    return pace.allowed(maxInFlight())
  }

  /** Begins what may begin now; called whenever something has changed. */
  #advance(): void {
    if (this.#isDone) return
    if (!this.#options.isLeased() || this.#failure) this.#isEnding = true
    if (this.#isEnding || performance.now() - this.#readAt > freshMilliseconds) this.#dropQueue()
    while (!this.#isPaused && !this.#isGone && this.#inFlight < this.#allowed) {
      const next = this.#takeNext()
      if (!next) break
      this.#begin(next)
    }
    if (this.#mayRead()) void this.#read()
    else if (this.#inHand.size === 0 && !this.#isReading && !this.#isPaused) this.#finish()
  }

  #mayRead(): boolean {
    if (this.#isEnding || this.#isDrained || this.#isReading || this.#isPaused || this.#isGone) return false
    const allowed = this.#allowed
    // A receiver that takes one at a time is not read ahead for: it may be dead.
    return this.#queue.length < allowed && (allowed > 1 || this.#inFlight === 0)
  }

  #finish(): void {
    this.#isDone = true
    if (this.#failure) this.#reject(this.#failure.error)
    else this.#resolve()
  }

  #dropQueue(): void {
    if (this.#queue.length === 0) return
    for (const { id } of this.#queue) this.#inHand.delete(id)
    this.#queue = []
    this.#drops += 1
    this.#isDrained = false
  }

  /** The earliest delivery about a subject of which none is under way. */
  #takeNext(): DueDelivery | undefined {
    const index = this.#queue.findIndex((due) => !this.#busySubjects.has(subjectOf(due)))
    return index === -1 ? undefined : this.#queue.splice(index, 1)[0]
  }

  async #read(): Promise<void> {
    const { pool, holder, webhookId } = this.#options
    this.#isReading = true
    try {
      const limit = this.#allowed * readAhead
      const readAt = performance.now()
      const drops = this.#drops
      const due = await readDue(pool, holder, webhookId, [...this.#inHand], limit)
      const wanted = due.filter(({ isActive, onDemand }) => isActive || onDemand)
      if (wanted.length < due.length) await deadLetterWaiting(pool, webhookId)
      if (drops === this.#drops) {
        for (const { id } of wanted) this.#inHand.add(id)
        this.#queue.push(...wanted)
        this.#readAt = readAt
        this.#isDrained = due.length < limit
      }
    } catch (error) {
      this.#failure ??= { error }
    }
    this.#isReading = false
    this.#advance()
  }

  #begin(due: DueDelivery): void {
    this.#inFlight += 1
    this.#busySubjects.add(subjectOf(due))
    this.#make(due)
      .catch((error: unknown) => {
        this.#failure ??= { error }
      })
      .finally(() => {
        this.#inHand.delete(due.id)
        this.#busySubjects.delete(subjectOf(due))
        this.#advance()
      })
  }

  async #make(due: DueDelivery): Promise<void> {
    const { pace, outcomes, retrySeconds, signal, maxInFlight } = this.#options
    const made = await attempt(due, this.#options).finally(() => {
      this.#inFlight -= 1
    })
    // Aborted by us: it does not count, and the next worker repeats it.
    if (signal.aborted && made.error !== null) return
    if (made.error === null) pace.succeeded(maxInFlight())
    else {
      pace.failed(made.statusCode !== null)
      this.#pause(pace.pauseMilliseconds)
    }
    const outcome = verdict(due, made, retrySeconds)
    if (outcome.switchOff) {
      this.#isGone = true
      this.#dropQueue()
    }
    this.#advance()
    await outcomes.write(due, outcome)
    if (outcome.switchOff) this.#isGone = false
  }

  #pause(milliseconds: number): void {
    if (milliseconds === 0 || this.#isPaused) return
    this.#isPaused = true
    setTimeout(() => {
      this.#isPaused = false
      this.#advance()
    }, milliseconds)
  }
}
