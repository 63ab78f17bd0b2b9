import type { Pool } from '../../../../../platform/postgres/database.ts'
import type { CatalogEventType } from '../../../../../schema/event-types.ts'
import type { ProductType } from '../../../reservation/index.ts'
import type { ProductEventFilter, ProductLogEvent } from '../event.ts'
import { orderOf, type LogOrder, type LogPart } from './order.ts'
import { settled } from './reservation-events.ts'

/** The events of products, `product_event`. change-feed/ writes them; webhook/store reads them into its queue. */

export interface ProductEventRow {
  transaction: number
  sequence: number
  id: string
  /** Null, as are the reservation and its version; a row of the other table has them. */
  partner_id: null
  reservation_id: null
  product_id: string | null
  product_type: ProductType | null
  type: CatalogEventType
  version: null
  occurred_at: Date
  snapshot: Pick<ProductLogEvent, 'dateFrom' | 'dateTo' | 'changed'>
}

/** The columns of a reservation's events, so that both tables can be read as one. */
export const productEventColumns = `transaction_id::text::bigint AS transaction, sequence, id, NULL::uuid AS partner_id,
  NULL::uuid AS reservation_id, product_id, product_type, type, NULL::integer AS version, occurred_at,
  jsonb_build_object('dateFrom', date_from, 'dateTo', date_to, 'changed', changed) AS snapshot`

export const toProductEvent = (row: ProductEventRow): ProductLogEvent => ({
  position: { transaction: row.transaction, sequence: row.sequence },
  id: row.id,
  type: row.type,
  occurredAt: row.occurred_at,
  productType: row.product_type,
  productId: row.product_id,
  dateFrom: row.snapshot.dateFrom,
  dateTo: row.snapshot.dateTo,
  changed: row.snapshot.changed,
})

/** Conditions of a filter but for types and ids, their values added to those of the statement. */
function conditionsOf({ productType, occurredAfter, occurredBefore }: ProductEventFilter, values: unknown[]): string {
  const conditions = [settled]
  // Written out, for an index has only those of tours.
  if (productType) conditions.push(`(product_type = '${productType}' OR product_type IS NULL)`)
  if (occurredAfter) conditions.push(`occurred_at >= $${values.push(occurredAfter)}`)
  if (occurredBefore) conditions.push(`occurred_at <= $${values.push(occurredBefore)}`)
  return conditions.join(' AND ')
}

/**
 * The events after the position of $1 and $2 in an order that meet a filter, their values added to those of the statement,
 * as many of the first ones as a limit. Each product of a filter, or each type of one without products, is read in the order of the
 * log as far as the limit, so that an index is enough.
 */
export function firstProductEvents(
  filter: ProductEventFilter,
  order: LogOrder,
  values: unknown[],
  limit: string,
): string {
  const { types, productIds } = filter
  const conditions = `${order.condition} AND ${conditionsOf(filter, values)}`
  const first = (restriction: string): string =>
    `(SELECT * FROM product_event WHERE ${restriction} AND ${conditions} ${order.by('transaction_id')} LIMIT ${limit})`
  const typeList = types && `$${values.push([...types])}::text[]`
  if (productIds) {
    const ofTypes = typeList ? ` AND type = ANY (${typeList})` : ''
    return `(SELECT of_product.* FROM unnest($${values.push([...productIds])}::uuid[]) AS named (id),
        LATERAL ${first(`product_id = named.id${ofTypes}`)} AS of_product
      UNION ALL ${first(`product_id IS NULL${ofTypes}`)}) AS of_products`
  }
  if (!typeList) return `product_event WHERE ${conditions}`
  return `(SELECT of_type.* FROM unnest(${typeList}) AS named (type),
    LATERAL ${first('product_event.type = named.type')} AS of_type) AS of_types`
}

/** Settled events that match, a part of them in an order of the log. */
export async function findProductEvents(
  pool: Pool,
  filter: ProductEventFilter,
  part: LogPart,
): Promise<ProductLogEvent[]> {
  const order = orderOf(part)
  const values: unknown[] = [...order.start, part.take, part.skip ?? 0]
  const { rows } = await pool.query<ProductEventRow>(
    `SELECT ${productEventColumns} FROM ${firstProductEvents(filter, order, values, '$3::bigint + $4::bigint')}
     ${order.by('transaction_id')} LIMIT $3 OFFSET $4`,
    values,
  )
  return rows.map(toProductEvent)
}

export async function countProductEvents(pool: Pool, filter: ProductEventFilter): Promise<number> {
  const { types, productIds } = filter
  const values: unknown[] = []
  const conditions = [conditionsOf(filter, values)]
  if (types) conditions.push(`type = ANY ($${values.push([...types])})`)
  if (productIds) conditions.push(`(product_id = ANY ($${values.push([...productIds])}) OR product_id IS NULL)`)
  const { rows } = await pool.query<{ count: number }>(
    `SELECT count(*) FROM product_event WHERE ${conditions.join(' AND ')}`,
    values,
  )
  return rows[0]?.count ?? 0
}
