import type { Pool } from '../../../../platform/postgres/database.ts'
import type { Logger } from '../../../../platform/process/logger.ts'
import { localNotifications, type NotificationChannel } from '../../../../platform/redis/notifications.ts'
import { eventLagSeconds } from '../../metrics.ts'
import {
  isAfter,
  isProductEvent,
  matches,
  matchesProduct,
  type EventFilter,
  type LoggedEvent,
  type LogPosition,
  type ProductEventFilter,
  type ProductLogEvent,
  type ReservationLogEvent,
} from './event.ts'
import { readLog } from './store/log.ts'
import { readEnd } from './store/position.ts'
import { findProductEvents } from './store/product-events.ts'
import { readEvents } from './store/reservation-events.ts'

const tailSize = 1_000
/** A page is parsed in one turn of the event loop: a few milliseconds. */
const pageSize = 50
/** How often the log is read without a notification: another process may have written. */
const pollMilliseconds = 250
/** A transaction that commits just now may have to wait for an older one: read again soon after a notification. */
const afterWakeMilliseconds = [5, 20, 60]

/** The events that a subscriber wants, all of one kind. */
interface Wanted<Event extends LoggedEvent> {
  matches(event: LoggedEvent): event is Event
  /** Those after a position, in commit order, perhaps with others of their kind. */
  read(after: LogPosition, limit: number): Promise<LoggedEvent[]>
}

interface Step<Event extends LoggedEvent> {
  readonly events: Event[]
  readonly position: LogPosition
}

/**
 * Sends the events of one environment's log to its subscribers. The log is read once for all of them into a short tail;
 * each subscriber reads the tail at its own pace, and the events of its kind in the database when it has fallen behind,
 * so that a slow reader costs no memory and no event is missed or repeated.
 */
export class EventHub {
  readonly #pool: Pool
  readonly #logger: Logger
  readonly #notifications: NotificationChannel
  readonly #stopListening: () => void
  #tail: LoggedEvent[] = []
  /** Everything after this position that has been read is in the tail. */
  #tailStart: LogPosition | undefined
  #end: LogPosition | undefined
  readonly #subscribers = new Set<Subscriber<LoggedEvent>>()
  #wakes = 0
  #onWake: (() => void) | undefined
  #loop: Promise<void> | undefined
  #closed = false

