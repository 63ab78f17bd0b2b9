import { inTransaction, type Statements } from '../../../../../platform/postgres/database.ts'
import { addDays, daysBetween, hour } from '../../../../../platform/values/clock.ts'
import type { Database } from '../../../database.ts'
import { peopleSum } from '../../columns.ts'
import { SalesRows, type SalesDimension, type SalesRow } from '../rules/sales.ts'
import { conditionsOf, sourcesOf, Values, type ReservationConditions } from './list.ts'
import { refundDueSql } from './refund-due.ts'

export type { SalesRow } from '../rules/sales.ts'

/** The reservations of a report, by days of the visit or of the creation. */
export interface SalesConditions extends Pick<
  ReservationConditions,
  'partnerId' | 'productId' | 'productType' | 'status'
> {
  readonly from: string
  readonly to: string
  readonly basis: 'visit' | 'creation'
}

/** Each statement sums a part of the days, so that none takes as long as the whole report. */
const daysOfPart = 31

/** Rows of a report at an instant, out of one snapshot; null when there are more than the maximum. */
export async function salesRows(
  { pool }: Database,
  conditions: SalesConditions,
  by: readonly SalesDimension[],
  now: Date,
  maxRows: number,
): Promise<SalesRow[] | null> {
  return inTransaction(pool, async (client) => {
    const rows = new SalesRows(by)
    await client.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY')
    for (let from = conditions.from; from <= conditions.to && rows.size <= maxRows; from = addDays(from, daysOfPart)) {
      const days = Math.min(daysOfPart - 1, daysBetween(from, conditions.to))
      rows.add(await sumPart(client, { ...conditions, from, to: addDays(from, days) }, by, now, maxRows))
    }
    return rows.size > maxRows ? null : rows.sorted()
  })
}

const dimensionColumns: Record<SalesDimension, string> = {
  day: 'day',
  month: 'left(day, 7)',
  partner: 'partner_id',
  product: 'product_id',
  status: 'reached',
}

async function sumPart(
  client: Statements,
  { from, to, basis, ...conditions }: SalesConditions,
  by: readonly SalesDimension[],
  now: Date,
  maxRows: number,
): Promise<SalesRow[]> {
  const values = new Values()
  const isByVisit = basis === 'visit'
  const range = isByVisit ? { dateFrom: from, dateTo: to } : { createdAfter: startOf(from), createdBefore: endOf(to) }
  const narrowed = conditionsOf({ ...conditions, ...range }, now, values)
  const sources = sourcesOf({ statuses: conditions.status && [conditions.status] }, narrowed, now, values)
  const day = isByVisit ? 'visit_date' : `to_char(created_at AT TIME ZONE timezone, 'YYYY-MM-DD')`
  const instant = values.add(now)
  const columns = `partner_id, product_id, product_type, pricing, payment, refund, ${peopleSum} AS people,
    ${day} AS day,
    CASE WHEN status = 'pending' AND payment_deadline <= ${instant} THEN 'cancelled' ELSE status END AS reached,
    ${refundDueSql(instant)} AS refund_due`
  const dimensions = by.map((dimension) => `${dimensionColumns[dimension]} AS "${dimension}"`)
  const groups = [...dimensions, `pricing->>'currency' AS currency`]
  const productType = by.includes('product') ? 'min(product_type) AS "productType", ' : ''
  const within = `day BETWEEN ${values.add(from)} AND ${values.add(to)}`
  const { rows } = await client.query<SalesRow>(
    `SELECT ${groups.join(', ')}, ${productType}count(*)::integer AS reservations, sum(people)::integer AS visitors,
       sum(gross)::float8 AS "grossCents", sum(discount)::float8 AS "discountCents", sum(tax)::float8 AS "taxCents",
       sum(fee)::float8 AS "feeCents", sum(total)::float8 AS "totalCents",
       sum(paid)::float8 AS "paidCents", sum(returned)::float8 AS "refundedCents",
       coalesce(sum(total - paid + returned) FILTER (WHERE is_sold), 0)::float8 AS "balanceCents",
       count(*) FILTER (WHERE is_sold)::integer AS "soldReservations",
       coalesce(sum(people) FILTER (WHERE is_sold), 0)::integer AS "soldVisitors",
       coalesce(sum(total) FILTER (WHERE is_sold), 0)::float8 AS "soldTotalCents",
       count(*) FILTER (WHERE NOT is_sold)::integer AS "cancelledReservations",
       coalesce(sum(total) FILTER (WHERE NOT is_sold), 0)::float8 AS "cancelledTotalCents",
       sum(refund_due)::float8 AS "refundDueCents"
     FROM (${sources.map((source) => `SELECT ${columns} FROM ${source}`).join(' UNION ALL ')}) AS found,
       LATERAL (SELECT (pricing->>'subtotalCents')::bigint AS gross, coalesce((pricing->>'discountsCents')::bigint, 0) AS discount,
         coalesce((pricing->>'taxesCents')::bigint, 0) AS tax, coalesce((pricing->>'feesCents')::bigint, 0) AS fee,
         (pricing->>'totalCents')::bigint AS total, coalesce((payment->>'amountCents')::bigint, 0) AS paid,
         coalesce((payment->>'returnedCents')::bigint, 0) + coalesce((refund->>'settledCents')::bigint, 0) AS returned,
         reached NOT IN ('cancelled', 'refunded') AS is_sold) AS money
     WHERE ${within} GROUP BY ${groups.map((_group, index) => index + 1).join(', ')} LIMIT ${maxRows + 1}`,
    values.all,
  )
  return rows
}

/** Instants between which a day of any time zone lies. */
const startOf = (date: string): Date => new Date(Date.parse(`${date}T00:00:00Z`) - 14 * hour)
const endOf = (date: string): Date => new Date(Date.parse(`${date}T00:00:00Z`) + 36 * hour)
