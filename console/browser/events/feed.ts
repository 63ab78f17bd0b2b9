import type { Api } from '../api/api.ts'
import type { Failure } from '../api/failure.ts'
import {
  EventsCursorDocument,
  RecentEventsDocument,
  ReservationEventsDocument,
  type ReservationEventsSubscription,
} from '../generated/operations.ts'

export type ReservationEvent = ReservationEventsSubscription['reservationEvents']

/** Events of reservations while the console is open, for every page that shows them. */
export interface EventFeed {
  /** The latest events, newest first. */
  recent(): readonly ReservationEvent[]
  /** Reads the events before those that have arrived; once, for a page that shows them. */
  recall(): void
  /** Reads the events that are shown again, in the present language. */
  changeLanguage(): void
  /** Calls back with each batch of events, oldest first, and without events when the feed fails, works again or has recalled. */
  watch(listener: (batch: readonly ReservationEvent[]) => void): () => void
  /** The failure that interrupts the feed. */
  failure(): Failure | null
  close(): void
}

const maxRecent = 500
/** A page is rendered at most this often, however many events there are. */
const batchMilliseconds = 200

/** After a refusal the feed is opened again in this time, at the end of the log. */
const retryMilliseconds = 15_000

/** Follows the event log after a cursor, without a gap when the connection is reopened. */
export function openEventFeed(api: Pick<Api, 'subscribe' | 'query'>, after: string, isOperator: boolean): EventFeed {
  const listeners = new Set<(batch: readonly ReservationEvent[]) => void>()
  let recent: readonly ReservationEvent[] = []
  let waiting: ReservationEvent[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let failure: Failure | null = null
  let isClosed = false
  let hasRecalled = false
  let retry: ReturnType<typeof setTimeout> | undefined
  let stop: (() => void) | undefined

  function emit(): void {
    timer = undefined
    const batch = waiting
    waiting = []
    recent = [...batch.toReversed(), ...recent].slice(0, maxRecent)
    listeners.forEach((listener) => listener(batch))
  }

  function refused(reason: Failure): void {
    failure = reason
    timer ??= setTimeout(emit, 0)
    retry = setTimeout(() => void reopen(), retryMilliseconds)
  }

  function follow(cursor: string): void {
    stop?.()
    stop = api.subscribe(
      ReservationEventsDocument,
      { after: cursor, isOperator },
      {
        next({ reservationEvents }) {
          waiting.push(reservationEvents)
          timer ??= setTimeout(emit, batchMilliseconds)
        },
        failed: refused,
      },
    )
  }

  async function reopen(): Promise<void> {
    const end = await api.query(EventsCursorDocument, {})
    if (isClosed) return
    if ('failure' in end) return refused(end.failure)
    failure = null
    follow(end.data.reservationEventsCursor)
    timer ??= setTimeout(emit, 0)
  }

  async function readPast(): Promise<void> {
    const past = await api.query(RecentEventsDocument, { isOperator })
    if (isClosed) return
    if ('failure' in past) {
      hasRecalled = false
      return
    }
    const known = new Set([...waiting, ...recent].map(({ id }) => id))
    const events = past.data.events.nodes.filter((event): event is ReservationEvent => 'reservation' in event)
    recent = [...recent, ...events.filter(({ id }) => !known.has(id))].slice(0, maxRecent)
    timer ??= setTimeout(emit, 0)
  }

  follow(after)
  return {
    recent: () => recent,
    recall() {
      if (hasRecalled) return
      hasRecalled = true
      void readPast()
    },
    changeLanguage() {
      recent = []
      if (hasRecalled) void readPast()
    },
    watch(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    failure: () => failure,
    close() {
      isClosed = true
      clearTimeout(timer)
      clearTimeout(retry)
      listeners.clear()
      stop?.()
    },
  }
}
