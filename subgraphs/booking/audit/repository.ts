import type { Check } from '../../../platform/postgres/consistency-check.ts'
import type { Reader } from '../../../platform/postgres/database.ts'
import type { ClaimState } from '../coupon-use/index.ts'
import { retentionDays } from '../outbox/index.ts'
import { lifecycle, peopleSum } from '../reservation/index.ts'
import { ages } from '../../../schema/ages.ts'
import { reservationStatuses } from '../../../schema/reservation-statuses.ts'

/*
 * Reservations and what belongs to them may lie on other servers than all else: a statement collects what it needs of
 * them (`AS MATERIALIZED`), and compares that. Among themselves they are joined by partner and reservation.
 */

/** Reservations that hold places: of their own product, and of the cenotes where a tour's party stops. */
const holding = 'FROM reservation WHERE held_people > 0'
const holdingStops = `FROM reservation, jsonb_array_elements(stops) AS stop WHERE held_people > 0 AND stops IS NOT NULL`
const stopDay = `(stop ->> 'cenoteId')::uuid AS product_id, stop ->> 'date' AS visit_date`

/** Two slots at one cenote and day count once against the day. */
const heldSlots = `SELECT product_id, visit_date, visit_time, held_people AS people ${holding}
    UNION ALL SELECT ${stopDay}, stop ->> 'time', held_people ${holdingStops}`
const heldDays = `SELECT product_id, visit_date, held_people AS people ${holding}
    UNION ALL SELECT product_id, visit_date, people FROM (SELECT DISTINCT id, ${stopDay}, held_people AS people ${holdingStops}) AS stop_day`

/** The people that reservations hold places for, compared with the booked places of the inventory. */
const places = (subject: string, table: string, held: string, columns: string, named: string): Check => ({
  subject,
  table,
  wrong: `WITH r AS MATERIALIZED (SELECT ${columns}, sum(people) AS held FROM (${held}) AS place GROUP BY ${columns})
    SELECT format(${named}, coalesce(booked, 0), coalesce(held, 0)) FROM r FULL JOIN (SELECT ${columns}, booked FROM ${table} WHERE booked > 0) i USING (${columns})
    WHERE booked IS DISTINCT FROM held ORDER BY ${columns}`,
})

/** Every step that the lifecycle allows, the first of which comes from nowhere. */
const steps = [
  "('', 'pending')",
  ...Object.values(lifecycle).flatMap(({ from, to }) => from.map((status) => `('${status}', '${to}')`)),
].join(', ')

/** Events older than this may have been removed; a day is left for clocks that differ. */
const stillRetained = `now() - interval '${retentionDays - 1} days'`

/** Facts that change only together with an event, according to the reservation and its latest event. */
const reportedFacts = [
  "('status', status, snapshot ->> 'status')",
  "('productId', r.product_id::text, snapshot ->> 'productId')",
  "('productType', r.product_type, snapshot ->> 'productType')",
  "('stops', r.stops::text, nullif(snapshot -> 'stops', 'null')::text)",
  "('visitDate', visit_date, snapshot ->> 'visitDate')",
  "('visitTime', visit_time, snapshot ->> 'visitTime')",
  ...ages.map((age) => `('${age}', ${age}::text, snapshot ->> '${age}')`),
  "('total', pricing ->> 'totalCents', snapshot -> 'pricing' ->> 'totalCents')",
  ...['amountCents', 'returnedCents'].map(
    (name) => `('payment.${name}', payment ->> '${name}', snapshot -> 'payment' ->> '${name}')`,
  ),
  "('refundCeiling', refund_ceiling::text, snapshot ->> 'refundCeiling')",
  "('refund.settledCents', refund ->> 'settledCents', snapshot -> 'refund' ->> 'settledCents')",
].join(', ')

/** An amount inside a JSON column; 0 when it is absent. */
const cents = (column: string, ...path: string[]): string =>
  `coalesce((${column} #>> '{${path.join(',')}}')::bigint, 0)`

/** The sum of a list of amounts inside the payment; 0 when it is absent. */
const sumOf = (list: string): string =>
  `(SELECT coalesce(sum((one ->> 'amountCents')::bigint), 0) FROM jsonb_array_elements(payment -> '${list}') AS one)`

/** The payment of a reservation at an event. */
const paidAt = (event: string): string => cents(`${event}.snapshot`, 'payment', 'amountCents')
const returnedAt = (event: string): string => cents(`${event}.snapshot`, 'payment', 'returnedCents')
const creditAt = (event: string): string =>
  `greatest(0, ${paidAt(event)} - ${returnedAt(event)} - ${cents(`${event}.snapshot`, 'pricing', 'totalCents')})`

