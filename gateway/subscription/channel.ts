import type { GraphQLFormattedError } from 'graphql'
import { WorkAccount, workClock } from '../../platform/process/work-account.ts'
import type { CallerMeter } from '../rate-limit/caller-meter.ts'

/** Someone who gets the results of a subscription. */
export interface Subscriber {
  /** One result, serialised; the subscription stands at `cursor` after it. */
  next(result: string, cursor: string): void
  /** The subscription is refused or cannot continue; nothing follows. */
  error(errors: readonly GraphQLFormattedError[]): void
  /** Bytes that were handed over and are not on their way to the client yet. */
  readonly unreadBytes: number
  /** Does not take what it is sent; nothing follows. */
  tooSlow(): void
}

/** One event as the subgraph sent it. */
export interface UpstreamEvent<T> {
  readonly cursor: string
  readonly event: T
}

/** Where a channel's events come from, and how they are made into results. */
export interface ChannelSource<T> {
  /** The cursor of the log's end. */
  end(): Promise<string>
  /** Events after a cursor. Throws Refusal when there never will be any. */
  open(after: string): Promise<AsyncIterableIterator<UpstreamEvent<T>>>
  /** The serialised result of an event. */
  complete(event: T): Promise<string>
}

/** The subgraph refused the subscription: retrying is of no use. */
export class Refusal extends Error {
  constructor(readonly errors: readonly GraphQLFormattedError[]) {
    super('The subscription was refused')
  }
}

export interface ChannelHooks {
  /** The last subscriber has left. */
  onEmpty(): void
  /** The source failed and is retried; called once until it works again. */
  onFailure(error: unknown): void
  onRecovery(): void
  /** The errors for subscribers that wait for an unreachable source. */
  unavailable(error: unknown): readonly GraphQLFormattedError[]
}

/** One result in a row of them; `next` is the one after it in the log, if that is known. */
interface Entry {
  readonly cursor: string
  readonly result: string
  next: Entry | undefined
}

/** Size of the latest results that are cached for clients that reconnect soon. */
const recentCount = 128
const recentBytes = 256 * 1024
const firstDelayMilliseconds = 50
const maxDelayMilliseconds = 2_000
/** A subscriber that is replayed to is given more when it has less than this unread. */
const replayUnreadBytes = 128 * 1024
const replayTimeoutMilliseconds = 20_000
/** A replay to which nothing has come for so long stands at the log's end. */
const quietMilliseconds = 500

/**
 * All subscribers to the same operation with the same rights. Each event is executed and serialised once for all of
 * them. A subscriber that resumes from an older cursor gets a separate feed, shared with those at the same cursor,
 * until that feed reaches the position of another: then the two merge. No event is missed or repeated, since feeds only
 * merge at the same cursor and all of them read the same log through the same filter.
 */
export class Channel<T> {
  #source: ChannelSource<T>
  readonly #hooks: ChannelHooks
  readonly #members = new Map<Subscriber, Feed<T>>()
  /** Feeds by the cursor they stand at. */
  readonly #positions = new Map<string, Feed<T>>()
  /** The feed that new events arrive at first, and its latest results. */
  #live: Feed<T> | undefined
  readonly #recent = new Map<string, Entry>()
  #recentBytes = 0
  readonly #completing = new Map<string, Promise<string>>()

  constructor(source: ChannelSource<T>, hooks: ChannelHooks) {
    this.#source = source
    this.#hooks = hooks
  }

  get size(): number {
    return this.#members.size
  }

