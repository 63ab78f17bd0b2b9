import pg from 'pg'
import { atEnd } from '../leftovers.ts'

export type Query = <R extends pg.QueryResultRow>(text: string, values?: readonly unknown[]) => Promise<R[]>

/** Statements on the booking database of an installation. */
export async function queryOf(serverUrl: string): Promise<Query> {
  const client = new pg.Client(`${serverUrl}/booking`)
  // It ends with its server.
  client.on('error', () => undefined)
  await client.connect()
  atEnd(() => client.end())
  return async <R extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []) =>
    (await client.query<R>(text, [...values])).rows
}

/** Changes of each reservation, in the order of which its deliveries must arrive. */
const versions = 3

/** Writes events as changes of many reservations would, which are copies of the one that was created first. */
export async function writeEvents(query: Query, count: number): Promise<void> {
  await query(
    `WITH template AS (
       SELECT * FROM sandbox.reservation_event WHERE type = 'reservation.created' ORDER BY transaction_id, sequence LIMIT 1
     ), reservations AS MATERIALIZED (
       SELECT n, gen_random_uuid() AS id FROM generate_series(1, ceil($1::numeric / ${versions})::int) AS n
     )
     INSERT INTO sandbox.reservation_event (id, partner_id, reservation_id, product_id, type, version, occurred_at, snapshot)
     SELECT gen_random_uuid(), partner_id, r.id, product_id, 'reservation.modified', version.n, now(),
       snapshot || jsonb_build_object('id', r.id, 'version', version.n)
     FROM template, reservations r, generate_series(1, ${versions}) AS version (n) ORDER BY r.n / 50, version.n, r.n`,
    [count],
  )
}

/** Removes the written events and all deliveries. */
export async function clearLog(query: Query): Promise<void> {
  await query(`DELETE FROM sandbox.reservation_event WHERE type = 'reservation.modified'`)
  await query('DELETE FROM sandbox.webhook_delivery')
}
