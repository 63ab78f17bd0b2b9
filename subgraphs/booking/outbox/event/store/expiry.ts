import { inLongTransaction, type Pool } from '../../../../../platform/postgres/database.ts'
import { retained } from './reservation-events.ts'

/**
 * Lets events that happened before an instant expire, a number of them at a time, and records for each partner which was
 * the last; whether there are more. Replicas leave it to the one that does it.
 */
export async function expireEvents(pool: Pool, before: Date, limit: number): Promise<boolean> {
  const { rows } = await pool.query<{ more: boolean }>(
    `WITH step AS MATERIALIZED (
       SELECT expired_before AS since, least($1, (
         SELECT occurred_at + interval '1 millisecond' FROM reservation_event
         WHERE occurred_at >= expired_before AND occurred_at < $1 ORDER BY occurred_at OFFSET $2 LIMIT 1)) AS until
       FROM event_retention WHERE expired_before < $1 FOR UPDATE SKIP LOCKED
     ), recorded AS (
       INSERT INTO event_horizon AS known (partner_id, transaction_id, sequence)
         SELECT DISTINCT ON (partner_id) partner_id, transaction_id, sequence
         FROM step, reservation_event WHERE occurred_at >= since AND occurred_at < until
         ORDER BY partner_id, transaction_id DESC, sequence DESC
       ON CONFLICT (partner_id) DO UPDATE SET transaction_id = excluded.transaction_id, sequence = excluded.sequence
         WHERE (excluded.transaction_id, excluded.sequence) > (known.transaction_id, known.sequence)
     )
     UPDATE event_retention SET expired_before = until FROM step RETURNING until < $1 AS more`,
    [before, limit],
  )
  return rows[0]?.more ?? false
}

/** Drops the oldest month if all of its events have expired, with what is left of their deliveries; its table's name. */
export const dropExpiredMonth = (pool: Pool): Promise<string | null> =>
  inLongTransaction(pool, async (client) => {
    const { rows } = await client.query<{ name: string | null }>('SELECT drop_expired_event_partition() AS name')
    return rows[0]?.name ?? null
  })

/** Deletes some expired events that have no month of their own, with their deliveries; whether there may be more. */
export async function removeStrays(pool: Pool, limit: number): Promise<boolean> {
  const { rows } = await pool.query<{ count: number }>(
    `WITH removed AS (
       DELETE FROM reservation_event_default WHERE id IN (
         SELECT id FROM reservation_event_default WHERE NOT ${retained} ORDER BY occurred_at LIMIT $1 FOR UPDATE SKIP LOCKED)
       RETURNING id
     ), deliveries AS (
       DELETE FROM webhook_delivery WHERE event_id IN (SELECT id FROM removed)
     )
     SELECT count(*) FROM removed`,
    [limit],
  )
  return rows[0]?.count === limit
}

/**
 * Deletes events of products that happened before an instant, a number of them at a time, and records for each type which
 * was the last; whether there may be more. Deliveries go with them, by a trigger.
 */
export async function expireProductEvents(pool: Pool, before: Date, limit: number): Promise<boolean> {
  const { rows } = await pool.query<{ count: number }>(
    `WITH removed AS (
       DELETE FROM product_event WHERE (transaction_id, sequence) IN (
         SELECT transaction_id, sequence FROM product_event
         WHERE occurred_at < $1 ORDER BY occurred_at LIMIT $2 FOR UPDATE SKIP LOCKED)
       RETURNING type, transaction_id, sequence
     ), recorded AS (
       INSERT INTO product_event_horizon AS known (type, transaction_id, sequence)
         SELECT DISTINCT ON (type) type, transaction_id, sequence FROM removed
         ORDER BY type, transaction_id DESC, sequence DESC
       ON CONFLICT (type) DO UPDATE SET transaction_id = excluded.transaction_id, sequence = excluded.sequence
         WHERE (excluded.transaction_id, excluded.sequence) > (known.transaction_id, known.sequence)
     )
     SELECT count(*) FROM removed`,
    [before, limit],
  )
  return rows[0]?.count === limit
}
