import { insertRows, selectList } from '../../../../platform/postgres/columns.ts'
import type { Pool, Statements } from '../../../../platform/postgres/database.ts'
import type { LocalizedText } from '../../../../platform/values/i18n.ts'
import type { Author } from '../../../../platform/trust/author.ts'
import type { DisruptionReason } from '../../generated/resolvers.ts'
import type { DisruptionOutcome } from '../../reservation/index.ts'
import type { Scope } from './standing.ts'

export type Cause = 'closure' | 'slots' | 'deactivation' | 'departures' | 'capacity'
export type Choice = 'keep' | 'cancel'

/** Something that was closed where reservations stood, and what becomes of them. */
export interface Disruption extends Scope {
  readonly id: string
  readonly cause: Cause
  readonly closureId: string | null
  readonly choice: Choice
  readonly reason: DisruptionReason
  readonly note: LocalizedText | null
  readonly notifyGuests: boolean
  /** Whose key asked for it last. */
  readonly author: Author
  readonly createdAt: Date
  /** Its closure was removed: marks are taken away. */
  readonly isCleared: boolean
}

/** Numbers of its reservations. */
export interface Progress {
  readonly total: number
  readonly done: number
  readonly failed: number
  readonly moved: number
  readonly marked: number
  readonly cleared: number
  readonly remaining: number
}

/** A reservation of a disruption. */
export interface DisruptedKey {
  readonly partnerId: string
  readonly id: string
}

export interface DueReservation extends DisruptedKey {
  readonly disruptionId: string
}

const members = [
  'id',
  'cause',
  'productId',
  'productType',
  'closureId',
  'times',
  'slots',
  'choice',
  'reason',
  'note',
  'notifyGuests',
  'author',
  'createdAt',
  'isCleared',
] as const satisfies readonly (keyof Disruption)[]
const selection = `${selectList(members)}, first_date AS "from", last_date AS "to"`

/** Writes a disruption with the reservations that stand; `lookAt` is when more are looked for, null for never. */
export async function insertDisruption(
  client: Statements,
  disruption: Disruption,
  standing: readonly DisruptedKey[],
  order: { readonly lookAt: Date | null; readonly operation: string | undefined },
): Promise<void> {
  const { id, from: firstDate, to: lastDate, createdAt } = disruption
  const values = Object.fromEntries(members.map((member) => [member, disruption[member]]))
  await insertRows(client, 'disruption', [{ ...values, firstDate, lastDate, ...order }])
  await addReservations(client, id, standing, createdAt)
}

/** Adds reservations that were found, for the job to work on; those that it has already stay as they are. */
export async function addReservations(
  client: Statements,
  disruptionId: string,
  found: readonly DisruptedKey[],
  now: Date,
): Promise<void> {
  if (found.length === 0) return
  await client.query(
    `INSERT INTO disruption_reservation (partner_id, disruption_id, reservation_id, state, due_at)
     SELECT partner_id, $1, id, 'waiting', $4 FROM unnest($2::uuid[], $3::uuid[]) AS found (partner_id, id)
     ON CONFLICT (partner_id, disruption_id, reservation_id) DO NOTHING`,
    [disruptionId, found.map(({ partnerId }) => partnerId), found.map(({ id }) => id), now],
  )
}

async function findOne(reader: Statements | Pool, condition: string, value: string): Promise<Disruption | null> {
  const { rows } = await reader.query<Disruption>(
    `SELECT ${selection} FROM disruption WHERE ${condition} ORDER BY created_at DESC, id DESC LIMIT 1`,
    [value],
  )
  return rows[0] ?? null
}

export const findDisruption = (reader: Statements | Pool, id: string): Promise<Disruption | null> =>
  findOne(reader, 'id = $1', id)

/** The disruption by the work of a request under an Idempotency-Key. */
export const findByOperation = (reader: Statements | Pool, operation: string): Promise<Disruption | null> =>
  findOne(reader, 'operation = $1', operation)

export const findByClosure = (reader: Statements | Pool, closureId: string): Promise<Disruption | null> =>
  findOne(reader, 'closure_id = $1', closureId)

/** The latest disruption by a change of a product itself: a deactivation, or fewer departures of a tour. */
export const findByProduct = (reader: Statements | Pool, productId: string): Promise<Disruption | null> =>
  findOne(reader, `product_id = $1 AND cause NOT IN ('closure', 'slots')`, productId)

/** A part of all disruptions, newest first. */
export async function listDisruptions(
  pool: Pool,
  { take, skip, after }: { take: number; skip: number; after: readonly [createdAt: string, id: string] | null },
): Promise<Disruption[]> {
  const { rows } = await pool.query<Disruption>(
    `SELECT ${selection} FROM disruption
     WHERE $1::timestamptz IS NULL OR (created_at, id) < ($1, $2::uuid)
     ORDER BY created_at DESC, id DESC LIMIT $3 OFFSET $4`,
    [after?.[0] ?? null, after?.[1] ?? null, take, skip],
  )
  return rows
}

export async function countDisruptions(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ total: number }>('SELECT count(*) AS total FROM disruption')
  return rows[0]?.total ?? 0
}

