import { randomUUID } from 'node:crypto'
import { inTransaction, type Pool, type PoolClient } from '../../../platform/postgres/database.ts'
import type { EventType } from '../../../schema/event-types.ts'
import type { LogPosition } from '../event/index.ts'
import { reviveReservation } from '../reservation/index.ts'
import {
  pingType,
  type Attempt,
  type Delivery,
  type DeliveryStatus,
  type DueDelivery,
  type Webhook,
} from './webhook.ts'

type Queryable = Pick<Pool, 'query'>

/** A webhook as a statement selects it. */
export const webhookColumns = `sequence, id, partner_id AS "partnerId", url, events, description, is_active AS "isActive",
  CASE WHEN previous_secret_expires_at > now() THEN previous_secret_expires_at END AS "previousSecretExpiresAt",
  created_at AS "createdAt", updated_at AS "updatedAt"`
/** A delivery as a statement selects it. */
export const deliveryColumns = `sequence, id, webhook_id AS "webhookId", event_id AS "eventId", type, status, attempts,
  next_attempt_at AS "nextAttemptAt", created_at AS "createdAt"`

// ---- webhooks

/** Registers a webhook; `exists` names the one with the same address, `full` says that there are too many. */
export function insertWebhook(
  pool: Pool,
  webhook: Pick<Webhook, 'id' | 'partnerId' | 'url' | 'events' | 'description'> & { secret: Buffer; at: Date },
  most: number,
): Promise<{ webhook: Webhook } | { exists: string } | 'full'> {
  return inTransaction(pool, async (client) => {
    // One registration of a partner at a time, so that the count below holds.
    await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`webhooks of ${webhook.partnerId}`])
    const exists = await findByAddress(client, webhook.partnerId, webhook.url)
    if (exists !== null) return { exists }
    if ((await countWebhooks(client, webhook.partnerId)) >= most) return 'full'
    const { rows } = await client.query<Webhook>(
      `INSERT INTO webhook (id, partner_id, url, events, description, secret, created_at, updated_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $7) RETURNING ${webhookColumns}`,
      [webhook.id, webhook.partnerId, webhook.url, webhook.events, webhook.description, webhook.secret, webhook.at],
    )
    return { webhook: rows[0] as Webhook }
  })
}

/** The id of a partner's webhook with an address. */
export async function findByAddress(client: Queryable, partnerId: string, url: string): Promise<string | null> {
  const { rows } = await client.query<{ id: string }>(
    'SELECT id FROM webhook WHERE partner_id = $1 AND url = $2 AND deleted_at IS NULL',
    [partnerId, url],
  )
  return rows[0]?.id ?? null
}

export async function countWebhooks(client: Queryable, partnerId: string): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    'SELECT count(*) FROM webhook WHERE partner_id = $1 AND deleted_at IS NULL',
    [partnerId],
  )
  return rows[0]?.count ?? 0
}

export async function findWebhook(pool: Pool, partnerId: string, id: string): Promise<Webhook | null> {
  const { rows } = await pool.query<Webhook>(
    `SELECT ${webhookColumns} FROM webhook WHERE id = $1 AND partner_id = $2 AND deleted_at IS NULL`,
    [id, partnerId],
  )
  return rows[0] ?? null
}

/** What can change of a webhook; a description of null removes it, undefined leaves what there is. */
export interface WebhookChanges {
  readonly url?: string | undefined
  readonly events?: readonly EventType[] | undefined
  readonly description?: string | null | undefined
  readonly isActive?: boolean | undefined
}

/** Changes a partner's webhook; null when there is none. Throws on a second webhook of one address (`isSameAddress`). */
export function changeWebhook(
  pool: Pool,
  partnerId: string,
  id: string,
  { url, events, description, isActive }: WebhookChanges,
  at: Date,
): Promise<Webhook | null> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<Webhook>(
      `UPDATE webhook SET url = COALESCE($3, url), events = COALESCE($4, events), is_active = COALESCE($5, is_active),
         description = CASE WHEN $6 THEN $7 ELSE description END, updated_at = $8
       WHERE id = $1 AND partner_id = $2 AND deleted_at IS NULL RETURNING ${webhookColumns}`,
      [id, partnerId, url, events, isActive, description !== undefined, description, at],
    )
    if (rows[0]?.isActive === false) await giveUpWaiting(client, id)
    return rows[0] ?? null
  })
}

