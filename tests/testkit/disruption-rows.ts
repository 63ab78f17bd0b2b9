import { sql } from './database.ts'

/** A database of a server of the test's own, when `serverUrl` is given. */
interface Options {
  readonly serverUrl?: string
}

/** The ids of the disruptions for which the job still looks for more reservations. */
export async function incompleteDisruptions(bookingDatabase: string): Promise<string[]> {
  const rows = await sql<{ id: string }>(bookingDatabase, 'SELECT id FROM sandbox.disruption WHERE look_at IS NOT NULL')
  return rows.map(({ id }) => id)
}

/** How many reservations of disruptions are in a state. */
export async function countDisrupted(
  bookingDatabase: string,
  state: 'waiting' | 'cancelled',
  { serverUrl }: Options = {},
): Promise<number> {
  const [row] = await sql<{ count: number }>(
    bookingDatabase,
    'SELECT count(*)::integer AS count FROM sandbox.disruption_reservation WHERE state = $1',
    [state],
    serverUrl,
  )
  return row?.count ?? 0
}

/** The ids of the reservations with a trace of a cancellation, once for each event, entry of the history and mail. */
export async function cancellationTraces(
  bookingDatabase: string,
  { serverUrl }: Options = {},
): Promise<Record<'events' | 'history' | 'mails', string[]>> {
  const idsIn = async (table: string, column: string, value: string): Promise<string[]> => {
    const rows = await sql<{ id: string }>(
      bookingDatabase,
      `SELECT reservation_id AS id FROM sandbox.${table} WHERE ${column} = $1 ORDER BY reservation_id`,
      [value],
      serverUrl,
    )
    return rows.map(({ id }) => id)
  }
  return {
    events: await idsIn('reservation_event', 'type', 'reservation.cancelled'),
    history: await idsIn('status_change', 'status', 'cancelled'),
    mails: await idsIn('communication', 'type', 'cancellation_email'),
  }
}

/** How many mails about cancellations have not been sent. */
export async function countUnsentCancellations(bookingDatabase: string, { serverUrl }: Options = {}): Promise<number> {
  const [row] = await sql<{ count: number }>(
    bookingDatabase,
    `SELECT count(*)::integer AS count FROM sandbox.communication
     WHERE type = 'cancellation_email' AND status <> 'sent'`,
    [],
    serverUrl,
  )
  return row?.count ?? 0
}

/** The ids of the paid reservations whose refund is not all that was paid. */
export async function partlyRefunded(bookingDatabase: string, { serverUrl }: Options = {}): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    bookingDatabase,
    `SELECT id FROM sandbox.reservation WHERE payment IS NOT NULL
       AND (refund ->> 'amountCents')::integer IS DISTINCT FROM (payment ->> 'amountCents')::integer`,
    [],
    serverUrl,
  )
  return rows.map(({ id }) => id)
}