export const checks: readonly Check[] = [
  places(
    'slots',
    'inventory_slot',
    heldSlots,
    'product_id, visit_date, visit_time',
    `'product %s on %s at %s: %s places are booked, its reservations hold %s', product_id, visit_date, visit_time`,
  ),
  places(
    'days',
    'inventory_day',
    heldDays,
    'product_id, visit_date',
    `'product %s on %s: %s places are booked, its reservations hold %s', product_id, visit_date`,
  ),
  {
    subject: 'reservations',
    table: 'reservation',
    wrong: `SELECT format('reservation %s is %s and %s a cancellation', id, status, CASE WHEN cancellation IS NULL THEN 'has not' ELSE 'has' END)
      FROM reservation WHERE status <> 'refunded' AND (status = 'cancelled') <> (cancellation IS NOT NULL)
      UNION ALL SELECT format('reservation %s has a refund ceiling of %s', id, refund_ceiling)
        FROM reservation WHERE refund_ceiling NOT BETWEEN 0 AND 1
      UNION ALL SELECT format('booking reference %s is that of %s reservations', booking_reference, count(*))
        FROM reservation GROUP BY booking_reference HAVING count(*) > 1
      UNION ALL SELECT format('confirmation code %s is that of %s reservations', confirmation_code, count(*))
        FROM reservation GROUP BY confirmation_code HAVING count(*) > 1`,
  },
  {
    subject: 'codes',
    table: 'reservation_code',
    wrong: `WITH r AS MATERIALIZED (SELECT id, partner_id, booking_reference, confirmation_code, external_id FROM reservation)
      SELECT format('the %s %s is that of reservation %s, which does not exist or is another partner''s', kind, code, reservation_id)
        FROM reservation_code c LEFT JOIN r ON id = reservation_id WHERE r.partner_id IS DISTINCT FROM c.partner_id
      UNION ALL SELECT format('reservation %s is not found by its %s %s', id, named.kind, named.code)
        FROM r CROSS JOIN LATERAL (VALUES ('id', id::text), ('reference', booking_reference), ('confirmation', confirmation_code),
          ('external_id', external_id::text)) AS named (kind, code)
        LEFT JOIN reservation_code c ON c.kind = named.kind AND c.code = named.code AND c.reservation_id = id
        WHERE c.reservation_id IS NULL AND named.code IS NOT NULL
      UNION ALL SELECT format('the external id %s is that of reservation %s, which has %s', code, id, coalesce(external_id::text, 'none'))
        FROM reservation_code c JOIN r ON id = reservation_id WHERE kind = 'external_id' AND external_id::text IS DISTINCT FROM code`,
  },
  {
    subject: 'due instants',
    table: 'reservation_due',
    wrong: `WITH wanted AS MATERIALIZED (
        SELECT partner_id, id AS reservation_id, 'hold' AS kind, payment_deadline AS due_at FROM reservation WHERE status = 'pending'
        UNION ALL SELECT partner_id, id, 'no_show', day_ends_at FROM reservation WHERE status = 'confirmed'
        UNION ALL SELECT DISTINCT c.partner_id, c.reservation_id, 'test_mail', NULL::timestamptz
          FROM test_mail m JOIN communication c ON c.partner_id = m.partner_id AND c.id = m.communication_id
      )
      SELECT format('reservation %s is due (%s) at %s, noted is %s', reservation_id, kind, coalesce(w.due_at::text, 'any time'),
          coalesce(d.due_at::text, 'nothing'))
        FROM wanted w LEFT JOIN reservation_due d USING (reservation_id, kind)
        WHERE d.partner_id IS DISTINCT FROM w.partner_id OR w.due_at <> d.due_at
      UNION ALL SELECT format('reservation %s is noted as due (%s) at %s, and is not', reservation_id, kind, d.due_at)
        FROM reservation_due d LEFT JOIN wanted w USING (reservation_id, kind)
        WHERE w.partner_id IS NULL AND kind <> 'demo_review'`,
  },
  {
    subject: 'mails',
    table: 'queued_mail',
    wrong: `WITH waiting AS MATERIALIZED (SELECT partner_id, id, reservation_id, type FROM communication WHERE status = 'scheduled')
      SELECT format('the %s of reservation %s is scheduled and not queued', w.type, w.reservation_id)
        FROM waiting w LEFT JOIN queued_mail q ON q.partner_id = w.partner_id AND q.communication_id = w.id
        WHERE q.communication_id IS NULL
      UNION ALL SELECT format('the %s of reservation %s is queued and not scheduled', q.type, q.reservation_id)
        FROM queued_mail q LEFT JOIN waiting w ON w.partner_id = q.partner_id AND w.id = q.communication_id
        WHERE w.reservation_id IS DISTINCT FROM q.reservation_id OR w.type IS DISTINCT FROM q.type`,
  },
  {
    subject: 'payments',
    table: 'reservation',
    wrong: `WITH account AS (
        SELECT id, status, refund, ${cents('payment', 'amountCents')} AS paid, ${sumOf('additional')} AS later,
          ${cents('payment', 'returnedCents')} AS returned, ${sumOf('returns')} AS returns,
          ${cents('refund', 'amountCents')} AS due, ${cents('refund', 'settledCents')} AS settled, ${cents('refund', 'feesCents')} AS fees
        FROM reservation WHERE payment IS NOT NULL OR refund IS NOT NULL
      )
      SELECT format('reservation %s was paid %s in all, %s of it later', id, paid, later) FROM account WHERE later > paid
      UNION ALL SELECT format('reservation %s was paid %s, %s of credits went back, its returns are %s', id, paid, returned, returns)
        FROM account WHERE returned <> returns OR returned > paid
      UNION ALL SELECT format('reservation %s is %s, was paid %s and returned %s; its refund is %s and %s of fees, %s are settled',
          id, status, paid, returned, due, fees, settled)
        FROM account WHERE refund IS NOT NULL
          AND (due + fees <> paid - returned OR settled > due OR (status = 'refunded') <> (settled = due AND due > 0))
      UNION ALL SELECT format('reservation %s had a credit of %s before version %s, which returned %s',
          e.reservation_id, ${creditAt('b')}, e.version, ${returnedAt('e')} - ${returnedAt('b')})
        FROM reservation_event e JOIN reservation_event b ON b.reservation_id = e.reservation_id AND b.version = e.version - 1
        WHERE e.snapshot #> '{payment,returnedCents}' IS NOT NULL AND ${returnedAt('e')} - ${returnedAt('b')} > ${creditAt('b')}`,
  },
  {
    subject: 'totals',
    table: 'reservation_total',
    wrong: `WITH r AS MATERIALIZED (
        SELECT partner_id, visit_date, status, count(*) AS number FROM reservation GROUP BY partner_id, visit_date, status
      ), stored_total AS MATERIALIZED (SELECT * FROM reservation_total), t AS (
        SELECT partner_id, visit_date, status, sum(share) AS counted
        FROM stored_total, LATERAL (VALUES ${reservationStatuses.map((status) => `('${status}', ${status})`).join(', ')}) AS stored (status, share)
        GROUP BY partner_id, visit_date, status HAVING sum(share) <> 0
      )
      SELECT format('partner %s has %s %s reservations on %s, %s are counted', partner_id, coalesce(number, 0), status, visit_date, coalesce(counted, 0))
      FROM r FULL JOIN t USING (partner_id, visit_date, status)
      WHERE number IS DISTINCT FROM counted ORDER BY partner_id, visit_date, status`,
  },
  {
    subject: 'histories',
    table: 'status_change',
    wrong: `WITH step AS MATERIALIZED (
        SELECT partner_id, reservation_id, version, status, coalesce(lag(status) OVER history, '') AS before,
          lead(status) OVER history IS NULL AS is_last
        FROM status_change WINDOW history AS (PARTITION BY partner_id, reservation_id ORDER BY version)
      )
      SELECT format('reservation %s is %s and has no history', id, status) FROM reservation r
        WHERE NOT EXISTS (SELECT FROM status_change c WHERE c.partner_id = r.partner_id AND c.reservation_id = r.id)
      UNION ALL SELECT format('reservation %s went from %s to %s at version %s, which its lifecycle has not', reservation_id,
          CASE before WHEN '' THEN 'nothing' ELSE before END, status, version)
        FROM step WHERE (before, status) NOT IN (VALUES ${steps})
      UNION ALL SELECT format('reservation %s is %s at version %s, its history ends with %s at version %s', id, r.status, r.version, step.status, step.version)
        FROM reservation r JOIN step ON step.partner_id = r.partner_id AND reservation_id = id AND is_last WHERE step.status <> r.status OR step.version > r.version`,
  },
  {
    subject: 'events',
    table: 'reservation_event',
    wrong: `WITH r AS MATERIALIZED (
        SELECT id, partner_id, version, created_at, updated_at, status, product_id, product_type, stops, visit_date, visit_time, ${ages.join(', ')},
          refund_ceiling, jsonb_build_object('totalCents', pricing -> 'totalCents') AS pricing, payment, refund FROM reservation
      ), c AS MATERIALIZED (
        SELECT reservation_id, version, status FROM status_change WHERE at > ${stillRetained}
      )
      SELECT format('reservation %s is at version %s, its events are %s', id, r.version,
          CASE WHEN number IS NULL THEN 'none' ELSE format('%s, from version %s to %s', number, first, last) END)
        FROM r
        LEFT JOIN (SELECT reservation_id, count(*) AS number, count(DISTINCT version) AS versions, min(version) AS first,
            max(version) AS last FROM reservation_event GROUP BY reservation_id) e ON e.reservation_id = id
        WHERE last <> r.version OR number <> last - first + 1 OR number <> versions
          OR (first > 1 AND r.created_at > ${stillRetained}) OR (number IS NULL AND r.updated_at > ${stillRetained})
      UNION ALL SELECT format('reservation %s became %s at version %s, which no event reports', reservation_id, status, version)
        FROM c WHERE NOT EXISTS (SELECT FROM reservation_event e WHERE e.reservation_id = c.reservation_id AND e.version = c.version)
      UNION ALL SELECT format('event %s belongs to reservation %s, which does not exist or is another partner''s', e.id, e.reservation_id)
        FROM reservation_event e LEFT JOIN r ON r.id = e.reservation_id WHERE r.partner_id IS DISTINCT FROM e.partner_id
      UNION ALL SELECT format('event %s of reservation %s does not contain its state: %s', e.id, r.id, difference)
        FROM r JOIN reservation_event e ON e.reservation_id = r.id AND e.version = r.version
        CROSS JOIN LATERAL (SELECT string_agg(format('%s is %s, reported as %s', name, stored, reported), ', ') AS difference
          FROM (VALUES ${reportedFacts}) AS fact (name, stored, reported) WHERE stored IS DISTINCT FROM reported) d
        WHERE difference IS NOT NULL`,
  },
  {
    subject: 'coupon claims',
    table: 'coupon_claim',
    wrong: `WITH r AS MATERIALIZED (SELECT id, status, coupon_code, payment, cancellation FROM reservation)
      SELECT format('reservation %s uses coupon %s, of which there is no claim', id, coupon_code)
        FROM r WHERE coupon_code IS NOT NULL AND NOT EXISTS (SELECT FROM coupon_claim WHERE reservation_id = r.id)
      UNION ALL SELECT format('reservation %s uses coupon %s, its claim is to %s', id, coalesce(coupon_code, 'none'), code)
        FROM r JOIN coupon_claim ON reservation_id = id
        WHERE coupon_code <> code OR (coupon_code IS NULL AND state NOT IN ('returning', 'returned'))
      UNION ALL SELECT format('reservation %s is %s and %s, its use of coupon %s is %s', id, status,
          CASE WHEN payment IS NULL THEN 'unpaid' ELSE 'paid' END, code, state)
        FROM r JOIN coupon_claim ON reservation_id = id
        WHERE coupon_code IS NOT NULL AND (state NOT IN ('kept', 'returning', 'returned')
          OR (state <> 'kept') <> (cancellation IS NOT NULL AND payment IS NULL))
      UNION ALL SELECT format('coupon %s is claimed for reservation %s, which does not exist', code, reservation_id)
        FROM coupon_claim c WHERE state = 'kept' AND NOT EXISTS (SELECT FROM r WHERE id = c.reservation_id)`,
  },
  {
    subject: 'idempotent operations',
    table: 'completed_operation',
    wrong: `SELECT format('operation "%s" is done, and left reservation %s at version %s, which is none of its partner''s', operation, o.reservation_id, o.version)
      FROM completed_operation o LEFT JOIN reservation_event e USING (reservation_id, version)
      WHERE e.partner_id IS DISTINCT FROM o.partner_id`,
  },
  {
    subject: 'webhook deliveries',
    table: 'webhook_delivery',
    wrong: `SELECT format('delivery %s sends an event of partner %s to a webhook of partner %s', d.id, e.partner_id, w.partner_id)
        FROM webhook_delivery d JOIN webhook w ON w.id = d.webhook_id JOIN reservation_event e ON e.id = d.event_id
        WHERE e.partner_id <> w.partner_id
      UNION ALL SELECT format('delivery %s sends event %s, which does not exist', id, event_id) FROM webhook_delivery d
        WHERE event_id IS NOT NULL AND NOT EXISTS (SELECT FROM reservation_event WHERE id = d.event_id)
          AND NOT EXISTS (SELECT FROM product_event WHERE id = d.event_id)
      UNION ALL SELECT format('delivery %s is %s and %s another attempt', id, status, CASE WHEN next_attempt_at IS NULL THEN 'awaits no' ELSE 'awaits' END)
        FROM webhook_delivery WHERE (next_attempt_at IS NULL) <> (status IN ('succeeded', 'dead'))`,
  },
]