/** Whether a failure says that the partner has a webhook of this address already. */
export const isSameAddress = (error: unknown): boolean =>
  (error as { constraint?: string }).constraint === 'webhook_address'

/** Replaces the secret; the one before goes on signing for some hours. */
export async function replaceSecret(
  pool: Pool,
  partnerId: string,
  id: string,
  secret: Buffer,
  overlapHours: number,
): Promise<Webhook | null> {
  const { rows } = await pool.query<Webhook>(
    `UPDATE webhook SET previous_secret = secret, previous_secret_expires_at = now() + make_interval(hours => $4),
       secret = $3, updated_at = now()
     WHERE id = $1 AND partner_id = $2 AND deleted_at IS NULL RETURNING ${webhookColumns}`,
    [id, partnerId, secret, overlapHours],
  )
  return rows[0] ?? null
}

/** A webhook's secrets as they are stored. */
export interface SealedSecrets {
  readonly sequence: number
  readonly id: string
  readonly secret: Buffer
  readonly previousSecret: Buffer | null
}

/** Secrets of all partners' webhooks after a place in the order of their registration. */
export async function listSecrets(pool: Pool, after: number, limit: number): Promise<SealedSecrets[]> {
  const { rows } = await pool.query<SealedSecrets>(
    `SELECT sequence, id, secret, previous_secret AS "previousSecret" FROM webhook
     WHERE sequence > $1 AND deleted_at IS NULL ORDER BY sequence LIMIT $2`,
    [after, limit],
  )
  return rows
}

/** Stores secrets sealed anew, unless they were replaced since they were read. */
export async function storeResealed(pool: Pool, read: SealedSecrets, resealed: SealedSecrets): Promise<void> {
  await pool.query(
    `UPDATE webhook SET secret = $2, previous_secret = $3
     WHERE id = $1 AND secret = $4 AND previous_secret IS NOT DISTINCT FROM $5`,
    [read.id, resealed.secret, resealed.previousSecret, read.secret, read.previousSecret],
  )
}

/** Takes a webhook away from its partner; what is left of it is removed by `removeLeftovers`. */
export async function deleteWebhook(pool: Pool, partnerId: string, id: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    'UPDATE webhook SET deleted_at = now(), is_active = false WHERE id = $1 AND partner_id = $2 AND deleted_at IS NULL',
    [id, partnerId],
  )
  return rowCount === 1
}

// ---- deliveries as their partner sees them

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

// ---- from the log into the queue

/**
 * Turns the next settled events of the log into deliveries, one for each webhook that is on and wants the type. The
 * position and the deliveries are written together, and the position's row is locked: each event is queued once for
 * each webhook, however many replicas do this. Answers how many events were gone through, null when another is at it.
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
  // The clock, not the transaction's start: whoever locks later stamps later, so that deliveries keep the log's order.
  const { rows } = await client.query<LogPosition & { lockedAt: string }>(
    'SELECT transaction_id::text::bigint AS transaction, sequence, clock_timestamp()::text AS "lockedAt" FROM webhook_queue_position FOR UPDATE SKIP LOCKED',
  )
  return rows[0]
}

// ---- delivering

/**
 * Leases receivers for which something is due and which no worker serves, those served longest ago first. Workers of
 * all replicas skip what another is about to lease.
 */
export async function leaseWebhooks(pool: Pool, holder: string, seconds: number, limit: number): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `UPDATE webhook SET lease_holder = $1, leased_until = now() + make_interval(secs => $2)
     WHERE id IN (
       SELECT id FROM webhook WHERE deleted_at IS NULL AND (leased_until IS NULL OR leased_until <= now())
         AND EXISTS (SELECT FROM webhook_delivery WHERE webhook_id = webhook.id AND next_attempt_at <= now())
       ORDER BY leased_until NULLS FIRST LIMIT $3 FOR UPDATE SKIP LOCKED
     ) RETURNING id`,
    [holder, seconds, limit],
  )
  return rows.map(({ id }) => id)
}

