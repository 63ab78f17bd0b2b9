import type { Pool } from '../../../../platform/postgres/database.ts'

/** The events and deliveries that wait between the log and the receivers. */
export interface Backlog {
  /** Deliveries that are due; the oldest has been due for so many seconds. */
  readonly due: number
  readonly oldestSeconds: number
  /** Age of the oldest event that was not queued yet, which is so while a transaction before it is open. */
  readonly eventSeconds: number
}

export async function readBacklog(pool: Pool): Promise<Backlog> {
  const { rows } = await pool.query<Backlog>(
    `SELECT count(*)::int AS due,
            coalesce(extract(epoch FROM now() - min(next_attempt_at)), 0)::float8 AS "oldestSeconds",
            (SELECT coalesce(greatest(0, extract(epoch FROM now() - min(e.occurred_at))), 0)::float8
             FROM webhook_queue_position p
               JOIN reservation_event e ON (e.transaction_id, e.sequence) > (p.transaction_id, p.sequence)
            ) AS "eventSeconds"
     FROM webhook_delivery WHERE next_attempt_at <= now()`,
  )
  return rows[0] ?? { due: 0, oldestSeconds: 0, eventSeconds: 0 }
}
