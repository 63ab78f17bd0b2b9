import { setTimeout } from 'node:timers/promises'
import { beginTransaction, inLongTransaction, type Pool, type Statements } from '../../../platform/postgres/database.ts'
import { patternContaining } from '../../../platform/values/text.ts'
import { isUuid } from '../../../platform/values/uuid.ts'
import type { EventType } from '../../../schema/event-types.ts'
import { foundBy, reviveReservation, type ProductType, type ReservationSnapshot } from '../reservation/index.ts'
import type { EventFilter, LoggedEvent, LogPosition } from './event.ts'

/**
 * The log, `reservation_event`. Its events are written by reservation/store (insert.ts, update.ts), in the statement or
 * transaction of what they report; webhook/store reads them into its queue.
 */

interface Row {
  transaction: number
  sequence: number
  id: string
  partner_id: string
  reservation_id: string
  cenote_id: string
  product_type: ProductType
  type: EventType
  version: number
  occurred_at: Date
  snapshot: ReservationSnapshot
}

const selection = `transaction_id::text::bigint AS transaction, sequence, id, partner_id, reservation_id, cenote_id, product_type, type, version, occurred_at, snapshot`
/** Events of transactions that still run, or could still commit before one that is visible, are left for later. */
const settled = 'transaction_id < pg_snapshot_xmin(pg_current_snapshot())'
/** Expired events are stored until their month is dropped, but no longer read. */
const retained = 'occurred_at >= (SELECT expired_before FROM event_retention)'

const fromRow = (row: Row): LoggedEvent => ({
  position: { transaction: row.transaction, sequence: row.sequence },
  id: row.id,
  partnerId: row.partner_id,
  reservationId: row.reservation_id,
  productId: row.cenote_id,
  productType: row.product_type,
  previousProductId: row.snapshot.previousCenoteId ?? null,
  previousProductType: row.snapshot.previousProductType ?? null,
  type: row.type,
  version: row.version,
  author: row.snapshot.changedBy ?? null,
  occurredAt: row.occurred_at,
  reservation: { ...reviveReservation(row.snapshot), reportedAt: row.occurred_at },
})

/**
 * Settled events after a position, in commit order; for a reader only those that have not expired, of one partner or of
 * all.
 */
export async function readEvents(
  pool: Pool,
  after: LogPosition,
  limit: number,
  reader?: { readonly partnerId: string | undefined },
): Promise<LoggedEvent[]> {
  const values: unknown[] = [String(after.transaction), after.sequence, limit]
  const conditions = ['(transaction_id, sequence) > ($1::xid8, $2::bigint)', settled]
  if (reader) conditions.push(retained)
  if (reader?.partnerId !== undefined) conditions.push(`partner_id = $${values.push(reader.partnerId)}`)
  const { rows } = await pool.query<Row>(
    `SELECT ${selection} FROM reservation_event
     WHERE ${conditions.join(' AND ')}
     ORDER BY transaction_id, sequence LIMIT $3`,
    values,
  )
  return rows.map(fromRow)
}

/**
 * The events that meet a filter and a condition, their values added to those of the statement. Those that moved a
 * reservation away from the product of the filter are in an index of their own: each part is read in the order of the log.
 */
function eventsOf(filter: EventFilter, condition: string, values: unknown[]): string {
  const conditions = `${condition} AND ${conditionsOf(filter, values)}`
  const [id, ...others] = [filter.cenoteId, filter.tourId].filter((one) => one !== undefined)
  if (id === undefined) return `reservation_event WHERE ${conditions}`
  // A text that is not an identifier matches no event.
  if (![id, ...others].every(isUuid)) return `reservation_event WHERE false AND ${conditions}`
  const product = `$${values.push(id)}`
  const alsoOf = others.map((other) => ` AND $${values.push(other)} IN (cenote_id, previous_cenote_id)`).join('')
  const parts = ['cenote_id', 'previous_cenote_id'].map(
    (column) => `SELECT * FROM reservation_event WHERE ${column} = ${product} AND ${conditions}${alsoOf}`,
  )
  return `(${parts.join(' UNION ALL ')}) AS of_product`
}

