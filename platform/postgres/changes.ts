import { isDeepStrictEqual } from 'node:util'
import { authorOf, systemAuthor, type Author } from '../trust/author.ts'
import type { Identity } from '../trust/identity.ts'
import { isUuid } from '../values/uuid.ts'
import { inTransaction, type Pool, type PoolClient, type Statements } from './database.ts'

/** The subject of a change: its type, as the contract names it, and its id. */
export interface ChangeSubject {
  readonly type: string
  readonly id: string
}

/** A change by administration, or by an operator at a reservation; `before` is null for a creation, `after` for a deletion. */
export interface Change {
  readonly subject: ChangeSubject
  readonly action: 'created' | 'updated' | 'published' | 'deactivated' | 'deleted'
  readonly before: object | null
  readonly after: object | null
}

/** A change as stored. */
export interface ChangeRow {
  readonly id: string
  /** Its position among all changes of a database. */
  readonly sequence: number
  readonly subject: ChangeSubject
  readonly action: Change['action']
  readonly at: Date
  readonly by: Author
  /** Null for a command on the server, which has no key, and for a change of a reservation, which has an author alone. */
  readonly key: { readonly id: string; readonly lastFour: string } | null
  readonly before: object | null
  readonly after: object | null
}

/** Who makes a change, and where. */
export interface Administrator {
  readonly pool: Pool
  /** Without a key it is a command on the server. */
  readonly identity: Partial<Pick<Identity, 'key' | 'scopes'>>
  /** Names the work of a request under an Idempotency-Key. */
  readonly operation?: string | undefined
}

/** The author of a change, with the last characters of its key where they are known. */
export interface ChangeAuthor extends Author {
  readonly lastFour?: string
}

export const changeAuthorOf = ({ key, scopes = [] }: Administrator['identity']): ChangeAuthor =>
  key ? { ...authorOf({ key, scopes }), lastFour: key.lastFour } : systemAuthor

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
      await recordChanges(client, [change], { author: changeAuthorOf(identity), operation })
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

/** Records changes; one in which nothing differs is left out. By default they are those of a command on the server. */
export async function recordChanges(
  client: Statements,
  changes: readonly Change[],
  {
    author = systemAuthor,
    operation,
  }: { readonly author?: ChangeAuthor; readonly operation?: string | undefined } = {},
): Promise<void> {
  const rows = changes.flatMap(({ subject, action, before, after }) => {
    const changed = changedTexts(before, after)
    if (!changed) return []
    const row = JSON.stringify({ type: subject.type, subject_id: subject.id, action })
    return [`${row.slice(0, -1)},"before":${changed.before},"after":${changed.after}}`]
  })
  if (rows.length === 0) return
  await client.query(
    `INSERT INTO change (type, subject_id, action, author_type, key_id, key_last_four, key_label, before, after, operation)
     SELECT type, subject_id, action, $2, $3, $4, $5, before, after, $6
     FROM jsonb_to_recordset($1) AS entry (type text, subject_id text, action text, before jsonb, after jsonb)`,
    [`[${rows.join(',')}]`, author.type, author.keyId, author.lastFour, author.keyLabel, operation],
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

/** Which changes are read. */
export interface ChangeFilter {
  /** Of any type, or with any id, where it is absent. */
  readonly type?: string | undefined
  readonly id?: string | undefined
  /** The id of a key, or the label that it had. */
  readonly by?: string | undefined
  /** Included. */
  readonly from?: string | undefined
  /** Not included. */
  readonly to?: string | undefined
}

/** The position of a change in a list: one comes after it if it is older, or of the same instant and recorded earlier. */
export interface ChangePosition {
  readonly at: string
  readonly sequence: number
}

const columns = `id, sequence, json_build_object('type', type, 'id', subject_id) AS subject, action, at, before, after,
  json_build_object('type', author_type, 'keyId', key_id, 'keyLabel', key_label) AS by,
  CASE WHEN key_last_four IS NOT NULL THEN json_build_object('id', key_id, 'lastFour', key_last_four) END AS key`

function conditionsOf({ type, id, by, from, to }: ChangeFilter, values: unknown[]): string[] {
  const conditions: string[] = []
  const add = (condition: string, value: unknown): void => {
    if (value !== undefined) conditions.push(condition.replace('?', `$${values.push(value)}`))
  }
  add('type = ?', type)
  add('subject_id = ?', id)
  add(by !== undefined && isUuid(by) ? 'key_id = ?' : 'key_label = ?', by)
  add('at >= ?', from)
  add('at < ?', to)
  return conditions
}

const where = (conditions: readonly string[]): string =>
  conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`

/** Changes, the latest first. */
export async function readChanges(
  pool: Pool,
  filter: ChangeFilter,
  { first, after }: { readonly first: number; readonly after: ChangePosition | null },
): Promise<ChangeRow[]> {
  const values: unknown[] = []
  const conditions = conditionsOf(filter, values)
  if (after) {
    conditions.push(`(at, sequence) < ($${values.push(after.at)}, $${values.push(after.sequence)})`)
  }
  const { rows } = await pool.query<ChangeRow>(
    `SELECT ${columns} FROM change ${where(conditions)} ORDER BY at DESC, sequence DESC LIMIT $${values.push(first)}`,
    values,
  )
  return rows
}

export async function countChanges(pool: Pool, filter: ChangeFilter): Promise<number> {
  const values: unknown[] = []
  const conditions = conditionsOf(filter, values)
  const { rows } = await pool.query<{ total: number }>(
    `SELECT count(*) AS total FROM change ${where(conditions)}`,
    values,
  )
  return rows[0]?.total ?? 0
}