/** How far the work on disruptions is. */
export async function readProgress(pool: Pool, ids: readonly string[]): Promise<Progress[]> {
  const of = (state: string): string => `count(*) FILTER (WHERE state = '${state}')`
  const { rows } = await pool.query<Progress & { readonly id: string }>(
    `SELECT disruption_id AS id, count(*) AS total, ${of('cancelled')} AS done, ${of('failed')} AS failed,
       ${of('moved')} AS moved, ${of('marked')} AS marked, ${of('cleared')} AS cleared, ${of('waiting')} AS remaining
     FROM disruption_reservation WHERE disruption_id = ANY ($1::uuid[]) GROUP BY disruption_id`,
    [ids],
  )
  const found = new Map(rows.map(({ id, ...progress }) => [id, progress]))
  const none = { total: 0, done: 0, failed: 0, moved: 0, marked: 0, cleared: 0, remaining: 0 }
  return ids.map((id) => found.get(id) ?? none)
}

/** The reservations that the job has to work on, those that have waited longest first. */
export async function readDueReservations(pool: Pool, now: Date, limit: number): Promise<DueReservation[]> {
  const { rows } = await pool.query<DueReservation>(
    `SELECT partner_id AS "partnerId", disruption_id AS "disruptionId", reservation_id AS id
     FROM disruption_reservation WHERE due_at <= $1 ORDER BY due_at, reservation_id LIMIT $2`,
    [now, limit],
  )
  return rows
}

/** Locks a reservation's place in a disruption that is to be worked on; null when that is done. */
export async function lockDueReservation(
  client: Statements,
  { partnerId, disruptionId, id }: DueReservation,
): Promise<{ readonly disruption: Disruption; readonly isMarkedElsewhere: boolean } | null> {
  const { rowCount } = await client.query(
    `SELECT FROM disruption_reservation WHERE partner_id = $1 AND disruption_id = $2 AND reservation_id = $3
       AND state = 'waiting' FOR UPDATE`,
    [partnerId, disruptionId, id],
  )
  if (rowCount === 0) return null
  // After the lock, so that an order that was changed meanwhile is the present one.
  const disruption = await findDisruption(client, disruptionId)
  if (!disruption) return null
  const { rowCount: others } = await client.query(
    `SELECT FROM disruption_reservation WHERE partner_id = $1 AND reservation_id = $2 AND state = 'marked'`,
    [partnerId, id],
  )
  return { disruption, isMarkedElsewhere: (others ?? 0) > 0 }
}

/** Notes what became of a reservation. */
export async function noteOutcome(
  client: Statements,
  { partnerId, disruptionId, id }: DueReservation,
  outcome: DisruptionOutcome,
): Promise<void> {
  await client.query(
    `UPDATE disruption_reservation SET state = $4, due_at = NULL
     WHERE partner_id = $1 AND disruption_id = $2 AND reservation_id = $3`,
    [partnerId, disruptionId, id, outcome],
  )
}

/** Postpones what is due of a partner, whose reservations could not be changed. */
export async function postponeOf(pool: Pool, partnerId: string, now: Date, until: Date): Promise<void> {
  await pool.query('UPDATE disruption_reservation SET due_at = $3 WHERE partner_id = $1 AND due_at <= $2', [
    partnerId,
    now,
    until,
  ])
}

/** Orders that the reservations that were kept and still stand are cancelled. */
export async function orderCancellation(
  client: Statements,
  { id, reason, notifyGuests, author }: Pick<Disruption, 'id' | 'reason' | 'notifyGuests' | 'author'>,
  now: Date,
): Promise<void> {
  await client.query(
    `UPDATE disruption SET choice = 'cancel', reason = $2, notify_guests = $3, author = $4 WHERE id = $1`,
    [id, reason, notifyGuests, JSON.stringify(author)],
  )
  await requeueMarked(client, id, now)
}

/** Orders that the marks of the disruptions of a closure are taken away, except where it cancels. */
export async function orderClearing(client: Statements, closureId: string, author: Author, now: Date): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    `UPDATE disruption SET is_cleared = choice = 'keep', look_at = NULL,
       author = CASE WHEN choice = 'keep' THEN $2 ELSE author END
     WHERE closure_id = $1 RETURNING id`,
    [closureId, JSON.stringify(author)],
  )
  for (const { id } of rows) await requeueMarked(client, id, now)
}

async function requeueMarked(client: Statements, id: string, now: Date): Promise<void> {
  await client.query(
    `UPDATE disruption_reservation SET state = 'waiting', due_at = $2 WHERE disruption_id = $1 AND state IN ('waiting', 'marked')`,
    [id, now],
  )
}

/** Disruptions of which not all reservations were found yet, locked; those that another process works on are left to it. */
export async function lockIncomplete(client: Statements, now: Date): Promise<Disruption | null> {
  const { rows } = await client.query<Disruption>(
    `SELECT ${selection} FROM disruption WHERE look_at <= $1 ORDER BY look_at LIMIT 1 FOR UPDATE SKIP LOCKED`,
    [now],
  )
  return rows[0] ?? null
}

/** When more reservations are looked for; null when all were found. */
export async function setLookAt(client: Statements, id: string, at: Date | null): Promise<void> {
  await client.query('UPDATE disruption SET look_at = $2 WHERE id = $1', [id, at])
}
