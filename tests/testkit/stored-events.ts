import { sql } from './database.ts'
import type { Json } from './responses.ts'

/** An event of a reservation of the sandbox, as the log stores it. */
export interface StoredEvent {
  readonly type: string
  readonly version: number
  /** The reservation as the event left it. */
  readonly snapshot: Json
}

/** Reads the events of a reservation by their version, also those that the API hides behind an older transaction. */
export const storedEvents = (database: string, reservationId: string): Promise<StoredEvent[]> =>
  sql<StoredEvent>(
    database,
    'SELECT type, version, snapshot FROM sandbox.reservation_event WHERE reservation_id = $1 ORDER BY version',
    [reservationId],
  )

/** Counts the events of all reservations of the sandbox. */
export async function countStoredEvents(database: string): Promise<number> {
  const [row] = await sql<{ count: number }>(database, 'SELECT count(*)::integer FROM sandbox.reservation_event')
  return row?.count ?? 0
}

/** Counts the events that are dated before the one ahead of them in the log. */
export async function eventsOutOfOrder(database: string): Promise<number> {
  const [row] = await sql<{ count: number }>(
    database,
    `SELECT count(*)::integer FROM (SELECT occurred_at, lag(occurred_at) OVER (ORDER BY transaction_id, sequence) AS before
       FROM sandbox.reservation_event) AS event WHERE occurred_at < before`,
  )
  return row?.count ?? 0
}

/** Moves the events of a reservation, and the visit that they show, into the past. */
export async function ageEvents(database: string, reservationId: string, { days }: { days: number }): Promise<void> {
  const events = await sql<{ version: number; at: Date; visit: string }>(
    database,
    `SELECT version, occurred_at AS at, snapshot ->> 'visitAt' AS visit FROM sandbox.reservation_event
     WHERE reservation_id = $1`,
    [reservationId],
  )
  const earlier = (instant: Date): Date => new Date(instant.getTime() - days * 86_400_000)
  for (const { version, at, visit } of events)
    await sql(
      database,
      `UPDATE sandbox.reservation_event SET occurred_at = $3, snapshot = jsonb_set(snapshot, '{visitAt}', to_jsonb($4::text))
       WHERE reservation_id = $1 AND version = $2`,
      [reservationId, version, earlier(at), earlier(new Date(visit)).toISOString()],
    )
}
