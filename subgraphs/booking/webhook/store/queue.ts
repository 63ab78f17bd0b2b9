import { inTransaction, type Pool, type PoolClient } from '../../../../platform/postgres/database.ts'
import type { LogPosition } from '../../event/index.ts'

/**
 * Turns the next settled events of the log into deliveries, one for each webhook that is on and wants the type. The
 * position and the deliveries are written together, and the position's row is locked: each event is queued once for
 * each webhook, however many replicas do this. Returns how many events were gone through, null when another is at it.
 */
export async function queueDeliveries(pool: Pool, limit: number): Promise<number | null> {
  // Looked at without the lock first: most of the time there is nothing, and a lock is a write.
  const { rows } = await pool.query<{ waiting: boolean }>(
    `SELECT EXISTS (SELECT FROM reservation_event e, webhook_queue_position p
       WHERE (e.transaction_id, e.sequence) > (p.transaction_id, p.sequence)
         AND e.transaction_id < pg_snapshot_xmin(pg_current_snapshot())) AS waiting`,
  )
  if (!rows[0]?.waiting) return 0
  return inTransaction(pool, async (client) => {
    const position = await lockQueuePosition(client)
    if (!position) return null
    const { rows } = await client.query<{ transaction: number; sequence: number; count: number }>(
      `WITH batch AS (
         SELECT transaction_id, sequence, id, partner_id, type FROM reservation_event
         WHERE (transaction_id, sequence) > ($1::xid8, $2::bigint) AND transaction_id < pg_snapshot_xmin(pg_current_snapshot())
         ORDER BY transaction_id, sequence LIMIT $3
       ), queued AS (
         INSERT INTO webhook_delivery (id, webhook_id, event_id, type, status, next_attempt_at, created_at)
           SELECT gen_random_uuid(), webhook.id, batch.id, batch.type, 'pending', $4, $4
           FROM batch JOIN webhook USING (partner_id)
           WHERE webhook.is_active AND webhook.deleted_at IS NULL AND batch.type = ANY (webhook.events)
           ORDER BY batch.transaction_id, batch.sequence
         ON CONFLICT (event_id, webhook_id) DO NOTHING
       )
       SELECT transaction_id::text::bigint AS transaction, sequence, (SELECT count(*) FROM batch) AS count
       FROM batch ORDER BY transaction_id DESC, sequence DESC LIMIT 1`,
      [String(position.transaction), position.sequence, limit, position.lockedAt],
    )
    const last = rows[0]
    if (!last) return 0
    await client.query('UPDATE webhook_queue_position SET transaction_id = $1::xid8, sequence = $2', [
      String(last.transaction),
      last.sequence,
    ])
    return last.count
  })
}

async function lockQueuePosition(client: PoolClient): Promise<(LogPosition & { lockedAt: string }) | undefined> {
  // The clock, not the transaction's start: a transaction that locks later stamps later, so that deliveries stay in the log's order.
  const { rows } = await client.query<LogPosition & { lockedAt: string }>(
    'SELECT transaction_id::text::bigint AS transaction, sequence, clock_timestamp()::text AS "lockedAt" FROM webhook_queue_position FOR UPDATE SKIP LOCKED',
  )
  return rows[0]
}