/** A coupon's use as booking stores it. */
export interface Claim {
  readonly reservationId: string
  readonly code: string
  readonly state: ClaimState
}

const claimColumns = 'reservation_id AS "reservationId", code, state'

/** Some claims in the order of their reservations, after one of them. */
export async function claimsAfter(reader: Reader, reservationId: string | undefined, limit: number): Promise<Claim[]> {
  const { rows } = await reader.query<Claim>(
    `SELECT ${claimColumns} FROM coupon_claim WHERE $1::uuid IS NULL OR reservation_id > $1 ORDER BY reservation_id LIMIT $2`,
    [reservationId ?? null, limit],
  )
  return rows
}

export async function claimsOf(reader: Reader, reservationIds: readonly string[]): Promise<Claim[]> {
  const { rows } = await reader.query<Claim>(
    `SELECT ${claimColumns} FROM coupon_claim WHERE reservation_id = ANY ($1)`,
    [reservationIds],
  )
  return rows
}

/** All reservations in one currency, with amounts in cents as a report of sales has them. */
export interface BookedAmounts {
  readonly currency: string
  readonly reservations: number
  readonly visitors: number
  readonly totalCents: number
  readonly paidCents: number
  readonly refundedCents: number
  readonly balanceCents: number
  readonly soldReservations: number
  readonly soldVisitors: number
  readonly soldTotalCents: number
  readonly cancelledReservations: number
  readonly cancelledTotalCents: number
  readonly refundDueCents: number
}

