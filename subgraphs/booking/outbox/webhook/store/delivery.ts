import { randomUUID } from 'node:crypto'
import { inTransaction, type Pool } from '../../../../../platform/postgres/database.ts'
import type { DueDelivery } from '../due-delivery.ts'
import { pingType, type Attempt, type Delivery } from '../webhook.ts'
import type { DeliveryStatus } from '../../../../../schema/delivery-statuses.ts'

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

/** An attempt and its outcome. */
export interface RecordedAttempt {
  readonly due: DueDelivery
  readonly verdict: Verdict
}

/**
 * Writes what came of attempts, unless another worker has written it meanwhile. A delivery that its partner requested
 * again while the attempt was under way stays queued: they are promised another one.
 */
export async function recordAttempts(pool: Pool, attempts: readonly RecordedAttempt[]): Promise<void> {
  const gone = new Set(attempts.flatMap(({ due, verdict }) => (verdict.switchOff ? [due.webhookId] : [])))
  if (gone.size === 0) return record(pool, attempts)
  await inTransaction(pool, async (client) => {
    for (const id of gone) {
      await client.query('UPDATE webhook SET is_active = false, updated_at = now() WHERE id = $1', [id])
      await deadLetterWaiting(client, id)
    }
    await record(client, attempts)
  })
}

async function record(client: Pick<Pool, 'query'>, attempts: readonly RecordedAttempt[]): Promise<void> {
  const made = attempts.map(({ due, verdict: { status, attempts, failures, retryInSeconds } }) => ({
    ...{ id: due.id, attempt_count: due.attemptCount, due_since: due.dueSince },
    ...{ status, attempts, failures, retry_seconds: retryInSeconds },
  }))
  await client.query({
    name: 'record-attempts',
    text: `UPDATE webhook_delivery d SET attempts = made.attempts, attempt_count = d.attempt_count + 1,
         (status, failures, next_attempt_at, on_demand) = (
           SELECT CASE WHEN again THEN d.status ELSE made.status END, CASE WHEN again THEN d.failures ELSE made.failures END,
             CASE WHEN again THEN d.next_attempt_at ELSE now() + make_interval(secs => retry_seconds) END,
             again OR (d.on_demand AND retry_seconds IS NOT NULL)
           FROM (SELECT d.next_attempt_at IS NOT NULL AND d.next_attempt_at <> due_since AS again) requested)
       FROM jsonb_to_recordset($1) AS made (id uuid, attempt_count int, due_since timestamptz, status text, attempts jsonb,
         failures int, retry_seconds float8)
       WHERE d.id = made.id AND d.attempt_count = made.attempt_count`,
    values: [JSON.stringify(made)],
  })
}

/** How many deliveries one statement declares dead; the worker handles the rest when they are due. */
const maxDeadLettered = 10_000

/** Dead-letters what waits for a webhook that is off, except what its partner requested, the earliest first. */
export async function deadLetterWaiting(client: Pick<Pool, 'query'>, webhookId: string): Promise<void> {
  await client.query(
    `UPDATE webhook_delivery SET status = 'dead', next_attempt_at = NULL
     WHERE id IN (
       SELECT id FROM webhook_delivery WHERE webhook_id = $1 AND next_attempt_at IS NOT NULL AND NOT on_demand
       ORDER BY next_attempt_at LIMIT ${maxDeadLettered}
     ) AND next_attempt_at IS NOT NULL AND NOT on_demand`,
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
