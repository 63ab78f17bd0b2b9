import { isDeepStrictEqual } from 'node:util'
import type { Identity } from '../trust/identity.ts'
import { inTransaction, type Pool, type PoolClient, type Statements } from './database.ts'

/** The subject of a change: its type, as the contract names it, and its id. */
export interface ChangeSubject {
  readonly type: string
  readonly id: string
}

/** The change of one administration mutation; `before` is null for a creation, `after` for a deletion. */
export interface Change {
  readonly subject: ChangeSubject
  readonly action: 'CREATED' | 'UPDATED' | 'PUBLISHED' | 'DEACTIVATED' | 'DELETED'
  readonly before: object | null
  readonly after: object | null
}

/** A change as stored. */
export interface ChangeRow {
  readonly id: string
  /** Its position among all changes of a database. */
  readonly sequence: number
  readonly action: Change['action']
  readonly at: Date
  /** Null for a command of the operator, which has no key. */
  readonly key: { readonly id: string; readonly lastFour: string } | null
  readonly before: object | null
  readonly after: object | null
}

/** Who makes a change, and where. */
export interface Administrator {
  readonly pool: Pool
  readonly identity: Pick<Identity, 'key'>
  /** Names the work of a request under an Idempotency-Key. */
  readonly operation?: string | undefined
}

/**
 * Does the work of one administration mutation in one transaction, with the record of its change, once for each
 * operation. Returns the id of its subject, also when a request under an Idempotency-Key has done the work before. The
 * work returns what it changed; when nothing differs, nothing is recorded.
 */
export async function administer(
  { pool, identity, operation }: Administrator,
  work: (client: PoolClient) => Promise<Change>,
): Promise<string> {
  const done = await subjectOf(pool, operation)
  if (done !== null) return done
  try {
    return await inTransaction(pool, async (client) => {
      const change = await work(client)
      await insertChange(client, change, identity.key, operation)
      return change.subject.id
    })
  } catch (error) {
    // Another process may have done the same operation meanwhile.
    const doneMeanwhile = await subjectOf(pool, operation).catch(() => null)
    if (doneMeanwhile === null) throw error
    return doneMeanwhile
  }
}

async function subjectOf(pool: Pool, operation: string | undefined): Promise<string | null> {
  if (operation === undefined) return null
  const { rows } = await pool.query<{ id: string }>('SELECT subject_id AS id FROM change WHERE operation = $1', [
    operation,
  ])
  return rows[0]?.id ?? null
}

async function insertChange(
  client: PoolClient,
  change: Change,
  key: Identity['key'],
  operation: string | undefined,
): Promise<void> {
  await recordChanges(client, [change], { key, operation })
}

/** Records changes; one in which nothing differs is left out. Without a key they are those of a command on the server. */
export async function recordChanges(
  client: Statements,
  changes: readonly Change[],
  { key, operation }: { readonly key?: Identity['key']; readonly operation?: string | undefined } = {},
): Promise<void> {
  const rows = changes.flatMap(({ subject, action, before, after }) => {
    const changed = changedTexts(before, after)
    if (!changed) return []
    const row = JSON.stringify({ type: subject.type, subject_id: subject.id, action })
    return [`${row.slice(0, -1)},"before":${changed.before},"after":${changed.after}}`]
  })
  if (rows.length === 0) return
  await client.query(
    `INSERT INTO change (type, subject_id, action, key_id, key_last_four, before, after, operation)
     SELECT type, subject_id, action, $2, $3, before, after, $4
     FROM jsonb_to_recordset($1) AS entry (type text, subject_id text, action text, before jsonb, after jsonb)`,
    [`[${rows.join(',')}]`, key?.id, key?.lastFour, operation],
  )
}

/** The members that differ, on both sides; undefined when none does. */
export function changedFields(
  before: object | null,
  after: object | null,
): { readonly before: object | null; readonly after: object | null } | undefined {
  if (!before || !after) return { before, after }
  const changed = changedTexts(before, after)
  return changed && { before: JSON.parse(changed.before) as object, after: JSON.parse(changed.after) as object }
}

/**
 * The same as JSON. A record may have thousands of slots, and other requests wait while it is written: each member is
 * written once, and parsed only where the texts leave open whether it differs.
 */
function changedTexts(
  before: object | null,
  after: object | null,
): { readonly before: string; readonly after: string } | undefined {
  if (!before || !after) return { before: JSON.stringify(before), after: JSON.stringify(after) }
  const [old, current] = [membersOf(before), membersOf(after)]
  const names = [...new Set([...old.keys(), ...current.keys()])].filter((name) =>
    differs(old.get(name), current.get(name)),
  )
  if (names.length === 0) return undefined
  // Null shows a member that is absent, so that both sides have the same ones.
  const part = (side: Members): string =>
    `{${names.map((name) => `${JSON.stringify(name)}:${side.get(name) ?? 'null'}`).join(',')}}`
  return { before: part(old), after: part(current) }
}

/** Members as JSON stores them: without undefined ones, and with instants as texts. */
type Members = ReadonlyMap<string, string>

function membersOf(value: object): Members {
  const members = new Map<string, string>()
  for (const [name, member] of Object.entries(value)) {
    const text = JSON.stringify(member) as string | undefined
    if (text !== undefined) members.set(name, text)
  }
  return members
}

/** Texts of the same length may be the same value with members in another order. */
function differs(old: string | undefined, current: string | undefined): boolean {
  if (old === current) return false
  if (old === undefined || current === undefined || old.length !== current.length) return true
  return !isDeepStrictEqual(JSON.parse(old), JSON.parse(current))
}

const columns = `id, sequence, action, at, before, after,
  CASE WHEN key_id IS NOT NULL THEN json_build_object('id', key_id, 'lastFour', key_last_four) END AS key`

/** Changes of a subject, the latest first. */
export async function readChanges(
  pool: Pool,
  { type, id }: ChangeSubject,
  { first, before }: { readonly first: number; readonly before: number | null },
): Promise<ChangeRow[]> {
  const { rows } = await pool.query<ChangeRow>(
    `SELECT ${columns} FROM change WHERE type = $1 AND subject_id = $2 AND ($3::bigint IS NULL OR sequence < $3)
     ORDER BY sequence DESC LIMIT $4`,
    [type, id, before, first],
  )
  return rows
}

export async function countChanges(pool: Pool, { type, id }: ChangeSubject): Promise<number> {
  const { rows } = await pool.query<{ total: number }>(
    'SELECT count(*) AS total FROM change WHERE type = $1 AND subject_id = $2',
    [type, id],
  )
  return rows[0]?.total ?? 0
}
