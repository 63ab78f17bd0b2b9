import type { Pool } from '../../../../../platform/postgres/database.ts'

/** The events and deliveries that wait between the log and the receivers. */
export interface Backlog {
  /** Deliveries that are due, a million at most; the oldest has been due for so many seconds. */
  readonly due: number
  readonly oldestSeconds: number
  /** Age of the oldest event that was not queued yet, which is so while a transaction before it is open. */
  readonly eventSeconds: number
}

const maxCounted = 1_000_000

/** When the first event of a table after the queue's position `p` happened. */
const oldest = (table: string): string =>
  `(SELECT min(occurred_at) FROM ${table} WHERE (transaction_id, sequence) > (p.transaction_id, p.sequence))`

export async function readBacklog(pool: Pool): Promise<Backlog> {
  const { rows } = await pool.query<Backlog>(
    // The oldest delivery of each webhook is the first entry of an index.
    `SELECT (SELECT count(*)::int
             FROM (SELECT FROM webhook_delivery WHERE next_attempt_at <= now() LIMIT ${maxCounted}) AS counted) AS due,
            (SELECT coalesce(greatest(0, extract(epoch FROM now() - min(first.next_attempt_at))), 0)::float8
             FROM webhook w CROSS JOIN LATERAL (
               SELECT next_attempt_at FROM webhook_delivery
               WHERE webhook_id = w.id AND next_attempt_at IS NOT NULL ORDER BY next_attempt_at LIMIT 1
             ) AS first) AS "oldestSeconds",
            (SELECT coalesce(greatest(0, extract(epoch FROM now() - least(${oldest('reservation_event')}, ${oldest('product_event')}))), 0)::float8
             FROM webhook_queue_position p) AS "eventSeconds"`,
  )
  return rows[0] ?? { due: 0, oldestSeconds: 0, eventSeconds: 0 }
}
