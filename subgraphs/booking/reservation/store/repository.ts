import { randomUUID } from 'node:crypto'
import type { Pool, PoolClient } from '../../../../platform/postgres/database.ts'
import { isUuid } from '../../../../platform/values/uuid.ts'
import type { EventType } from '../../../../schema/event-types.ts'
import type { Database } from '../../database.ts'
import type { Reservation as Row } from '../../generated/prisma/client.ts'
import type { Status } from '../rules/lifecycle.ts'
import { reviveReservation, type Reservation } from '../reservation.ts'

const fromRow = (row: Row): Reservation => row as unknown as Reservation

export interface StatusChange {
  readonly reservationId: string
  readonly version: number
  readonly status: Status
  readonly at: Date
  readonly note: string | null
}

export interface Communication {
  readonly reservationId: string
  readonly type: string
  readonly status: string
  readonly sentAt: Date | null
  readonly scheduledFor: Date | null
  readonly recipient: string
}

/** A partner's reservations by id or booking reference; others' are as if they did not exist. */
export async function findReservation(
  { prisma }: Database,
  partnerId: string,
  idOrReference: string,
): Promise<Reservation | null> {
  const name = nameOf(idOrReference)
  const row = name && (await prisma.reservation.findFirst({ where: { [name.field]: name.value, partnerId } }))
  return row && fromRow(row)
}

/** What an id or a booking reference, whatever its case, names a reservation by; null when it can be neither. */
function nameOf(idOrReference: string): { field: 'id' | 'bookingReference'; value: string } | null {
  if (isUuid(idOrReference)) return { field: 'id', value: idOrReference }
  const value = idOrReference.toUpperCase()
  return /^CEN-[0-9A-Z]{6}$/.test(value) ? { field: 'bookingReference', value } : null
}

export async function findReservationsById(
  { prisma }: Database,
  partnerId: string,
  ids: readonly string[],
): Promise<Reservation[]> {
  return (await prisma.reservation.findMany({ where: { id: { in: [...ids] }, partnerId } })).map(fromRow)
}

export async function findStatusChanges({ prisma }: Database, ids: readonly string[]): Promise<StatusChange[]> {
  return (await prisma.statusChange.findMany({
    where: { reservationId: { in: [...ids] } },
    orderBy: { version: 'asc' },
  })) as StatusChange[]
}

export async function findCommunications({ prisma }: Database, ids: readonly string[]): Promise<Communication[]> {
  return prisma.communication.findMany({ where: { reservationId: { in: [...ids] } }, orderBy: { createdAt: 'asc' } })
}

/**
 * Whether a guest has visited with a partner or is about to: a visit that was reserved earlier and took place or is still
 * to come. What was cancelled or missed, and holds that have ended, are no visits.
 */
export async function hasEarlierVisit(
  pool: Pool,
  guest: {
    readonly partnerId: string
    readonly guestEmail: string
    readonly existing: Pick<Reservation, 'id' | 'createdAt'> | undefined
  },
  now: Date,
): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'has-earlier-visit',
    text: `SELECT FROM reservation
      WHERE partner_id = $1 AND guest_email = $2 AND created_at <= $4 AND id IS DISTINCT FROM $5::uuid
        AND (check_in IS NOT NULL OR status = 'confirmed' OR status = 'pending' AND payment_deadline > $3)
      LIMIT 1`,
    values: [guest.partnerId, guest.guestEmail, now, guest.existing?.createdAt ?? now, guest.existing?.id ?? null],
  })
  return rowCount === 1
}

/** Whether a message of a type went out for a reservation. */
export async function wasSent({ prisma }: Database, reservationId: string, type: string): Promise<boolean> {
  return (await prisma.communication.findFirst({ where: { reservationId, type, status: 'sent' } })) !== null
}

export async function addCommunication({ prisma }: Database, communication: Communication, at: Date): Promise<void> {
  await prisma.communication.create({ data: { ...communication, id: randomUUID(), createdAt: at } })
}

