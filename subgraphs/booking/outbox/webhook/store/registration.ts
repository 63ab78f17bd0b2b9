import { inTransaction, type Pool } from '../../../../../platform/postgres/database.ts'
import type { Webhook } from '../webhook.ts'
import { deadLetterWaiting } from './delivery.ts'

type Queryable = Pick<Pool, 'query'>

/** A webhook as a statement selects it. */
export const webhookColumns = `sequence, id, partner_id AS "partnerId", url, events, description, format, headers AS "sealedHeaders",
  is_active AS "isActive", CASE WHEN previous_secret_expires_at > now() THEN previous_secret_expires_at END AS "previousSecretExpiresAt",
  created_at AS "createdAt", updated_at AS "updatedAt"`

/** A webhook to register, of the format `standard` and without headers where they are absent. */
type NewWebhook = Pick<Webhook, 'id' | 'partnerId' | 'url' | 'events' | 'description'> &
  Partial<Pick<Webhook, 'format' | 'sealedHeaders'>> & { readonly secret: Buffer; readonly at: Date }

/**
 * Registers a webhook; `exists` names the one with the same address, of which there may be several of the format `octo`,
 * `full` means that there are too many.
 */
export function insertWebhook(
  pool: Pool,
  webhook: NewWebhook,
  max: number,
): Promise<{ webhook: Webhook } | { exists: string } | 'full'> {
  return inTransaction(pool, async (client) => {
    // One registration of a partner at a time, so that the count below holds.
    await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`webhooks of ${webhook.partnerId}`])
    const { format = 'standard', sealedHeaders = null } = webhook
    const exists = format === 'standard' ? await findByAddress(client, webhook.partnerId, webhook.url) : null
    if (exists !== null) return { exists }
    if ((await countWebhooks(client, webhook.partnerId)) >= max) return 'full'
    const { rows } = await client.query<Webhook>(
      `INSERT INTO webhook (id, partner_id, url, events, description, format, headers, secret, created_at, updated_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9) RETURNING ${webhookColumns}`,
      [
        ...[webhook.id, webhook.partnerId, webhook.url, webhook.events, webhook.description],
        ...[format, sealedHeaders, webhook.secret, webhook.at],
      ],
    )
    return { webhook: rows[0] as Webhook }
  })
}

/** The id of a partner's webhook of the format `standard` with an address. */
export async function findByAddress(client: Queryable, partnerId: string, url: string): Promise<string | null> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT id FROM webhook WHERE partner_id = $1 AND url = $2 AND format = 'standard' AND deleted_at IS NULL`,
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

/** The changeable fields of a webhook; null removes a description or headers, undefined leaves what there is. */
export interface WebhookChanges {
  readonly url?: string | undefined
  readonly events?: readonly string[] | undefined
  readonly description?: string | null | undefined
  readonly sealedHeaders?: Buffer | null | undefined
  readonly isActive?: boolean | undefined
}

/**
 * Makes the changes to a partner's webhook that depend on the names of events that it has; null when there is none.
 * Throws on a second webhook of one address (`isSameAddress`).
 */
export function changeWebhook(
  pool: Pool,
  partnerId: string,
  id: string,
  changesTo: (registered: readonly string[]) => WebhookChanges,
  at: Date,
): Promise<Webhook | null> {
  return inTransaction(pool, async (client) => {
    const found = await client.query<{ events: string[] }>(
      'SELECT events FROM webhook WHERE id = $1 AND partner_id = $2 AND deleted_at IS NULL FOR UPDATE',
      [id, partnerId],
    )
    const { url, events, description, sealedHeaders, isActive } = changesTo(found.rows[0]?.events ?? [])
    const { rows } = await client.query<Webhook>(
      `UPDATE webhook SET url = COALESCE($3, url), events = COALESCE($4, events), is_active = COALESCE($5, is_active),
         description = CASE WHEN $6 THEN $7 ELSE description END, updated_at = $8,
         headers = CASE WHEN $9 THEN $10 ELSE headers END
       WHERE id = $1 AND partner_id = $2 AND deleted_at IS NULL RETURNING ${webhookColumns}`,
      [
        ...[id, partnerId, url, events, isActive, description !== undefined, description, at],
        ...[sealedHeaders !== undefined, sealedHeaders],
      ],
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

/** A webhook's secrets and headers as they are stored. */
export interface SealedSecrets {
  readonly sequence: number
  readonly id: string
  readonly secret: Buffer
  readonly previousSecret: Buffer | null
  readonly headers: Buffer | null
}

/** Secrets of all partners' webhooks after a place in the order of their registration. */
export async function listSecrets(pool: Pool, after: number, limit: number): Promise<SealedSecrets[]> {
  const { rows } = await pool.query<SealedSecrets>(
    `SELECT sequence, id, secret, previous_secret AS "previousSecret", headers FROM webhook
     WHERE sequence > $1 AND deleted_at IS NULL ORDER BY sequence LIMIT $2`,
    [after, limit],
  )
  return rows
}

/** Stores secrets that were sealed again, unless they were replaced since they were read. */
export async function storeResealed(pool: Pool, read: SealedSecrets, resealed: SealedSecrets): Promise<void> {
  await pool.query(
    `UPDATE webhook SET secret = $2, previous_secret = $3, headers = $4
     WHERE id = $1 AND secret = $5 AND previous_secret IS NOT DISTINCT FROM $6 AND headers IS NOT DISTINCT FROM $7`,
    [
      ...[read.id, resealed.secret, resealed.previousSecret, resealed.headers],
      ...[read.secret, read.previousSecret, read.headers],
    ],
  )
}

/** Takes a webhook away from its partner, with the credentials in its headers; what is left of it is removed by `removeLeftovers`. */
export async function deleteWebhook(pool: Pool, partnerId: string, id: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `UPDATE webhook SET deleted_at = now(), is_active = false, headers = NULL
     WHERE id = $1 AND partner_id = $2 AND deleted_at IS NULL`,
    [id, partnerId],
  )
  return rowCount === 1
}