/** Conditions of a filter but for the ids of products, their values added to those of the statement. */
function conditionsOf(
  { partnerId, wantedPartnerId, types, productType, reservationId, search, occurredAfter, occurredBefore }: EventFilter,
  values: unknown[],
): string {
  const conditions = [settled, retained]
  for (const id of [partnerId, wantedPartnerId])
    if (id !== undefined) conditions.push(`partner_id = $${values.push(id)}`)
  if (types) conditions.push(`type = ANY($${values.push([...types])})`)
  // Written out, for an index has only those of tours.
  if (productType) conditions.push(`(product_type = '${productType}' OR previous_product_type = '${productType}')`)
  if (occurredAfter) conditions.push(`occurred_at >= $${values.push(occurredAfter)}`)
  if (occurredBefore) conditions.push(`occurred_at <= $${values.push(occurredBefore)}`)
  if (search !== undefined) {
    const pattern = `$${values.push(patternContaining(search))}`
    const ownerId = wantedPartnerId ?? partnerId
    const owner = ownerId === undefined ? undefined : `$${values.push(ownerId)}`
    conditions.push(`reservation_id IN (${foundBy(pattern, owner)})`)
  }
  // A text that is not an identifier matches no event.
  if (reservationId !== undefined)
    conditions.push(isUuid(reservationId) ? `reservation_id = $${values.push(reservationId)}` : 'false')
  return conditions.join(' AND ')
}

/** Settled events that match, after a position or a number of them, in commit order. */
export async function findEvents(
  pool: Pool,
  filter: EventFilter,
  { after, skip = 0, take }: { after?: LogPosition | undefined; skip?: number | undefined; take: number },
): Promise<LoggedEvent[]> {
  const values: unknown[] = [String(after?.transaction ?? 0), after?.sequence ?? 0, take, skip]
  const events = eventsOf(filter, '(transaction_id, sequence) > ($1::xid8, $2::bigint)', values)
  const { rows } = await pool.query<Row>(
    `SELECT ${selection} FROM ${events}
     ORDER BY transaction_id, sequence LIMIT $3 OFFSET $4`,
    values,
  )
  return rows.map(fromRow)
}

export async function countEvents(pool: Pool, filter: EventFilter): Promise<number> {
  const values: unknown[] = []
  const { rows } = await pool.query<{ count: number }>(
    `SELECT count(*) FROM ${eventsOf(filter, 'true', values)}`,
    values,
  )
  return rows[0]?.count ?? 0
}

/**
 * Whether a partner, or an operator, can continue from a position: not when an event of theirs after it was pruned
 * (`expired`), nor when the log has not reached it, as after a restore to another server (`unknown`): either would miss
 * events silently.
 */
export async function positionProblem(
  pool: Pool,
  partnerId: string | undefined,
  { transaction, sequence }: LogPosition,
): Promise<'expired' | 'unknown' | null> {
  const { rows } = await pool.query<{ expired: boolean; unknown: boolean }>(
    `SELECT $2::xid8 >= pg_snapshot_xmin(pg_current_snapshot()) AS unknown,
       EXISTS (SELECT FROM event_horizon
         WHERE ($1::uuid IS NULL OR partner_id = $1) AND (transaction_id, sequence) > ($2::xid8, $3::bigint)) AS expired`,
    [partnerId ?? null, String(transaction), sequence],
  )
  return rows[0]?.unknown ? 'unknown' : rows[0]?.expired ? 'expired' : null
}

/**
 * Lets events that happened before an instant expire, a number of them at a time, and records for each partner which was
 * the last; whether there are more. Replicas leave it to the one that does it.
 */
export async function expireEvents(pool: Pool, before: Date, limit: number): Promise<boolean> {
  const { rows } = await pool.query<{ more: boolean }>(
    `WITH step AS MATERIALIZED (
       SELECT expired_before AS since, least($1, (
         SELECT occurred_at + interval '1 millisecond' FROM reservation_event
         WHERE occurred_at >= expired_before AND occurred_at < $1 ORDER BY occurred_at OFFSET $2 LIMIT 1)) AS until
       FROM event_retention WHERE expired_before < $1 FOR UPDATE SKIP LOCKED
     ), recorded AS (
       INSERT INTO event_horizon AS known (partner_id, transaction_id, sequence)
         SELECT DISTINCT ON (partner_id) partner_id, transaction_id, sequence
         FROM step, reservation_event WHERE occurred_at >= since AND occurred_at < until
         ORDER BY partner_id, transaction_id DESC, sequence DESC
       ON CONFLICT (partner_id) DO UPDATE SET transaction_id = excluded.transaction_id, sequence = excluded.sequence
         WHERE (excluded.transaction_id, excluded.sequence) > (known.transaction_id, known.sequence)
     )
     UPDATE event_retention SET expired_before = until FROM step RETURNING until < $1 AS more`,
    [before, limit],
  )
  return rows[0]?.more ?? false
}