/** Plans a reminder, unless the reservation has one. */
export async function insertReminder(
  pool: Pool,
  { reservationId, at, recipient }: { reservationId: string; at: Date; recipient: string },
  now: Date,
): Promise<void> {
  await pool.query(
    `INSERT INTO communication (id, reservation_id, type, status, scheduled_for, due_at, recipient, created_at)
     VALUES (gen_random_uuid(), $1, 'reminder_email', 'scheduled', $2, $2, $3, $4)
     ON CONFLICT (reservation_id) WHERE type = 'reminder_email' DO NOTHING`,
    [reservationId, at, recipient, now],
  )
}

/** A reminder that is due, with its reservation. */
export interface DueReminder {
  readonly id: string
  readonly attempts: number
  readonly reservation: Reservation
}

/**
 * Takes up reminders that are due, of visits that are still to come and still wanted; the others are dropped. Nobody
 * else takes those up before `retryAt`.
 */
export async function takeDueReminders(pool: Pool, now: Date, retryAt: Date, limit: number): Promise<DueReminder[]> {
  const { rows } = await pool.query<{ id: string; attempts: number; reservationId: string }>(
    `UPDATE communication SET due_at = $2, attempts = attempts + 1 WHERE id IN (
       SELECT id FROM communication WHERE status = 'scheduled' AND due_at <= $1 ORDER BY due_at LIMIT $3 FOR UPDATE SKIP LOCKED
     ) RETURNING id, attempts, reservation_id AS "reservationId"`,
    [now, retryAt, limit],
  )
  const found = await pool.query<Record<string, unknown>>(
    `SELECT ${selection} FROM reservation WHERE id = ANY ($1) AND status = 'confirmed' AND visit_at > $2`,
    [rows.map(({ reservationId }) => reservationId), now],
  )
  const wanted = new Map(found.rows.map((row) => [row.id as string, reviveReservation(row)]))
  const dropped = rows.filter(({ reservationId }) => !wanted.has(reservationId)).map(({ id }) => id)
  if (dropped.length > 0) await pool.query('DELETE FROM communication WHERE id = ANY ($1)', [dropped])
  return rows.flatMap(({ reservationId, ...reminder }) => {
    const reservation = wanted.get(reservationId)
    return reservation ? [{ ...reminder, reservation }] : []
  })
}

/** Notes that a reminder went out, or that it was given up. */
export async function finishReminder(pool: Pool, { id, reservation }: DueReminder, sentAt: Date | null): Promise<void> {
  await pool.query(
    `WITH told AS (UPDATE communication SET status = $2, sent_at = $3, recipient = $5, due_at = NULL WHERE id = $1 AND status = 'scheduled' RETURNING 1)
     UPDATE reservation SET reminder_sent = true FROM told WHERE id = $4 AND $3::timestamptz IS NOT NULL`,
    [id, sentAt ? 'sent' : 'failed', sentAt, reservation.id, reservation.guest.email],
  )
}

/** Columns of a reservation in the order of the statements below. */
const columns = {
  id: 'id',
  partnerId: 'partner_id',
  bookingReference: 'booking_reference',
  confirmationCode: 'confirmation_code',
  status: 'status',
  cenoteId: 'cenote_id',
  visitDate: 'visit_date',
  visitTime: 'visit_time',
  timezone: 'timezone',
  visitAt: 'visit_at',
  dayEndsAt: 'day_ends_at',
  adults: 'adults',
  children: 'children',
  seniors: 'seniors',
  guest: 'guest',
  guestEmail: 'guest_email',
  language: 'language',
  pricing: 'pricing',
  services: 'services',
  specialRequests: 'special_requests',
  notes: 'notes',
  metadata: 'metadata',
  payment: 'payment',
  cancellation: 'cancellation',
  refund: 'refund',
  documents: 'documents',
  checkIn: 'check_in',
  completion: 'completion',
  confirmationSent: 'confirmation_sent',
  reminderSent: 'reminder_sent',
  paymentDeadline: 'payment_deadline',
  extendedAt: 'extended_at',
  couponCode: 'coupon_code',
  version: 'version',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
} as const satisfies Record<keyof Reservation, string>

