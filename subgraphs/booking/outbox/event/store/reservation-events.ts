import type { Pool } from '../../../../../platform/postgres/database.ts'
import { patternContaining } from '../../../../../platform/values/text.ts'
import { isUuid } from '../../../../../platform/values/uuid.ts'
import type { EventType } from '../../../../../schema/event-types.ts'
import { foundBy, reviveReservation, type ProductType, type ReservationSnapshot } from '../../../reservation/index.ts'
import type { EventFilter, LogPosition, ReservationLogEvent } from '../event.ts'
import { orderOf, type LogPart } from './order.ts'

/**
 * The events of reservations, `reservation_event`. They are written in the statement or transaction of what they report
 * (`write_reservation_event`); ../../webhook/store/queue.ts reads them into its queue.
 */

export interface ReservationEventRow {
  transaction: number
  sequence: number
  id: string
  partner_id: string
  reservation_id: string
  product_id: string
  product_type: ProductType
  type: EventType
  version: number
  occurred_at: Date
  snapshot: ReservationSnapshot
}

export const eventColumns = `transaction_id::text::bigint AS transaction, sequence, id, partner_id, reservation_id, product_id, product_type, type, version, occurred_at, snapshot`
/** Events of transactions that still run, or could still commit before one that is visible, are left for later. */
export const settled = 'transaction_id < pg_snapshot_xmin(pg_current_snapshot())'
/** Expired events are stored until their month is dropped, but no longer read. */
export const retained = 'occurred_at >= (SELECT expired_before FROM event_retention)'

export const toReservationEvent = (row: ReservationEventRow): ReservationLogEvent => ({
  position: { transaction: row.transaction, sequence: row.sequence },
  id: row.id,
  partnerId: row.partner_id,
  reservationId: row.reservation_id,
  productId: row.product_id,
  productType: row.product_type,
  previousProductId: row.snapshot.previousProductId ?? null,
  previousProductType: row.snapshot.previousProductType ?? null,
  type: row.type,
  version: row.version,
  author: row.snapshot.changedBy,
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
): Promise<ReservationLogEvent[]> {
  const values: unknown[] = [String(after.transaction), after.sequence, limit]
  const conditions = ['(transaction_id, sequence) > ($1::xid8, $2::bigint)', settled]
  if (reader) conditions.push(retained)
  if (reader?.partnerId !== undefined) conditions.push(`partner_id = $${values.push(reader.partnerId)}`)
  const { rows } = await pool.query<ReservationEventRow>(
    `SELECT ${eventColumns} FROM reservation_event
     WHERE ${conditions.join(' AND ')}
     ORDER BY transaction_id, sequence LIMIT $3`,
    values,
  )
  return rows.map(toReservationEvent)
}

/**
 * The events that meet a filter and a condition, their values added to those of the statement. Those that moved a
 * reservation away from the product of the filter are in an index of their own: each part is read in the order of the log.
 */
export function eventsOf(filter: EventFilter, condition: string, values: unknown[]): string {
  const conditions = `${condition} AND ${conditionsOf(filter, values)}`
  const [id, ...others] = filter.ofProducts ?? []
  if (id === undefined) return `reservation_event WHERE ${conditions}`
  // A text that is not an identifier matches no event.
  if (![id, ...others].every(isUuid)) return `reservation_event WHERE false AND ${conditions}`
  const product = `$${values.push(id)}`
  const alsoOf = others.map((other) => ` AND $${values.push(other)} IN (product_id, previous_product_id)`).join('')
  const parts = ['product_id', 'previous_product_id'].map(
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

/** Settled events that match, a part of them in an order of the log. */
export async function findEvents(pool: Pool, filter: EventFilter, part: LogPart): Promise<ReservationLogEvent[]> {
  const order = orderOf(part)
  const values: unknown[] = [...order.start, part.take, part.skip ?? 0]
  const events = eventsOf(filter, order.condition, values)
  const { rows } = await pool.query<ReservationEventRow>(
    `SELECT ${eventColumns} FROM ${events}
     ${order.by('transaction_id')} LIMIT $3 OFFSET $4`,
    values,
  )
  return rows.map(toReservationEvent)
}

export async function countEvents(pool: Pool, filter: EventFilter): Promise<number> {
  const values: unknown[] = []
  const { rows } = await pool.query<{ count: number }>(
    `SELECT count(*) FROM ${eventsOf(filter, 'true', values)}`,
    values,
  )
  return rows[0]?.count ?? 0
}