/** Drops the oldest month if all of its events have expired, with what is left of their deliveries; its table's name. */
export const dropExpiredMonth = (pool: Pool): Promise<string | null> =>
  inLongTransaction(pool, async (client) => {
    const { rows } = await client.query<{ name: string | null }>('SELECT drop_expired_event_partition() AS name')
    return rows[0]?.name ?? null
  })

/** Deletes some expired events that have no month of their own, with their deliveries; whether there may be more. */
export async function removeStrays(pool: Pool, limit: number): Promise<boolean> {
  const { rows } = await pool.query<{ count: number }>(
    `WITH removed AS (
       DELETE FROM reservation_event_default WHERE id IN (
         SELECT id FROM reservation_event_default WHERE NOT ${retained} ORDER BY occurred_at LIMIT $1 FOR UPDATE SKIP LOCKED)
       RETURNING id
     ), deliveries AS (
       DELETE FROM webhook_delivery WHERE event_id IN (SELECT id FROM removed)
     )
     SELECT count(*) FROM removed`,
    [limit],
  )
  return rows[0]?.count === limit
}

const settlingPollMilliseconds = 5

/**
 * Where the log ends now: every event that was committed before the call stands at or before it, every event that is
 * committed after the call comes after it. While a transaction older than a committed event still runs, the position
 * of that event is not final: this waits until it is. A transaction that runs for longer than `maxSettlingMilliseconds`,
 * in any database of the server, is not waited for; then events of the last moment may come after the position.
 */
export async function readEnd(pool: Pool, maxSettlingMilliseconds = 1_000): Promise<LogPosition> {
  const endOf = (transaction: number): LogPosition => ({ transaction, sequence: Number.MAX_SAFE_INTEGER })
  const deadline = performance.now() + maxSettlingMilliseconds
  let last: number | undefined
  for (;;) {
    const { rows } = await pool.query<{ oldest: number; last: number | null }>(
      `SELECT oldest::text::bigint AS oldest,
         (SELECT transaction_id FROM reservation_event WHERE transaction_id >= oldest
          ORDER BY transaction_id DESC, sequence DESC LIMIT 1)::text::bigint AS last
       FROM (SELECT pg_snapshot_xmin(pg_current_snapshot()) AS oldest) snapshot`,
    )
    const { oldest = 1, last: newest = null } = rows[0] ?? {}
    last ??= newest ?? undefined
    if (last === undefined || performance.now() > deadline) return endOf(oldest - 1)
    if (oldest > last) return endOf(last)
    await setTimeout(settlingPollMilliseconds)
  }
}

/**
 * The id of the log, which is part of cursors. When another database server wrote the log (it was restored from a
 * dump), its events are moved before everything to come, those of one reservation in their order, and it becomes
 * another log. Events that were not turned into webhook deliveries yet still are.
 */
export async function openLog(pool: Pool): Promise<string> {
  const { client, commit, rollback: end } = await beginTransaction(pool)
  try {
    const { id, isOfThisServer } = await lockLog(client)
    const current = isOfThisServer ? id : await renumber(client)
    await commit()
    // Every row was written again, and reads by position would pass over the entries of all the former ones.
    if (!isOfThisServer) await client.query('VACUUM (ANALYZE) reservation_event')
    return current
  } finally {
    await end()
  }
}

async function lockLog(client: Statements): Promise<{ readonly id: string; readonly isOfThisServer: boolean }> {
  const { rows } = await client.query<{ id: string; isOfThisServer: boolean }>(
    `SELECT id, system_identifier = (SELECT system_identifier FROM pg_control_system()) AS "isOfThisServer"
     FROM event_log FOR UPDATE`,
  )
  if (!rows[0]) throw new Error('The event log has no identity')
  return rows[0]
}

/** Moves all events before those to come; returns the id of the new log. */
async function renumber(client: Statements): Promise<string> {
  await client.query(
    `UPDATE webhook_queue_position p SET transaction_id = '1', sequence = COALESCE(
       (SELECT min(e.sequence) - 1 FROM reservation_event e WHERE (e.transaction_id, e.sequence) > (p.transaction_id, p.sequence)),
       (SELECT max(sequence) FROM reservation_event), 0)`,
  )
  await client.query(`UPDATE reservation_event SET transaction_id = '1'`)
  await client.query('DELETE FROM event_horizon')
  const { rows } = await client.query<{ id: string }>(
    `UPDATE event_log SET id = gen_random_uuid(), system_identifier = (SELECT system_identifier FROM pg_control_system())
     RETURNING id`,
  )
  return (rows[0] as { id: string }).id
}