const jsonColumns = new Set<string>([
  'guest',
  'pricing',
  'services',
  'notes',
  'metadata',
  'payment',
  'cancellation',
  'refund',
  'documents',
  'checkIn',
  'completion',
])
const names = Object.keys(columns) as (keyof Reservation)[]
/** A reservation as a statement selects it. */
export const selection = names.map((name) => `${columns[name]} AS "${name}"`).join(', ')
const parameter = (name: keyof Reservation, value: unknown): unknown =>
  jsonColumns.has(name) && value !== null ? JSON.stringify(value) : value

/** Numbers the parameters of a statement in the order in which they are first named. */
const parameters = [
  ...names,
  'eventId',
  'event',
  'snapshot',
  'operation',
  'people',
  'daily',
  'hourly',
  'holdLimit',
] as const
const $ = (name: (typeof parameters)[number]): string => `$${parameters.indexOf(name) + 1}`

/**
 * Everything that a new reservation is, in one statement, and so all or nothing: its places, itself, its history and
 * event, its coupon's claim kept, and the operation that made it. Whatever may refuse it comes before anything is
 * written, and the places are the last of that: a refusal changes nothing and is not an error. That the claim is still
 * there is made certain by its lock before places are taken for it. Nothing is written while the cenote is closed, when
 * the partner would hold too many places unpaid, when the claim has been given up, nor without room.
 */
const insertStatement = `WITH held AS MATERIALIZED (
  SELECT CASE WHEN ${$('holdLimit')}::integer IS NULL THEN 0
    ELSE held_unpaid(${$('partnerId')}, ${$('visitDate')}, ${$('createdAt')}, ${$('id')}) END AS people
), open AS MATERIALIZED (
  SELECT FROM held WHERE people + ${$('people')}::integer <= COALESCE(${$('holdLimit')}::integer, people + ${$('people')}::integer)
    AND NOT EXISTS (
      SELECT FROM closure WHERE cenote_id = ${$('cenoteId')} AND ${$('visitDate')}::text BETWEEN start_date AND end_date)
), claim AS MATERIALIZED (
  SELECT FROM coupon_claim WHERE ${$('couponCode')}::text IS NOT NULL AND reservation_id = ${$('id')} AND state = 'claimed'
    AND EXISTS (SELECT FROM open) FOR UPDATE
), placed AS MATERIALIZED (
  SELECT take_places(${$('cenoteId')}, ${$('visitDate')}, ${$('visitTime')}, ${$('people')}, ${$('daily')}, ${$('hourly')}) AS taken
  FROM open WHERE ${$('couponCode')}::text IS NULL OR EXISTS (SELECT FROM claim)
), admitted AS MATERIALIZED (
  SELECT FROM placed WHERE taken
), kept AS (
  UPDATE coupon_claim SET state = 'kept' WHERE ${$('couponCode')}::text IS NOT NULL AND reservation_id = ${$('id')} AND state = 'claimed'
    AND EXISTS (SELECT FROM admitted)
), written AS (
  INSERT INTO reservation (${names.map((name) => columns[name]).join(', ')}) SELECT ${names.map($).join(', ')} FROM admitted
  RETURNING id, partner_id, cenote_id, version, status, created_at
), changed AS (
  INSERT INTO status_change (reservation_id, version, status, at) SELECT id, version, status, created_at FROM written
), recorded AS (
  INSERT INTO reservation_event (id, partner_id, reservation_id, cenote_id, type, version, occurred_at, snapshot)
  SELECT ${$('eventId')}::uuid, partner_id, id, cenote_id, ${$('event')}, version, created_at, ${$('snapshot')}::jsonb FROM written
), done AS (
  INSERT INTO completed_operation (partner_id, operation, reservation_id, version)
  SELECT partner_id, ${$('operation')}::text, id, version FROM written WHERE ${$('operation')}::text IS NOT NULL
)
SELECT people AS held, (SELECT count(*) FROM written)::integer AS written FROM held`

