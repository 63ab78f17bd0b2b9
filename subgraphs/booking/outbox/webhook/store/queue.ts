import { inTransaction, type Pool, type PoolClient } from '../../../../../platform/postgres/database.ts'
import type { LogPosition } from '../../event/event.ts'

/** How many deliveries of product events are written at once, unless a single event has more. */
const maxFanOut = 10_000

/** Events after the queue's position that no transaction can come before any more. */
const settled = 'transaction_id < pg_snapshot_xmin(pg_current_snapshot())'

/**
 * Turns the next settled events of the log into deliveries: an event of a reservation for each webhook of its partner,
 * one of products for each webhook, that is on and wants the type. The position and the deliveries are written together,
 * and the position's row is locked: each event is queued once for each webhook, however many replicas do this. Returns
 * whether more may be waiting.
 */
export async function queueDeliveries(pool: Pool, limit: number): Promise<boolean> {
  // Looked at without the lock first: most of the time there is nothing, and a lock is a write.
  const { rows } = await pool.query<{ waiting: boolean }>(
    `SELECT EXISTS (SELECT FROM reservation_event e, webhook_queue_position p
         WHERE (e.transaction_id, e.sequence) > (p.transaction_id, p.sequence) AND e.${settled})
       OR EXISTS (SELECT FROM product_event e, webhook_queue_position p
         WHERE (e.transaction_id, e.sequence) > (p.transaction_id, p.sequence) AND e.${settled}) AS waiting`,
  )
  if (!rows[0]?.waiting) return false
  return inTransaction(pool, async (client) => {
    const position = await lockQueuePosition(client)
    if (!position) return false
    const { rows } = await client.query<{ transaction: number; sequence: number; more: boolean }>(
      `WITH logged AS MATERIALIZED (
         (SELECT transaction_id, sequence, id, partner_id, type FROM reservation_event
          WHERE (transaction_id, sequence) > ($1::xid8, $2::bigint) AND ${settled}
          ORDER BY transaction_id, sequence LIMIT $3)
         UNION ALL
         (SELECT transaction_id, sequence, id, NULL, type FROM product_event
          WHERE (transaction_id, sequence) > ($1::xid8, $2::bigint) AND ${settled}
          ORDER BY transaction_id, sequence LIMIT $3)
         ORDER BY transaction_id, sequence LIMIT $3
       ), listener AS MATERIALIZED (
         SELECT listened.type, webhook.id FROM (SELECT DISTINCT type FROM logged WHERE partner_id IS NULL) listened
           JOIN webhook ON ${wants('listened.type')}
       ), batch AS MATERIALIZED (
         SELECT * FROM (
           SELECT logged.*, sum(coalesce(fan_out.count, 0)) OVER log AS deliveries, row_number() OVER log AS number
           FROM logged LEFT JOIN (SELECT type, count(*) FROM listener GROUP BY type) fan_out
             ON logged.partner_id IS NULL AND fan_out.type = logged.type
           WINDOW log AS (ORDER BY transaction_id, sequence)
         ) counted WHERE deliveries <= $5 OR number = 1
       ), queued AS (
         INSERT INTO webhook_delivery (id, webhook_id, event_id, type, status, next_attempt_at, created_at)
           SELECT gen_random_uuid(), receiver.webhook_id, receiver.event_id, receiver.type, 'pending', $4, $4
           FROM (
             SELECT webhook.id AS webhook_id, batch.id AS event_id, batch.type, transaction_id, batch.sequence
             FROM batch JOIN webhook USING (partner_id) WHERE ${wants('batch.type')}
             UNION ALL
             SELECT listener.id, batch.id, batch.type, transaction_id, sequence
             FROM batch JOIN listener USING (type) WHERE partner_id IS NULL
           ) receiver
           ORDER BY transaction_id, sequence
         ON CONFLICT (event_id, webhook_id) DO NOTHING
       )
       SELECT transaction_id::text::bigint AS transaction, sequence,
         (SELECT count(*) FROM logged) = $3 OR number < (SELECT count(*) FROM logged) AS more
       FROM batch ORDER BY number DESC LIMIT 1`,
      [String(position.transaction), position.sequence, limit, position.lockedAt, maxFanOut],
    )
    const last = rows[0]
    if (!last) return false
    await client.query('UPDATE webhook_queue_position SET transaction_id = $1::xid8, sequence = $2', [
      String(last.transaction),
      last.sequence,
    ])
    return last.more
  })
}

/** Whether a webhook is on and was registered for a type, by its name or by a wildcard. */
const wants = (type: string): string =>
  `webhook.is_active AND webhook.deleted_at IS NULL
     AND webhook.events && ARRAY[${type}, split_part(${type}, '.', 1) || '.*', '*']`

async function lockQueuePosition(client: PoolClient): Promise<(LogPosition & { lockedAt: string }) | undefined> {
  // The clock, not the transaction's start: a transaction that locks later stamps later, so that deliveries stay in the log's order.
  const { rows } = await client.query<LogPosition & { lockedAt: string }>(
    'SELECT transaction_id::text::bigint AS transaction, sequence, clock_timestamp()::text AS "lockedAt" FROM webhook_queue_position FOR UPDATE SKIP LOCKED',
  )
  return rows[0]
}
