import type { Api } from '../api/api.ts'
import type { Failure } from '../api/failure.ts'
import { ReservationEventsDocument, type ReservationEventsSubscription } from '../generated/operations.ts'

export type ReservationEvent = ReservationEventsSubscription['reservationEvents']

/** Events of reservations while the console is open, for every page that shows them. */
export interface EventFeed {
  /** The latest events, newest first. */
  recent(): readonly ReservationEvent[]
  /** Calls back with each batch of events, oldest first, and without events when the feed fails. */
  watch(listener: (batch: readonly ReservationEvent[]) => void): () => void
  /** The failure that ended the feed. */
  failure(): Failure | null
  close(): void
}

const maxRecent = 500
/** A page is rendered at most this often, however many events there are. */
const batchMilliseconds = 200

/** Follows the event log after a cursor, without a gap when the connection is reopened. */
export function openEventFeed(api: Pick<Api, 'subscribe'>, after: string, isOperator: boolean): EventFeed {
  const listeners = new Set<(batch: readonly ReservationEvent[]) => void>()
  let recent: readonly ReservationEvent[] = []
  let waiting: ReservationEvent[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let failure: Failure | null = null

  function emit(): void {
    timer = undefined
    const batch = waiting
    waiting = []
    recent = [...batch.toReversed(), ...recent].slice(0, maxRecent)
    listeners.forEach((listener) => listener(batch))
  }

  const stop = api.subscribe(
    ReservationEventsDocument,
    { after, isOperator },
    {
      next({ reservationEvents }) {
        waiting.push(reservationEvents)
        timer ??= setTimeout(emit, batchMilliseconds)
      },
      failed(refused) {
        failure = refused
        timer ??= setTimeout(emit, 0)
      },
    },
  )
  return {
    recent: () => recent,
    watch(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    failure: () => failure,
    close() {
      clearTimeout(timer)
      listeners.clear()
      stop()
    },
  }
}