/** What became of a new reservation. Nothing is left of one that was not written. */
export type Insertion =
  | { readonly result: 'written' }
  /** No room, a closed cenote, or a claim of its coupon that has been given up. */
  | { readonly result: 'refused' }
  /** The partner's other pending reservations of the day hold so many places that these would be too many. */
  | { readonly result: 'over_hold_limit'; readonly held: number }

/**
 * Writes a new reservation and takes its places. `operation` names the work of a request under an Idempotency-Key;
 * done by another meanwhile it is a violation of completed_operation_pkey.
 */
export async function insertReservation(
  pool: Pool,
  reservation: Reservation,
  limits: {
    readonly people: number
    readonly daily: number
    readonly hourly: number
    /** Most places that the partner may hold unpaid on this day. */
    readonly holdLimit: number | null
  },
  operation: string | undefined,
): Promise<Insertion> {
  const event: EventType = 'reservation.created'
  const { people, holdLimit } = limits
  const values: Record<Exclude<(typeof parameters)[number], keyof Reservation>, unknown> = {
    eventId: randomUUID(),
    event,
    snapshot: JSON.stringify(reservation),
    operation,
    people,
    daily: limits.daily,
    hourly: limits.hourly,
    holdLimit,
  }
  const { rows } = await pool.query<{ held: string; written: number }>({
    name: 'insert-reservation',
    text: insertStatement,
    values: [...names.map((name) => parameter(name, reservation[name])), ...Object.values(values)],
  })
  const [{ held, written } = { held: 0, written: 0 }] = rows
  if (written === 1) return { result: 'written' }
  const isOver = holdLimit !== null && Number(held) + people > holdLimit
  return isOver ? { result: 'over_hold_limit', held: Number(held) } : { result: 'refused' }
}

/** Places that a partner's other pending reservations hold on a day; see `held_unpaid` in the migrations. */
export async function heldUnpaid(
  client: PoolClient,
  { id, partnerId, visitDate }: Reservation,
  now: Date,
): Promise<number> {
  const { rows } = await client.query<{ people: string }>('SELECT held_unpaid($1, $2, $3, $4) AS people', [
    partnerId,
    visitDate,
    now,
    id,
  ])
  return Number(rows[0]?.people)
}

/** A partner's reservation by id or booking reference, locked until the caller's transaction ends. */
export async function lockReservation(
  client: PoolClient,
  partnerId: string,
  idOrReference: string,
): Promise<Reservation | null> {
  const name = nameOf(idOrReference)
  if (!name) return null
  const { rows } = await client.query<Record<string, unknown>>(
    `SELECT ${selection} FROM reservation WHERE ${columns[name.field]} = $1 AND partner_id = $2 FOR UPDATE`,
    [name.value, partnerId],
  )
  return rows[0] ? reviveReservation(rows[0]) : null
}

/** A cenote on a day: holds there are in the way of whoever asks for places. */
export interface VisitDay {
  readonly cenoteId: string
  readonly visitDate: string
}

const overOnDay = "status = 'pending' AND payment_deadline <= $1 AND cenote_id = $2 AND visit_date = $3"

/** Whether a hold of the day has ended that nobody has written down yet. */
export async function isHoldOver(
  { pool }: Pick<Database, 'pool'>,
  now: Date,
  { cenoteId, visitDate }: VisitDay,
): Promise<boolean> {
  const { rowCount } = await pool.query(`SELECT FROM reservation WHERE ${overOnDay} LIMIT 1`, [
    now,
    cenoteId,
    visitDate,
  ])
  return rowCount === 1
}

