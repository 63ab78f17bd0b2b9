import { onConnection, sql } from './database.ts'

/** Empties the log of reservation events of the sandbox. */
export const clearEventLog = (bookingDatabase: string): Promise<unknown> =>
  sql(bookingDatabase, 'TRUNCATE sandbox.reservation_event CASCADE')

/**
 * Dates the sandbox's events of reservations before a version back by some days, as if the last run of the job that
 * deletes old ones had been before they expired.
 */
export async function ageEventsBefore(bookingDatabase: string, version: number, days: number): Promise<void> {
  const occurredAt = new Date(Date.now() - days * 86_400_000)
  await sql(bookingDatabase, 'UPDATE sandbox.reservation_event SET occurred_at = $2 WHERE version < $1', [
    version,
    occurredAt,
  ])
  await sql(bookingDatabase, `UPDATE sandbox.event_retention SET expired_before = '-infinity'`)
}

/**
 * Begins a transaction, does some work, and lets the transaction write another event of a logged reservation. So it
 * begins before the events of that work and is committed after them.
 */
export const commitEventAfter = (bookingDatabase: string, work: () => Promise<void>): Promise<void> =>
  onConnection(bookingDatabase, async (client) => {
    await client.query('BEGIN')
    // Until it has an id, the log does not wait for it.
    await client.query('SELECT pg_current_xact_id()')
    await work()
    await client.query(
      `INSERT INTO sandbox.reservation_event (id, partner_id, reservation_id, product_id, type, version, occurred_at, snapshot)
       SELECT gen_random_uuid(), partner_id, reservation_id, product_id, 'reservation.modified', 2, now(), snapshot
       FROM sandbox.reservation_event LIMIT 1`,
    )
    await client.query('COMMIT')
  })