/** The sums of every reservation, out of one statement over the whole table. */
export async function bookedAmounts(reader: Reader): Promise<BookedAmounts[]> {
  const { rows } = await reader.query<BookedAmounts>(
    `WITH money AS MATERIALIZED (
       SELECT pricing ->> 'currency' AS currency, ${peopleSum} AS people,
         status IN ('cancelled', 'refunded') OR (status = 'pending' AND payment_deadline <= now()) AS is_over,
         (pricing ->> 'totalCents')::bigint AS total, coalesce((payment ->> 'amountCents')::bigint, 0) AS paid,
         coalesce((payment ->> 'returnedCents')::bigint, 0) + coalesce((refund ->> 'settledCents')::bigint, 0) AS refunded,
         status IN ('completed', 'no_show') AS has_taken_place, (refund ->> 'amountCents')::bigint AS refund_amount,
         (refund ->> 'settledCents')::bigint AS settled
       FROM reservation)
     SELECT currency, count(*)::integer AS reservations, sum(people)::integer AS visitors, sum(total)::float8 AS "totalCents",
       sum(paid)::float8 AS "paidCents", sum(refunded)::float8 AS "refundedCents",
       sum(CASE WHEN is_over THEN 0 ELSE total - paid + refunded END)::float8 AS "balanceCents",
       sum(CASE WHEN is_over THEN 0 ELSE 1 END)::integer AS "soldReservations",
       sum(CASE WHEN is_over THEN 0 ELSE people END)::integer AS "soldVisitors",
       sum(CASE WHEN is_over THEN 0 ELSE total END)::float8 AS "soldTotalCents",
       sum(CASE WHEN is_over THEN 1 ELSE 0 END)::integer AS "cancelledReservations",
       sum(CASE WHEN is_over THEN total ELSE 0 END)::float8 AS "cancelledTotalCents",
       sum(CASE WHEN has_taken_place THEN 0 WHEN NOT is_over THEN greatest(paid - refunded - total, 0)
         WHEN refund_amount IS NULL THEN paid - refunded ELSE refund_amount - settled END)::float8 AS "refundDueCents"
     FROM money GROUP BY currency ORDER BY currency`,
  )
  return rows
}