/**
 * Pending reservations of the day whose hold has ended, locked. One that is being ended is waited for, not left out:
 * whoever asks needs its places.
 */
export async function lockExpiredOn(
  client: PoolClient,
  now: Date,
  limit: number,
  { cenoteId, visitDate }: VisitDay,
): Promise<Reservation[]> {
  // In one order, so that two who ask never wait for one another.
  const { rows } = await client.query<Record<string, unknown>>(
    `SELECT ${selection} FROM reservation WHERE ${overOnDay} ORDER BY payment_deadline, id LIMIT $4 FOR UPDATE`,
    [now, cenoteId, visitDate, limit],
  )
  return rows.map(reviveReservation)
}

/** Pending reservations whose hold has ended, locked; those that another replica works on are left to it. */
export async function lockExpired(client: PoolClient, now: Date, limit: number): Promise<Reservation[]> {
  const { rows } = await client.query<Record<string, unknown>>(
    `SELECT ${selection} FROM reservation WHERE status = 'pending' AND payment_deadline <= $1 ORDER BY payment_deadline LIMIT $2 FOR UPDATE SKIP LOCKED`,
    [now, limit],
  )
  return rows.map(reviveReservation)
}

/** Confirmed reservations whose day is over, locked; those that another replica works on are left to it. */
export async function lockMissed(client: PoolClient, now: Date, limit: number): Promise<Reservation[]> {
  const { rows } = await client.query<Record<string, unknown>>(
    `SELECT ${selection} FROM reservation WHERE status = 'confirmed' AND day_ends_at <= $1 ORDER BY day_ends_at LIMIT $2 FOR UPDATE SKIP LOCKED`,
    [now, limit],
  )
  return rows.map(reviveReservation)
}

/**
 * Writes a change of a locked reservation with its event, and its history entry when the state changes, within the
 * caller's transaction. Returns the reservation as it is afterwards.
 */
export async function updateReservation(
  client: PoolClient,
  before: Reservation,
  changes: Partial<Reservation>,
  entry: { event: EventType; at: Date; note: string | null },
): Promise<Reservation> {
  const after: Reservation = { ...before, ...changes, version: before.version + 1, updatedAt: entry.at }
  const changed = [...(Object.keys(changes) as (keyof Reservation)[]), 'version', 'updatedAt'] as (keyof Reservation)[]
  await client.query(
    `UPDATE reservation SET ${changed.map((name, index) => `${columns[name]} = $${index + 2}`).join(', ')} WHERE id = $1`,
    [before.id, ...changed.map((name) => parameter(name, after[name]))],
  )
  if (after.status !== before.status) {
    await client.query(
      'INSERT INTO status_change (reservation_id, version, status, at, note) VALUES ($1, $2, $3, $4, $5)',
      [after.id, after.version, after.status, entry.at, entry.note],
    )
  }
  await client.query(
    'INSERT INTO reservation_event (id, partner_id, reservation_id, cenote_id, type, version, occurred_at, snapshot) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)',
    [
      randomUUID(),
      after.partnerId,
      after.id,
      after.cenoteId,
      entry.event,
      after.version,
      entry.at,
      JSON.stringify(after),
    ],
  )
  return after
}

/** Marks the confirmation as sent; not a change of the reservation itself, so no event. */
export async function markConfirmationSent(pool: Pool, id: string): Promise<void> {
  await pool.query('UPDATE reservation SET confirmation_sent = true WHERE id = $1', [id])
}

/** A reservation by id alone, for whoever holds a signed address of one of its files. */
export async function findForFile({ prisma }: Database, id: string): Promise<Reservation | null> {
  const row = await prisma.reservation.findUnique({ where: { id } })
  return row && fromRow(row)
}
