import type { Statements } from '../../../platform/postgres/database.ts'

/** Statements that change partners and keys; each runs in the transaction of its command. */

export interface PartnerRow {
  readonly id: string
  readonly name: string
}

/** The part of a key that a change record shows; of its secret only the last characters. */
export interface KeyRow {
  readonly id: string
  readonly partnerId: string
  readonly prefix: string
  readonly lastFour: string
  readonly label: string | null
  readonly plan: string
  readonly limits: object
  readonly scopes: readonly string[]
  /** Of the pages that may use a publishable key; none for a secret one. */
  readonly origins: readonly string[]
  readonly createdAt: Date
  readonly expiresAt: Date | null
  readonly revokedAt: Date | null
}

export interface KeyToIssue extends Pick<
  KeyRow,
  'id' | 'partnerId' | 'prefix' | 'lastFour' | 'plan' | 'scopes' | 'limits' | 'origins'
> {
  readonly hash: Buffer
  readonly familyId: string
  readonly label: string | null
}

export interface PlanChange {
  readonly plan: string
  readonly limits: Readonly<Record<string, { readonly limit: number; readonly seconds: number }>>
  /** Names of limits that are removed before `limits` are added. */
  readonly replaced: readonly string[]
}

const keyColumns = `id, partner_id AS "partnerId", prefix, last_four AS "lastFour", label, plan, own_limits AS limits,
  scopes, origins, created_at AS "createdAt", expires_at AS "expiresAt", revoked_at AS "revokedAt"`

/** Adds a partner, unless there is one of that id; whether it was added. */
export async function insertPartner(client: Statements, { id, name }: PartnerRow): Promise<boolean> {
  const { rowCount } = await client.query(
    'INSERT INTO partner (id, name) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING',
    [id, name],
  )
  return rowCount === 1
}

/** Whether a partner has a name; no other one is added before the transaction ends. */
export async function isNameTaken(client: Statements, name: string): Promise<boolean> {
  await client.query('LOCK TABLE partner IN SHARE ROW EXCLUSIVE MODE')
  const { rowCount } = await client.query('SELECT FROM partner WHERE name = $1 LIMIT 1', [name])
  return rowCount !== 0
}

/** Lets one transaction at a time count the keys of a partner and add to them. */
export async function lockPartner(client: Statements, partnerId: string): Promise<void> {
  await client.query('SELECT FROM partner WHERE id = $1 FOR NO KEY UPDATE', [partnerId])
}

/** How many keys of a partner still work. */
export async function countWorkingKeys(client: Statements, partnerId: string, now: Date): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*) FROM api_key
     WHERE partner_id = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $2)`,
    [partnerId, now],
  )
  return rows[0]?.count ?? 0
}

export async function insertKey(client: Statements, key: KeyToIssue): Promise<KeyRow> {
  const { rows } = await client.query<KeyRow>(
    `INSERT INTO api_key (id, partner_id, hash, prefix, last_four, plan, scopes, own_limits, label, family_id, origins)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) RETURNING ${keyColumns}`,
    [
      key.id,
      key.partnerId,
      key.hash,
      key.prefix,
      key.lastFour,
      key.plan,
      key.scopes,
      JSON.stringify(key.limits),
      key.label,
      key.familyId,
      key.origins,
    ],
  )
  return rows[0] as KeyRow
}

/** A key, locked until the transaction ends; undefined when there is none. */
export async function lockKey(client: Statements, id: string): Promise<KeyRow | undefined> {
  const { rows } = await client.query<KeyRow>(`SELECT ${keyColumns} FROM api_key WHERE id = $1 FOR UPDATE`, [id])
  return rows[0]
}

/** Keys of a family that are not revoked, locked until the transaction ends. */
export async function lockFamily(client: Statements, familyId: string): Promise<KeyRow[]> {
  const { rows } = await client.query<KeyRow>(
    `SELECT ${keyColumns} FROM api_key WHERE family_id = $1 AND revoked_at IS NULL ORDER BY id FOR UPDATE`,
    [familyId],
  )
  return rows
}

export async function revoke(client: Statements, id: string, at: Date): Promise<KeyRow> {
  const { rows } = await client.query<KeyRow>(
    `UPDATE api_key SET revoked_at = $2 WHERE id = $1 RETURNING ${keyColumns}`,
    [id, at],
  )
  return rows[0] as KeyRow
}

export async function setEnd(client: Statements, id: string, expiresAt: Date): Promise<KeyRow> {
  const { rows } = await client.query<KeyRow>(
    `UPDATE api_key SET expires_at = $2 WHERE id = $1 RETURNING ${keyColumns}`,
    [id, expiresAt],
  )
  return rows[0] as KeyRow
}

export async function replaceSecret(
  client: Statements,
  id: string,
  { hash, lastFour }: Pick<KeyToIssue, 'hash' | 'lastFour'>,
): Promise<KeyRow> {
  const { rows } = await client.query<KeyRow>(
    `UPDATE api_key SET hash = $2, last_four = $3 WHERE id = $1 RETURNING ${keyColumns}`,
    [id, hash, lastFour],
  )
  return rows[0] as KeyRow
}

/** Sets the plan of all keys of a partner; returns those that this changes, as they were and as they are. */
export async function setPlan(
  client: Statements,
  partnerId: string,
  { plan, limits, replaced }: PlanChange,
): Promise<{ before: KeyRow; after: KeyRow }[]> {
  const { rows: before } = await client.query<KeyRow>(
    `SELECT ${keyColumns} FROM api_key WHERE partner_id = $1 ORDER BY id FOR UPDATE`,
    [partnerId],
  )
  const { rows: after } = await client.query<KeyRow>(
    `UPDATE api_key SET plan = $2, own_limits = own_limits - $3::text[] || $4::jsonb
     WHERE partner_id = $1 AND (plan, own_limits) IS DISTINCT FROM ($2, own_limits - $3::text[] || $4::jsonb)
     RETURNING ${keyColumns}`,
    [partnerId, plan, replaced, JSON.stringify(limits)],
  )
  const byId = new Map(before.map((row) => [row.id, row]))
  return after.flatMap((row) => {
    const old = byId.get(row.id)
    return old ? [{ before: old, after: row }] : []
  })
}