  constructor(pool: Pool, logger: Logger, notifications: NotificationChannel = localNotifications()) {
    this.#pool = pool
    this.#logger = logger
    this.#notifications = notifications
    this.#stopListening = notifications.listen(() => {
      this.#wakes += 1
      this.#onWake?.()
    })
  }

  /** Notifies every reader that the log has grown; losing this call costs latency, never an event. */
  wake(): void {
    this.#notifications.send()
  }

  /** Where the log ends now: everything that becomes readable later stands after it. */
  end(): Promise<LogPosition> {
    return readEnd(this.#pool)
  }

  /**
   * Events of reservations that match, from a position on, or from now. Ends when returned or when the hub closes.
   */
  subscribe(filter: EventFilter, after: LogPosition | undefined): Promise<AsyncIterableIterator<ReservationLogEvent>> {
    const reader = { partnerId: filter.wantedPartnerId ?? filter.partnerId }
    return this.#subscribe(after, {
      matches: (event): event is ReservationLogEvent => !isProductEvent(event) && matches(event, filter),
      read: (position, limit) => readEvents(this.#pool, position, limit, reader),
    })
  }

  /** The same for events of products. */
  subscribeToProducts(
    filter: ProductEventFilter,
    after: LogPosition | undefined,
  ): Promise<AsyncIterableIterator<ProductLogEvent>> {
    return this.#subscribe(after, {
      matches: (event): event is ProductLogEvent => isProductEvent(event) && matchesProduct(event, filter),
      read: (position, take) => findProductEvents(this.#pool, filter, { after: position, take }),
    })
  }

  async #subscribe<Event extends LoggedEvent>(
    after: LogPosition | undefined,
    wanted: Wanted<Event>,
  ): Promise<AsyncIterableIterator<Event>> {
    const subscriber = new Subscriber(this, wanted, after ?? (await readEnd(this.#pool)))
    this.#subscribers.add(subscriber)
    this.#loop ??= this.#run()
    return subscriber
  }

  /** The next read of a subscriber at a position: events and the position after them; undefined when it must wait. */
  async next<Event extends LoggedEvent>(
    position: LogPosition,
    wanted: Wanted<Event>,
  ): Promise<Step<Event> | undefined> {
    const stepOver = (events: readonly LoggedEvent[]): Step<Event> | undefined => {
      const last = events.at(-1)
      return last && { events: events.filter((event) => wanted.matches(event)), position: last.position }
    }
    const tailStart = this.#tailStart
    if (tailStart && !isAfter(tailStart, position)) {
      const newest = this.#tail.at(-1)
      if (!newest || !isAfter(newest.position, position)) return undefined
      return stepOver(this.#tail.filter((event) => isAfter(event.position, position)))
    }
    const step = stepOver(await wanted.read(position, pageSize))
    if (step) return step
    // The database has no more events for this reader: continue where the tail begins.
    return tailStart && isAfter(tailStart, position) ? { events: [], position: tailStart } : undefined
  }

  remove(subscriber: Subscriber<LoggedEvent>): void {
    this.#subscribers.delete(subscriber)
    if (this.#subscribers.size === 0) this.#onWake?.()
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#stopListening()
    this.#onWake?.()
    for (const subscriber of [...this.#subscribers]) await subscriber.return()
    await this.#loop
  }

  async #run(): Promise<void> {
    let soon = 0
    try {
      while (!this.#closed && this.#subscribers.size > 0) {
        const seen = this.#wakes
        const found = await this.#read().catch((error: unknown) => {
          this.#logger.error({ err: error }, 'the event log could not be read')
          return false
        })
        if (found) continue
        if (this.#wakes === seen)
          await this.#rest(afterWakeMilliseconds[afterWakeMilliseconds.length - soon--] ?? pollMilliseconds)
        soon = this.#wakes === seen ? Math.max(0, soon) : afterWakeMilliseconds.length
      }
    } finally {
      // The tail goes stale without a reader; the next subscriber starts a new one.
      this.#tail = []
      this.#tailStart = this.#end = undefined
      this.#loop = undefined
    }
  }

  /** Reads the log onwards into the tail; true when there was something. */
  async #read(): Promise<boolean> {
    if (!this.#end) {
      this.#end = this.#tailStart = await readEnd(this.#pool)
      this.#wakeSubscribers()
    }
    const events = await readLog(this.#pool, this.#end, pageSize)
    const last = events.at(-1)
    if (!last) return false
    this.#end = last.position
    this.#tail.push(...events)
    const now = Date.now()
    for (const { occurredAt } of events)
      eventLagSeconds.observe({ to: 'subscribers' }, Math.max(0, now - occurredAt.getTime()) / 1_000)
    const dropped = this.#tail.splice(0, Math.max(0, this.#tail.length - tailSize)).at(-1)
    if (dropped) this.#tailStart = dropped.position
    this.#wakeSubscribers()
    return true
  }

  #wakeSubscribers(): void {
    for (const subscriber of this.#subscribers) subscriber.wake()
  }

  #rest(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(done, milliseconds)
      function done(): void {
        clearTimeout(timer)
        resolve()
      }
      this.#onWake = done
    })
  }
}

/** One reader of the log. Written out rather than as a generator, so that `return()` ends it while it waits. */
class Subscriber<Event extends LoggedEvent> implements AsyncIterableIterator<Event> {
  readonly #hub: EventHub
  readonly #wanted: Wanted<Event>
  #position: LogPosition
  #buffer: Event[] = []
  #onWake: (() => void) | undefined
  #woken = false
  #done = false

  constructor(hub: EventHub, wanted: Wanted<Event>, position: LogPosition) {
    this.#hub = hub
    this.#wanted = wanted
    this.#position = position
  }

  wake(): void {
    this.#woken = true
    this.#onWake?.()
  }

  async next(): Promise<IteratorResult<Event>> {
    while (!this.#done) {
      const event = this.#buffer.shift()
      if (event) return { done: false, value: event }
      this.#woken = false
      const step = await this.#hub.next(this.#position, this.#wanted)
      if (step) {
        this.#position = step.position
        this.#buffer = step.events
      } else if (!this.#woken) {
        await new Promise<void>((resolve) => (this.#onWake = resolve))
        this.#onWake = undefined
      }
    }
    return { done: true, value: undefined }
  }

  return(): Promise<IteratorResult<Event>> {
    this.#done = true
    this.#buffer = []
    this.#onWake?.()
    this.#hub.remove(this)
    return Promise.resolve({ done: true, value: undefined })
  }

  [Symbol.asyncIterator](): this {
    return this
  }
}
