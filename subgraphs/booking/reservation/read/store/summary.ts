import type { Database } from '../../../database.ts'
import { peopleSum } from '../../columns.ts'
import type { Status } from '../../rules/lifecycle.ts'
import type { SummaryRow } from '../rules/summary.ts'
import { conditionsOf, sourcesOf, Values, type ReservationConditions } from './list.ts'
import { refundDueSql } from './refund-due.ts'

/** The totals of reservations. */
export interface Summary {
  readonly rows: readonly SummaryRow[]
}

/** Sums of the reservations in some states that meet conditions at an instant, in order of time. */
export async function summarize(
  { pool }: Database,
  conditions: ReservationConditions,
  statuses: readonly Status[],
  now: Date,
): Promise<SummaryRow[]> {
  const values = new Values()
  const columns = `product_id, product_type, visit_date, visit_time, status, ${peopleSum} AS people, check_in, pricing, payment, refund,
    ${refundDueSql(values.add(now))} AS refund_due`
  const sources = sourcesOf(
    { statuses, refundDue: conditions.refundDue },
    conditionsOf(conditions, now, values),
    now,
    values,
  ).map((source) => `SELECT ${columns} FROM ${source}`)
  const { rows } = await pool.query<SummaryRow>(
    `SELECT product_id AS "productId", product_type AS "productType", visit_date AS "visitDate", visit_time AS "visitTime", pricing->>'currency' AS currency,
       count(*)::integer AS reservations, sum(people)::integer AS visitors,
       coalesce(sum(people) FILTER (WHERE check_in IS NOT NULL), 0)::integer AS "arrivedVisitors",
       sum(total)::float8 AS "totalCents",
       sum(paid)::float8 AS "paidCents", sum(returned)::float8 AS "returnedCents",
       coalesce(sum(greatest(0, paid - returned - total)) FILTER (WHERE status NOT IN ('cancelled', 'refunded')), 0)::float8 AS "creditDueCents",
       sum(refund_due)::float8 AS "refundDueCents"
     FROM (${sources.join(' UNION ALL ')}) AS found, LATERAL (SELECT (pricing->>'totalCents')::bigint AS total,
       coalesce((payment->>'amountCents')::bigint, 0) AS paid,
       coalesce((payment->>'returnedCents')::bigint, 0) + coalesce((refund->>'settledCents')::bigint, 0) AS returned) AS money
     GROUP BY 1, 2, 3, 4, 5 ORDER BY "visitDate", "visitTime", "productId"`,
    values.all,
  )
  return rows
}
