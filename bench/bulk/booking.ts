import type { PoolClient } from 'pg'
import { retentionDays } from '../../subgraphs/booking/outbox/index.ts'
import {
  adultCentsOf,
  cenoteIdOf,
  days,
  idAt,
  idOf,
  maxPeople,
  nameOf,
  opensAt,
  pastDays,
  slotsADay,
  timezoneOf,
} from './facts.ts'

export interface BulkReservations {
  readonly partnerId: string
  /** Numbers of the reservations, from 1. */
  readonly from: number
  readonly to: number
  /** Cenotes over which they are spread. */
  readonly firstCenote: number
  readonly cenotes: number
  /** Months before now in which all but the pending ones were created. */
  readonly months: number
}

/** 32 characters that cannot be mistaken for one another (Crockford). */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** Six characters, different for each number below 2^30: multiplying by an odd factor is a permutation. */
const codeOf = (number: string, factor: number): string =>
  [0, 5, 10, 15, 20, 25]
    .map((shift) => `substr('${alphabet}', 1 + ((${number} * ${factor} % 1073741824) >> ${shift} & 31)::integer, 1)`)
    .join(' || ')

const author = JSON.stringify({ type: 'partner', keyId: null, keyLabel: null })

/**
 * Writes reservations with their history, events and places as the API would: the places of each reservation, and an
 * event and a history entry for each change of state.
 */
