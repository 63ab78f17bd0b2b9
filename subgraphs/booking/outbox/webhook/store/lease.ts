import type { Pool } from '../../../../../platform/postgres/database.ts'
import type { DueDelivery } from '../due-delivery.ts'
import { reportedColumns, reportedEvent, reportedTables, withReviewRequests, type StoredRow } from './reported-event.ts'

/**
 * Leases receivers for which something is due and which no worker serves, the least recently served first. Workers of
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

/** Renews leases and returns which; a lost one is left to the worker that has it now. */
export async function renewLeases(
  pool: Pool,
  holder: string,
  seconds: number,
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `UPDATE webhook SET leased_until = now() + make_interval(secs => $2)
     WHERE id = ANY ($3) AND lease_holder = $1 RETURNING id`,
    [holder, seconds, ids],
  )
  return rows.map(({ id }) => id)
}

/** Releases a receiver; the time remains, so that the least recently served come first. */
export async function releaseLease(pool: Pool, holder: string, id: string): Promise<void> {
  await pool.query('UPDATE webhook SET lease_holder = NULL, leased_until = now() WHERE id = $2 AND lease_holder = $1', [
    holder,
    id,
  ])
}

interface DueRow extends Omit<DueDelivery, 'event' | 'secrets'>, StoredRow {
  readonly secret: Buffer
  readonly previousSecret: Buffer | null
}

/**
 * The first deliveries of a leased receiver that are due, without those in hand; none when the lease is lost. Secrets
 * are sealed.
 */
export async function readDue(
  pool: Pool,
  holder: string,
  webhookId: string,
  inHand: readonly string[],
  limit: number,
): Promise<DueDelivery[]> {
  const { rows } = await pool.query<DueRow>({
    name: 'due-deliveries',
    // Events are looked up one by one, so that no plan reads the whole log.
    text: `SELECT d.id, d.webhook_id AS "webhookId", w.partner_id AS "partnerId", d.type, w.url, w.format, w.is_active AS "isActive", d.on_demand AS "onDemand", d.replay_id AS "replayId",
         d.next_attempt_at::text AS "dueSince", w.secret, w.headers AS "sealedHeaders",
         CASE WHEN w.previous_secret_expires_at > now() THEN w.previous_secret END AS "previousSecret",
         d.attempts, d.attempt_count AS "attemptCount", d.failures, d.created_at AS "createdAt",
         ${reportedColumns}
       FROM (
           SELECT * FROM webhook_delivery
           WHERE webhook_id = $1 AND next_attempt_at <= now() AND id <> ALL ($3::uuid[])
           ORDER BY next_attempt_at, sequence LIMIT $4
         ) d JOIN webhook w ON w.id = d.webhook_id
         ${reportedTables}
       WHERE w.lease_holder = $2 AND w.deleted_at IS NULL
       ORDER BY d.next_attempt_at, d.sequence`,
    values: [webhookId, holder, inHand, limit],
  })
  return (await withReviewRequests(pool, rows)).map(
    ({ secret, previousSecret, eventId, occurredAt, reviewRequestSent, snapshot, change, traceparent, ...due }) => ({
      ...due,
      secrets: previousSecret ? [secret, previousSecret] : [secret],
      event: reportedEvent({ eventId, occurredAt, reviewRequestSent, snapshot, change, traceparent }),
    }),
  )
}
