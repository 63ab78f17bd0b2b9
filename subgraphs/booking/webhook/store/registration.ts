import { inTransaction, type Pool } from '../../../../platform/postgres/database.ts'
import type { EventType } from '../../../../schema/event-types.ts'
import type { Webhook } from '../webhook.ts'
import { deadLetterWaiting } from './delivery.ts'

type Queryable = Pick<Pool, 'query'>

/** A webhook as a statement selects it. */
export const webhookColumns = `sequence, id, partner_id AS "partnerId", url, events, description, is_active AS "isActive",
  CASE WHEN previous_secret_expires_at > now() THEN previous_secret_expires_at END AS "previousSecretExpiresAt",
  created_at AS "createdAt", updated_at AS "updatedAt"`

/** Registers a webhook; `exists` names the one with the same address, `full` means that there are too many. */
export function insertWebhook(
  pool: Pool,
  webhook: Pick<Webhook, 'id' | 'partnerId' | 'url' | 'events' | 'description'> & { secret: Buffer; at: Date },
  max: number,
): Promise<{ webhook: Webhook } | { exists: string } | 'full'> {
  return inTransaction(pool, async (client) => {
    // One registration of a partner at a time, so that the count below holds.
    await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`webhooks of ${webhook.partnerId}`])
    const exists = await findByAddress(client, webhook.partnerId, webhook.url)
    if (exists !== null) return { exists }
    if ((await countWebhooks(client, webhook.partnerId)) >= max) return 'full'
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

/** The changeable fields of a webhook; a description of null removes it, undefined leaves what there is. */
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
    if (rows[0]?.isActive === false) await deadLetterWaiting(client, id)
    return rows[0] ?? null
  })
}

/** Whether the failure means that the partner has a webhook of this address already. */
export const isSameAddress = (error: unknown): boolean =>
  (error as { constraint?: string }).constraint === 'webhook_address'

/** Replaces the secret; the previous one still signs for some hours. */
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

/** Stores secrets that were sealed again, unless they were replaced since they were read. */
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