export async function writeReservations(client: PoolClient, plan: BulkReservations): Promise<void> {
  await client.query('DROP TABLE IF EXISTS pg_temp.bulk')
  await client.query(
    `CREATE TEMPORARY TABLE bulk AS
     WITH numbered AS (
       SELECT i, $3::bigint + i % $4 AS n, i / $4 AS k FROM generate_series($1::bigint, $2::bigint) AS i
     ), slotted AS (
       -- The reservations of a cenote visit all its slots before any twice: the step shares no factor with their number.
       SELECT *, (k * 7919 + n * 131) % ${days * slotsADay} AS slot, 1 + (i / 3 % ${maxPeople - 1})::integer AS adults,
         CASE WHEN i % 4 = 0 THEN 1 ELSE 0 END AS children, ${timezoneOf('n')} AS timezone, ${adultCentsOf('n')}::integer AS adult_cents
       FROM numbered
     ), dated AS (
       SELECT *, CURRENT_DATE - ${pastDays} + (slot / ${slotsADay})::integer AS day,
         lpad((${opensAt} + slot % ${slotsADay})::text, 2, '0') || ':00' AS visit_time FROM slotted
     ), states AS (
       SELECT *, (day + visit_time::time) AT TIME ZONE timezone AS visit_at, (day + 1)::timestamp AT TIME ZONE timezone AS day_ends_at,
         adults * adult_cents + children * adult_cents / 2 AS subtotal,
         CASE WHEN day < CURRENT_DATE - 1 THEN CASE WHEN i % 5 = 0 THEN 'no_show' ELSE 'completed' END
              WHEN day < CURRENT_DATE + 2 THEN 'confirmed'
              WHEN i % 10 = 0 THEN 'pending' WHEN i % 5 = 1 THEN 'cancelled' ELSE 'confirmed' END AS status
       FROM dated
     )
     SELECT i, ${idAt('created_at', "'bulk-reservation-' || i")} AS id, $5::uuid AS partner_id, 'CEN-' || ${codeOf('i', 611_953_573)} AS booking_reference,
       'CNF-' || ${codeOf('i', 433_494_437)} AS confirmation_code, status, ${cenoteIdOf('n')} AS product_id,
       jsonb_build_object('en', 'Cenote ' || ${nameOf('n')}, 'es', 'Cenote ' || ${nameOf('n')}) AS product_names, to_char(day, 'YYYY-MM-DD') AS visit_date, visit_time, timezone, visit_at, day_ends_at, adults, children,
       jsonb_build_object('name', 'Guest ' || i, 'email', 'guest' || i || '@example.com', 'phone', '+52 998 555 0100') AS guest,
       'guest' || i || '@example.com' AS guest_email,
       jsonb_build_object('subtotalCents', subtotal, 'discountsCents', 0, 'taxesCents', tax, 'feesCents', 0, 'totalCents', subtotal + tax,
         'originalCents', subtotal + tax, 'taxes', jsonb_build_array(jsonb_build_object('name', 'IVA', 'originalCents', tax, 'retailCents', tax)),
         'currency', 'MXN', 'discounts', '[]'::jsonb, 'breakdown',
         jsonb_build_array(jsonb_build_object('type', 'adult', 'name', NULL, 'quantity', adults, 'unitPriceCents', adult_cents, 'totalCents', adults * adult_cents))
         || CASE WHEN children = 0 THEN '[]'::jsonb ELSE jsonb_build_array(jsonb_build_object('type', 'child', 'name', NULL,
           'quantity', children, 'unitPriceCents', adult_cents / 2, 'totalCents', children * adult_cents / 2)) END) AS pricing,
       '{"source": "bulk", "userAgent": "", "referrer": "", "affiliateId": null}'::jsonb AS metadata,
       subtotal + tax AS total, created_at,
       hold_ends_at, least(hold_ends_at, visit_at) AS payment_deadline
     FROM states, LATERAL (SELECT (subtotal * 16 + 50) / 100 AS tax,
       date_trunc('milliseconds', CASE status WHEN 'pending' THEN now() ELSE least(visit_at, now()) - interval '1 day' END)
         - i % 40000 * interval '1 second'
         - CASE status WHEN 'pending' THEN 0 ELSE i % (($6 - 1) * 30 + 1) END * interval '1 day' AS created_at) AS more,
       LATERAL (SELECT CASE status WHEN 'pending' THEN now() + interval '23 hours' ELSE created_at + interval '24 hours' END AS hold_ends_at) AS held`,
    [plan.from, plan.to, plan.firstCenote, plan.cenotes, plan.partnerId, plan.months],
  )
  // The columns that each change of state sets on the reservation.
  const changes = [
    { at: 'created_at', of: 'true', status: 'pending', event: 'created', version: 1, adds: `'{}'` },
    {
      at: `created_at + interval '30 minutes'`,
      of: `status IN ('confirmed', 'completed', 'no_show')`,
      status: 'confirmed',
      event: 'confirmed',
      version: 2,
      adds: `jsonb_build_object('payment', jsonb_build_object('id', 'bulk-' || i, 'status', 'completed', 'method', 'credit_card',
        'provider', 'bulk', 'transactionId', NULL, 'paidAt', created_at + interval '30 minutes', 'amountCents', total))`,
    },
    {
      at: `created_at + interval '1 hour'`,
      of: `status = 'cancelled'`,
      status: 'cancelled',
      event: 'cancelled',
      version: 2,
      adds: `jsonb_build_object('cancellation', jsonb_build_object('reason', 'guest_request', 'cancelledAt', created_at + interval '1 hour',
        'cancelledBy', 'guest', 'note', NULL), 'refund', jsonb_build_object('eligible', false, 'amountCents', 0, 'settledCents', 0,
        'feesCents', 0, 'processingTime', '5-10 business days', 'refundId', NULL, 'status', 'not_applicable', 'method', NULL))`,
    },
    {
      at: 'visit_at',
      of: `status = 'completed'`,
      status: 'in_progress',
      event: 'checked_in',
      version: 3,
      adds: `jsonb_build_object('checkIn', jsonb_build_object('checkedInAt', visit_at, 'expectedDeparture', visit_at + interval '2 hours',
        'actualVisitors', jsonb_build_object('adults', adults, 'children', children, 'seniors', 0, 'infants', 0, 'teens', 0), 'staff', NULL))`,
    },
    {
      at: `visit_at + interval '2 hours'`,
      of: `status = 'completed'`,
      status: 'completed',
      event: 'completed',
      version: 4,
      adds: `jsonb_build_object('completion', jsonb_build_object('completedAt', visit_at + interval '2 hours', 'actualDurationMinutes', 120,
        'totalVisitMinutes', 120, 'staff', NULL, 'review', NULL))`,
    },
    { at: 'day_ends_at', of: `status = 'no_show'`, status: 'no_show', event: 'no_show', version: 3, adds: `'{}'` },
  ]
  // Each change applies to the result of the ones before; the last state is the reservation's.
  await client.query(`ALTER TABLE bulk ADD COLUMN snapshot jsonb`)
  await client.query(
    `UPDATE bulk SET snapshot = jsonb_build_object('id', id, 'partnerId', partner_id, 'bookingReference', booking_reference,
       'confirmationCode', confirmation_code, 'productId', product_id, 'visitDate', visit_date, 'visitTime', visit_time, 'timezone', timezone,
       'visitAt', visit_at, 'dayEndsAt', day_ends_at, 'adults', adults, 'children', children, 'seniors', 0, 'guest', guest,
       'guestEmail', guest_email, 'pricing', pricing, 'services', '[]'::jsonb, 'specialRequests', NULL, 'notes', NULL, 'metadata', metadata)
       || jsonb_build_object('payment', NULL, 'cancellation', NULL, 'refund', NULL, 'documents', '[]'::jsonb, 'checkIn', NULL, 'completion', NULL,
       'confirmationSent', false, 'reminderSent', false, 'paymentDeadline', payment_deadline, 'extendedAt', NULL, 'couponCode', NULL,
       'createdAt', created_at)
       || jsonb_build_object('partnerName', NULL, 'resellerReference', NULL, 'externalId', NULL, 'requested', NULL, 'isHold', false,
       'productType', 'cenote', 'productNames', product_names, 'stops', NULL, 'transport', NULL, 'infants', 0, 'teens', 0, 'participants', NULL,
       'language', 'en', 'disrupted', false, 'refundCeiling', 1, 'holdEndsAt', hold_ends_at, 'guestTerms', NULL, 'changedBy', $1::jsonb)`,
    [author],
  )
  await client.query(
    'CREATE TEMPORARY TABLE bulk_change (i bigint, version integer, status text, event text, at timestamptz, snapshot jsonb) ON COMMIT DROP',
  )
  for (const { at, of, status, event, version, adds } of changes) {
    const changed = `snapshot || ${adds} || jsonb_build_object('status', '${status}', 'version', ${version}, 'updatedAt', ${at})`
    await client.query(
      `WITH changed AS (UPDATE bulk SET snapshot = ${changed} WHERE ${of} RETURNING i, ${at} AS at, snapshot)
       INSERT INTO bulk_change SELECT i, ${version}, '${status}', 'reservation.${event}', at, snapshot FROM changed`,
    )
  }
  await client.query(
    `INSERT INTO reservation (id, partner_id, booking_reference, confirmation_code, is_hold, status, product_id, product_type, product_names,
       visit_date, visit_time, timezone, visit_at, day_ends_at, adults, children, seniors, infants, teens, guest, guest_email, language,
       pricing, services, documents, confirmation_sent, reminder_sent, disrupted, refund_ceiling, hold_ends_at, metadata, payment,
       cancellation, refund, check_in, completion, payment_deadline, version, created_at, updated_at)
     SELECT id, partner_id, booking_reference, confirmation_code, false, status, product_id, 'cenote', product_names,
       visit_date, visit_time, timezone, visit_at, day_ends_at, adults, children, 0, 0, 0, guest, guest_email, 'en',
       pricing, '[]', '[]', false, false, false, 1, hold_ends_at, metadata, nullif(snapshot -> 'payment', 'null'),
       nullif(snapshot -> 'cancellation', 'null'), nullif(snapshot -> 'refund', 'null'), nullif(snapshot -> 'checkIn', 'null'),
       nullif(snapshot -> 'completion', 'null'), payment_deadline, (snapshot ->> 'version')::integer, created_at, (snapshot ->> 'updatedAt')::timestamptz
     FROM bulk ORDER BY i`,
  )
  await client.query(
    `INSERT INTO status_change (partner_id, reservation_id, version, status, at, author)
     SELECT b.partner_id, b.id, c.version, c.status, c.at, $1::jsonb FROM bulk_change c JOIN bulk b USING (i)`,
    [author],
  )
  await client.query(
    `INSERT INTO reservation_search (partner_id, reservation_id, content)
     SELECT partner_id, id, reservation_search_content(booking_reference, guest) FROM bulk`,
  )
  await client.query(
    `SELECT add_to_reservation_total(partner_id, visit_date, status, count(*)) FROM bulk GROUP BY partner_id, visit_date, status`,
  )
  await client.query(
    `INSERT INTO reservation_code (kind, code, partner_id, reservation_id) SELECT kind, code, partner_id, id
     FROM bulk, LATERAL (VALUES ('id', id::text), ('reference', booking_reference), ('confirmation', confirmation_code)) AS named (kind, code)`,
  )
  await client.query(
    `SELECT set_reservation_due(partner_id, id, status, payment_deadline, day_ends_at, product_id, visit_date) FROM bulk
     WHERE status IN ('pending', 'confirmed')`,
  )
  await client.query(
    `INSERT INTO reservation_event (id, partner_id, reservation_id, product_id, product_type, type, version, occurred_at, snapshot)
     SELECT ${idOf("'bulk-event-' || i || '-' || c.version")}, b.partner_id, b.id, b.product_id, 'cenote', c.event, c.version, c.at, c.snapshot
     FROM bulk_change c JOIN bulk b USING (i) WHERE c.at >= now() - interval '${retentionDays} days' ORDER BY c.version, i`,
  )
  // The places of the written reservations: of the day, then of the slot.
  await client.query(
    `INSERT INTO inventory_day AS d (product_id, visit_date, booked)
     SELECT r.product_id, r.visit_date, sum(r.held_people) FROM bulk b JOIN reservation r USING (id) WHERE r.held_people > 0 GROUP BY 1, 2
     ON CONFLICT (product_id, visit_date) DO UPDATE SET booked = d.booked + excluded.booked`,
  )
  await client.query(
    `INSERT INTO inventory_slot AS s (product_id, visit_date, visit_time, booked)
     SELECT r.product_id, r.visit_date, r.visit_time, sum(r.held_people) FROM bulk b JOIN reservation r USING (id) WHERE r.held_people > 0 GROUP BY 1, 2, 3
     ON CONFLICT (product_id, visit_date, visit_time) DO UPDATE SET booked = s.booked + excluded.booked`,
  )
  await client.query('DROP TABLE bulk')
}

/** The number of bulk reservations. */
export async function countReservations(client: PoolClient): Promise<number> {
  const { rows } = await client.query<{ count: string }>(
    `SELECT count(*) AS count FROM reservation WHERE metadata ->> 'source' = 'bulk'`,
  )
  return Number(rows[0]?.count)
}
