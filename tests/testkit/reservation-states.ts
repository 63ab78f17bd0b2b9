import { expect } from '@jest/globals'
import type { Environment } from '../../platform/trust/identity.ts'
import { sql } from './database.ts'
import type { partner } from './product.ts'

type Step = readonly [step: string, body: object]

/** Steps from a new reservation to each state. */
export const pathsTo = {
  pending: [],
  confirmed: [['confirm', { paymentId: 'pay_1' }]],
  in_progress: [
    ['confirm', { paymentId: 'pay_1' }],
    ['checkin', {}],
  ],
  completed: [
    ['confirm', { paymentId: 'pay_1' }],
    ['checkin', {}],
    ['complete', {}],
  ],
  cancelled: [
    ['confirm', { paymentId: 'pay_1' }],
    ['cancel', { reason: 'weather' }],
  ],
  no_show: [
    ['confirm', { paymentId: 'pay_1' }],
    ['no-show', {}],
  ],
  refunded: [
    ['confirm', { paymentId: 'pay_1' }],
    ['cancel', { reason: 'weather' }],
    ['refund', {}],
  ],
} as const satisfies Record<string, readonly Step[]>

export type ReservationStatus = keyof typeof pathsTo

/** Takes a new reservation to a state, over REST. */
export async function bringTo(rest: ReturnType<typeof partner>, id: string, status: ReservationStatus): Promise<void> {
  for (const [step, body] of pathsTo[status])
    expect(await rest.post(`/api/partner/reservations/${id}/${step}`, body)).toHaveStatus(200)
}

/** Writes to one stored reservation, without an event. Times are given as values, as in `makeDue`. */
async function changeReservation(
  bookingDatabase: string,
  id: string,
  assignment: string,
  values: readonly unknown[] = [],
  environment: Environment = 'sandbox',
): Promise<void> {
  const changed = await sql(
    bookingDatabase,
    `UPDATE ${environment}.reservation SET ${assignment} WHERE id = $1 RETURNING id`,
    [id, ...values],
  )
  if (changed.length !== 1) throw new Error(`There is no reservation ${id}`)
}

/** Moves a visit to a date in a time zone. */
export const moveVisit = (bookingDatabase: string, id: string, date: string, timezone: string): Promise<void> =>
  changeReservation(bookingDatabase, id, 'visit_date = $2, timezone = $3', [date, timezone])

/** Makes a visit start some milliseconds from now, or have started that long ago when they are negative. */
export const startVisitIn = (bookingDatabase: string, id: string, milliseconds: number): Promise<void> =>
  changeReservation(bookingDatabase, id, 'visit_at = $2', [new Date(Date.now() + milliseconds)])

/** Dates the creation of a reservation back by some hours. */
export const ageReservation = (bookingDatabase: string, id: string, hours: number): Promise<void> =>
  changeReservation(bookingDatabase, id, "created_at = created_at - $2 * interval '1 hour'", [hours])

/** Changes the total of a reservation and nothing else of its price. */
export const setTotal = (
  bookingDatabase: string,
  id: string,
  cents: number,
  environment?: Environment,
): Promise<void> => {
  const assignment = "pricing = jsonb_set(pricing, '{totalCents}', to_jsonb($2::integer))"
  return changeReservation(bookingDatabase, id, assignment, [cents], environment)
}

/** Changes the amount that was paid for a reservation. */
export const setPaid = (bookingDatabase: string, id: string, cents: number): Promise<void> =>
  changeReservation(bookingDatabase, id, "payment = jsonb_set(payment, '{amountCents}', to_jsonb($2::integer))", [
    cents,
  ])

/** Everything stored in the row of a reservation. */
export async function storedReservation(bookingDatabase: string, id: string): Promise<Record<string, unknown>> {
  const [stored] = await sql<{ row: Record<string, unknown> }>(
    bookingDatabase,
    'SELECT to_jsonb(r) AS row FROM sandbox.reservation r WHERE id = $1',
    [id],
  )
  if (!stored) throw new Error(`There is no reservation ${id}`)
  return stored.row
}

/** The stored status of a reservation; the API shows a hold that has ended as cancelled before that is stored. */
export async function storedStatus(
  bookingDatabase: string,
  id: string,
  { serverUrl }: { serverUrl?: string } = {},
): Promise<string | undefined> {
  const [stored] = await sql<{ status: string }>(
    bookingDatabase,
    'SELECT status FROM sandbox.reservation WHERE id = $1',
    [id],
    serverUrl,
  )
  return stored?.status
}

/** The ids of the stored reservations of a guest. */
export async function reservationsOf(
  bookingDatabase: string,
  guestEmail: string,
  { serverUrl }: { serverUrl?: string } = {},
): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    bookingDatabase,
    'SELECT id FROM sandbox.reservation WHERE guest_email = $1',
    [guestEmail],
    serverUrl,
  )
  return rows.map(({ id }) => id)
}

/** How many reservations of a partner have their visit on a date. */
export async function countVisits(bookingDatabase: string, partnerId: string, visitDate: string): Promise<number> {
  const [row] = await sql<{ count: number }>(
    bookingDatabase,
    'SELECT count(*)::integer AS count FROM sandbox.reservation WHERE partner_id = $1 AND visit_date = $2',
    [partnerId, visitDate],
  )
  return row?.count ?? 0
}
