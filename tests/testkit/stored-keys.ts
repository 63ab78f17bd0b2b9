import { createHash } from 'node:crypto'
import type { Environment } from '../../platform/trust/identity.ts'
import { sql } from './database.ts'

/** Keys are stored as hashes, so a key is found by its hash. */
const hashOf = (apiKey: string): Buffer => createHash('sha256').update(apiKey).digest()

/** Writes to one stored key of the sandbox, without notifying the processes that know it. */
async function changeKey(
  accessDatabase: string,
  apiKey: string,
  assignment: string,
  values: readonly unknown[] = [],
  serverUrl?: string,
): Promise<void> {
  const changed = await sql(
    accessDatabase,
    `UPDATE sandbox.api_key SET ${assignment} WHERE hash = $1 RETURNING id`,
    [hashOf(apiKey), ...values],
    serverUrl,
  )
  if (changed.length !== 1) throw new Error('The sandbox has no such key')
}

/** Revokes a key behind the back of the running processes. */
export const revokeKey = (accessDatabase: string, apiKey: string): Promise<void> =>
  changeKey(accessDatabase, apiKey, 'revoked_at = now()')

/** Makes a key expire one second ago. */
export const expireKey = (
  accessDatabase: string,
  apiKey: string,
  { serverUrl }: { serverUrl?: string } = {},
): Promise<void> => changeKey(accessDatabase, apiKey, "expires_at = now() - interval '1 second'", [], serverUrl)

/** Changes the label of a key. */
export const labelKey = (accessDatabase: string, apiKey: string, label: string): Promise<void> =>
  changeKey(accessDatabase, apiKey, 'label = $2', [label])

/** Replaces the scopes of a key by any others, also by those that it could not be issued with. */
export const setScopes = (accessDatabase: string, apiKey: string, scopes: readonly string[]): Promise<void> =>
  changeKey(accessDatabase, apiKey, 'scopes = $2', [scopes])

/** Adds scopes to a key, also those that it could not be issued with. */
export const addScopes = (accessDatabase: string, apiKey: string, ...scopes: string[]): Promise<void> =>
  changeKey(accessDatabase, apiKey, 'scopes = scopes || $2::text[]', [scopes])

/** The stored scopes of a key. */
export async function storedScopes(accessDatabase: string, apiKey: string): Promise<string[]> {
  const [stored] = await sql<{ scopes: string[] }>(
    accessDatabase,
    'SELECT scopes FROM sandbox.api_key WHERE hash = $1',
    [hashOf(apiKey)],
  )
  if (!stored) throw new Error('The sandbox has no such key')
  return stored.scopes
}

/** Everything stored about the keys of the sandbox, as JSON. */
export async function storedKeys(accessDatabase: string): Promise<string[]> {
  const rows = await sql<{ row: string }>(accessDatabase, 'SELECT to_jsonb(k)::text AS row FROM sandbox.api_key k')
  return rows.map(({ row }) => row)
}

/** The stored hash of a key, in hexadecimal. */
export async function storedHash(
  accessDatabase: string,
  environment: Environment,
  id: string,
): Promise<string | undefined> {
  const [stored] = await sql<{ hash: string }>(
    accessDatabase,
    `SELECT encode(hash, 'hex') AS hash FROM ${environment}.api_key WHERE id = $1`,
    [id],
  )
  return stored?.hash
}

/** Gives a partner of the sandbox more keys, whose secrets do not matter. */
export const insertKeys = (accessDatabase: string, partnerId: string, count: number): Promise<unknown> =>
  sql(
    accessDatabase,
    `INSERT INTO sandbox.api_key (id, partner_id, hash, prefix, last_four, plan, scopes, family_id)
     SELECT gen_random_uuid(), $1::uuid, sha256(($1::text || n)::bytea), 'sk_test_', 'none', 'basic', '{}', gen_random_uuid()
     FROM generate_series(1, $2::integer) AS n`,
    [partnerId, count],
  )