/** Keeps leases alive; those that were lost are left to whoever has them now. */
export async function renewLeases(pool: Pool, holder: string, seconds: number, ids: readonly string[]): Promise<void> {
  await pool.query(
    'UPDATE webhook SET leased_until = now() + make_interval(secs => $2) WHERE id = ANY ($3) AND lease_holder = $1',
    [holder, seconds, ids],
  )
}

/** Gives a receiver back; the time remains, so that those served longest ago come first. */
export async function releaseLease(pool: Pool, holder: string, id: string): Promise<void> {
  await pool.query('UPDATE webhook SET lease_holder = NULL, leased_until = now() WHERE id = $2 AND lease_holder = $1', [
    holder,
    id,
  ])
}

interface DueRow extends Omit<DueDelivery, 'event' | 'secrets'> {
  readonly secret: Buffer
  readonly previousSecret: Buffer | null
  readonly eventId: string | null
  readonly occurredAt: Date
  readonly reviewRequestSent: boolean
  readonly snapshot: Record<string, unknown>
}

/** The next delivery of a leased receiver; undefined when nothing is due or the lease is lost. Secrets are sealed. */
export async function nextDue(pool: Pool, holder: string, webhookId: string): Promise<DueDelivery | undefined> {
  const { rows } = await pool.query<DueRow>({
    name: 'next-due-delivery',
    text: `SELECT d.id, d.webhook_id AS "webhookId", d.type, w.url, w.is_active AS "isActive", d.on_demand AS "onDemand",
         d.next_attempt_at::text AS "dueSince", w.secret,
         CASE WHEN w.previous_secret_expires_at > now() THEN w.previous_secret END AS "previousSecret",
         d.attempts, d.attempt_count AS "attemptCount", d.failures, d.created_at AS "createdAt",
         e.id AS "eventId", e.occurred_at AS "occurredAt", e.snapshot,
         EXISTS (SELECT FROM communication c WHERE c.reservation_id = e.reservation_id AND c.type = 'review_request'
           AND c.sent_at < e.occurred_at) AS "reviewRequestSent"
       FROM webhook_delivery d JOIN webhook w ON w.id = d.webhook_id LEFT JOIN reservation_event e ON e.id = d.event_id
       WHERE d.webhook_id = $1 AND d.next_attempt_at <= now() AND w.lease_holder = $2 AND w.deleted_at IS NULL
       ORDER BY d.next_attempt_at, d.sequence LIMIT 1`,
    values: [webhookId, holder],
  })
  const row = rows[0]
  if (!row) return undefined
  const { secret, previousSecret, eventId, occurredAt, reviewRequestSent, snapshot, ...due } = row
  return {
    ...due,
    secrets: previousSecret ? [secret, previousSecret] : [secret],
    event:
      eventId === null
        ? null
        : { id: eventId, occurredAt, reviewRequestSent, reservation: reviveReservation(snapshot) },
  }
}

/** What becomes of a delivery after an attempt. */
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
      await giveUpWaiting(client, due.webhookId)
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
export async function giveUpWaiting(client: Queryable, webhookId: string): Promise<void> {
  await client.query(
    `UPDATE webhook_delivery SET status = 'dead', next_attempt_at = NULL
     WHERE webhook_id = $1 AND next_attempt_at IS NOT NULL AND NOT on_demand`,
    [webhookId],
  )
}

// ---- pruning

/** Removes some of what deleted webhooks left and of the pings before an instant; whether there may be more. */
export async function removeLeftovers(pool: Pool, before: Date, limit: number): Promise<boolean> {
  const { rowCount } = await pool.query(
    `DELETE FROM webhook_delivery WHERE id IN (
       (SELECT d.id FROM webhook w JOIN webhook_delivery d ON d.webhook_id = w.id WHERE w.deleted_at IS NOT NULL LIMIT $2)
       UNION ALL (SELECT id FROM webhook_delivery WHERE event_id IS NULL AND created_at < $1 LIMIT $2)
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
