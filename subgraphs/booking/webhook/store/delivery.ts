import { randomUUID } from 'node:crypto'
import { inTransaction, type Pool } from '../../../../platform/postgres/database.ts'
import type { DueDelivery } from '../due-delivery.ts'
import { pingType, type Attempt, type Delivery } from '../webhook.ts'
import type { DeliveryStatus } from '../../../../schema/delivery-statuses.ts'

/** A delivery as a statement selects it. */
export const deliveryColumns = `sequence, id, webhook_id AS "webhookId", event_id AS "eventId", type, status, attempts,
  next_attempt_at AS "nextAttemptAt", created_at AS "createdAt"`

/** Queues a ping. */
export async function queuePing(pool: Pool, webhookId: string, at: Date): Promise<Delivery> {
  const { rows } = await pool.query<Delivery>(
    `INSERT INTO webhook_delivery (id, webhook_id, type, status, on_demand, next_attempt_at, created_at)
     VALUES ($1, $2, $3, 'pending', true, now(), $4) RETURNING ${deliveryColumns}`,
    [randomUUID(), webhookId, pingType, at],
  )
  return rows[0] as Delivery
}

/** Queues a delivery again, from the start of the schedule; null when the webhook has none of that id. */
export async function requeue(pool: Pool, webhookId: string, id: string): Promise<Delivery | null> {
  const { rows } = await pool.query<Delivery>(
    `UPDATE webhook_delivery SET status = 'pending', failures = 0, on_demand = true, next_attempt_at = now()
     WHERE id = $1 AND webhook_id = $2 RETURNING ${deliveryColumns}`,
    [id, webhookId],
  )
  return rows[0] ?? null
}

/** The state of a delivery after an attempt. */
export interface Verdict {
  readonly status: DeliveryStatus
  readonly attempts: readonly Attempt[]
  readonly failures: number
  readonly retryInSeconds: number | null
  /** The receiver is gone: its webhook is switched off. */
  readonly switchOff: boolean
}

/**
 * Writes what came of an attempt, unless another worker has written one meanwhile. When its partner asked for it while
 * the attempt was under way, it stays queued: they are promised another one.
 */
export function recordAttempt(pool: Pool, due: DueDelivery, verdict: Verdict): Promise<void> {
  return inTransaction(pool, async (client) => {
    if (verdict.switchOff) {
      await client.query('UPDATE webhook SET is_active = false, updated_at = now() WHERE id = $1', [due.webhookId])
      await deadLetterWaiting(client, due.webhookId)
    }
    await client.query(
      `UPDATE webhook_delivery SET attempts = $3, attempt_count = attempt_count + 1,
         (status, failures, next_attempt_at, on_demand) = (
           SELECT CASE WHEN again THEN status ELSE $4 END, CASE WHEN again THEN failures ELSE $5 END,
             CASE WHEN again THEN next_attempt_at ELSE now() + make_interval(secs => $6) END,
             again OR (on_demand AND $6 IS NOT NULL)
           FROM (SELECT next_attempt_at IS NOT NULL AND next_attempt_at <> $7::timestamptz AS again) asked)
       WHERE id = $1 AND attempt_count = $2`,
      [
        due.id,
        due.attemptCount,
        JSON.stringify(verdict.attempts),
        verdict.status,
        verdict.failures,
        verdict.retryInSeconds,
        due.dueSince,
      ],
    )
  })
}

/** Dead-letters what waits for a webhook that is off, except what its partner asked for. */
export async function deadLetterWaiting(client: Pick<Pool, 'query'>, webhookId: string): Promise<void> {
  await client.query(
    `UPDATE webhook_delivery SET status = 'dead', next_attempt_at = NULL
     WHERE webhook_id = $1 AND next_attempt_at IS NOT NULL AND NOT on_demand`,
    [webhookId],
  )
}

/** Removes some of what deleted webhooks left and of the deliveries before an instant; whether there may be more. */
export async function removeLeftovers(pool: Pool, before: Date, limit: number): Promise<boolean> {
  const { rowCount } = await pool.query(
    `DELETE FROM webhook_delivery WHERE id IN (
       (SELECT d.id FROM webhook w JOIN webhook_delivery d ON d.webhook_id = w.id WHERE w.deleted_at IS NOT NULL LIMIT $2)
       UNION ALL (SELECT id FROM webhook_delivery WHERE created_at < $1 ORDER BY created_at LIMIT $2)
     )`,
    [before, limit],
  )
  if ((rowCount ?? 0) > 0) return true
  await pool.query(
    `DELETE FROM webhook w WHERE deleted_at IS NOT NULL
       AND NOT EXISTS (SELECT FROM webhook_delivery WHERE webhook_id = w.id)`,
  )
  return false
}