  /** Adds a subscriber, from after a cursor or from now. `payer` is charged for what is replayed. */
  join(subscriber: Subscriber, after: string | undefined, payer?: ReplayPayer): void {
    if (after === undefined) return this.#admit(subscriber, (this.#live ??= this.#start(undefined, payer)))
    const entry = this.#recent.get(after)
    if (!entry || !this.#live) return this.#admit(subscriber, this.#positions.get(after) ?? this.#start(after, payer))
    this.#admit(subscriber, this.#live)
    for (let next = entry.next; next; next = next.next) subscriber.next(next.result, next.cursor)
  }

  /** Removes a subscriber; a feed without subscribers ends immediately. */
  leave(subscriber: Subscriber): void {
    const feed = this.#members.get(subscriber)
    if (!feed) return
    this.#members.delete(subscriber)
    feed.members.delete(subscriber)
    if (feed.members.size === 0) this.#end(feed)
    if (this.#members.size === 0) this.#hooks.onEmpty()
  }

  /** Continues with another function that makes the same results; every feed restarts at its position. */
  replaceSource(source: ChannelSource<T>): void {
    this.#source = source
    this.#completing.clear()
    for (const feed of new Set(this.#members.values())) feed.restart()
  }

  /** Ends all subscribers. */
  fail(errors: readonly GraphQLFormattedError[]): void {
    for (const subscriber of [...this.#members.keys()]) this.#dismiss(subscriber, errors)
  }

  #admit(subscriber: Subscriber, feed: Feed<T>): void {
    this.#members.set(subscriber, feed)
    feed.members.add(subscriber)
  }

  #dismiss(subscriber: Subscriber, errors: readonly GraphQLFormattedError[]): void {
    this.leave(subscriber)
    subscriber.error(errors)
  }

  #start(after: string | undefined, payer: ReplayPayer | undefined): Feed<T> {
    const feed: Feed<T> = new Feed<T>(after, payer, {
      source: () => this.#source,
      resultOf: (event) => this.#resultOf(event),
      arrived: (event, result) => this.#arrived(feed, event.cursor, result),
      isLive: () => feed === this.#live,
      caughtUp: () => void (this.#live ??= feed),
      placed: (position) => void (this.#positions.has(position) || this.#positions.set(position, feed)),
      failed: (error) => {
        for (const subscriber of [...feed.members])
          this.#dismiss(subscriber, error instanceof Refusal ? error.errors : this.#hooks.unavailable(error))
      },
      onFailure: (error) => this.#hooks.onFailure(error),
      onRecovery: () => this.#hooks.onRecovery(),
    })
    if (after !== undefined) this.#positions.set(after, feed)
    void feed.run()
    return feed
  }

  #end(feed: Feed<T>): void {
    feed.close()
    if (feed.position !== undefined && this.#positions.get(feed.position) === feed)
      this.#positions.delete(feed.position)
    if (this.#live !== feed) return
    this.#live = undefined
    this.#recent.clear()
    this.#recentBytes = 0
  }

  /** The result of an event, made once for any number of feeds. */
  #resultOf({ cursor, event }: UpstreamEvent<T>): Promise<string> {
    const recent = this.#recent.get(cursor)
    if (recent) return Promise.resolve(recent.result)
    let result = this.#completing.get(cursor)
    if (!result) {
      result = this.#source.complete(event)
      this.#completing.set(cursor, result)
      const forget = (): void => void this.#completing.delete(cursor)
      result.then(forget, forget)
    }
    return result
  }

  /** A feed has moved on to an event. Without a pause until its subscribers have it and it stands there. */
  #arrived(feed: Feed<T>, cursor: string, result: string): void {
    if (feed.position !== undefined && this.#positions.get(feed.position) === feed)
      this.#positions.delete(feed.position)
    feed.position = cursor
    for (const subscriber of feed.members) subscriber.next(result, cursor)
    const live = this.#live
    const passed = live && live !== feed ? this.#recent.get(cursor) : undefined
    if (live && passed) return this.#merge(feed, live, passed)
    const other = this.#positions.get(cursor)
    if (other) {
      // The live feed's latest results stay with it.
      if (feed !== live) return this.#merge(feed, other, undefined)
      this.#merge(other, feed, undefined)
    }
    this.#positions.set(cursor, feed)
    if (feed === live) this.#remember(feed, { cursor, result, next: undefined })
  }

  /** Hands the subscribers of a feed over to one that stands at the same place, or has `passed` it. */
  #merge(from: Feed<T>, into: Feed<T>, passed: Entry | undefined): void {
    for (const subscriber of [...from.members]) {
      from.members.delete(subscriber)
      this.#admit(subscriber, into)
      for (let next = passed?.next; next; next = next.next) subscriber.next(next.result, next.cursor)
    }
    this.#end(from)
  }

  #remember(live: Feed<T>, entry: Entry): void {
    if (live.last) live.last.next = entry
    live.last = entry
    this.#recent.set(entry.cursor, entry)
    this.#recentBytes += entry.result.length
    for (const [cursor, oldest] of this.#recent) {
      if (oldest === entry || (this.#recent.size <= recentCount && this.#recentBytes <= recentBytes)) break
      this.#recent.delete(cursor)
      this.#recentBytes -= oldest.result.length
    }
  }
}

interface FeedHost<T> {
  source(): ChannelSource<T>
  resultOf(event: UpstreamEvent<T>): Promise<string>
  arrived(event: UpstreamEvent<T>, result: string): void
  isLive(): boolean
  /** There is nothing more to replay: unless another one is, this feed is live from now on. */
  caughtUp(): void
  /** A feed without a position has found one. */
  placed(position: string): void
  /** Cannot begin, or was refused. */
  failed(error: unknown): void
  onFailure(error: unknown): void
  onRecovery(): void
}

/** Pays for the replay of events, which waits while nothing is left. */
export type ReplayPayer = Pick<CallerMeter, 'spend' | 'hasTimeLeft'>

/** One reader of the log, for the subscribers at the same position. */
class Feed<T> {
  readonly members = new Set<Subscriber>()
  /** The cursor of the last event sent, or where the feed began. */
  position: string | undefined
  last: Entry | undefined
  readonly #host: FeedHost<T>
  readonly #payer: ReplayPayer | undefined
  readonly #replay: WorkAccount
  #events: AsyncIterableIterator<UpstreamEvent<T>> | undefined
  #closed = false
  #restarting = false
  #failing = false
  #delay = firstDelayMilliseconds
  #endRest: (() => void) | undefined

  constructor(position: string | undefined, payer: ReplayPayer | undefined, host: FeedHost<T>) {
    this.position = position
    this.#payer = payer
    this.#replay = new WorkAccount(payer)
    this.#host = host
  }

  close(): void {
    this.#closed = true
    this.#replay.close()
    this.#endRest?.()
    void this.#endEvents()
  }

  /** Ends the source's events; they are reopened from the feed's position. */
  restart(): void {
    this.#restarting = true
    this.#endRest?.()
    void this.#endEvents()
  }

  /** Reads on until it is closed. A source that fails or ends is opened again from the last cursor. */
  async run(): Promise<void> {
    while (!this.#closed) {
      this.#restarting = false
      try {
        if (this.position === undefined) await this.#findEnd()
        await this.#read()
      } catch (error) {
        if (this.#closed) break
        if (!this.#restarting && (error instanceof Refusal || this.position === undefined)) {
          this.#host.failed(error)
          break
        }
        if (!this.#restarting && !this.#failing) {
          this.#failing = true
          this.#host.onFailure(error)
        }
      } finally {
        await this.#endEvents()
      }
      if (!this.#isOver()) await this.#backOff()
    }
  }

  async #findEnd(): Promise<void> {
    this.position = await this.#host.source().end()
    if (!this.#closed) this.#host.placed(this.position)
  }

  async #read(): Promise<void> {
    const events = await this.#asReplay(() => this.#host.source().open(this.position ?? ''))
    this.#events = events
    while (!this.#isOver()) {
      const step = await this.#asReplay(() => this.#next(events))
      if (step.done || this.#isOver()) return
      const result = await this.#asReplay(() => this.#host.resultOf(step.value))
      if (this.#isOver()) return
      if (this.#failing) this.#host.onRecovery()
      this.#failing = false
      this.#delay = firstDelayMilliseconds
      this.#host.arrived(step.value, result)
      await this.#pace()
    }
  }

  /** Does work for the replay's account; new events are no caller's, for others cause them. */
  async #asReplay<R>(work: () => Promise<R>): Promise<R> {
    const account = this.#host.isLive() ? undefined : this.#replay
    if (workClock.current !== account) await workClock.continueAs(account)
    return workClock.resume(work(), account)
  }

  async #next(events: AsyncIterator<UpstreamEvent<T>>): Promise<IteratorResult<UpstreamEvent<T>>> {
    if (this.#host.isLive()) return events.next()
    const quiet = setTimeout(() => this.#isOver() || this.#host.caughtUp(), quietMilliseconds)
    try {
      return await events.next()
    } finally {
      clearTimeout(quiet)
    }
  }

  #isOver(): boolean {
    return this.#closed || this.#restarting
  }

  async #endEvents(): Promise<void> {
    const events = this.#events
    this.#events = undefined
    // An end that fails has ended as well.
    await events?.return?.().catch(() => undefined)
  }

  /** Yields to other work; a replay waits for readers with much unread, and for processor time. New events wait for no reader. */
  async #pace(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve))
    const deadline = Date.now() + replayTimeoutMilliseconds
    while (!this.#isOver() && !this.#host.isLive()) {
      const behind = [...this.members].filter(({ unreadBytes }) => unreadBytes > replayUnreadBytes)
      if (behind.length === 0 && this.#payer?.hasTimeLeft !== false) return
      if (Date.now() > deadline) for (const subscriber of behind) subscriber.tooSlow()
      await this.#rest(20)
    }
  }

  async #backOff(): Promise<void> {
    // Spread, so that not everyone comes at the same moment to a subgraph that has just started.
    await this.#rest(this.#delay * (0.5 + Math.random()))
    this.#delay = Math.min(this.#delay * 2, maxDelayMilliseconds)
  }

  #rest(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(done, milliseconds)
      this.#endRest = done
      function done(): void {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}
