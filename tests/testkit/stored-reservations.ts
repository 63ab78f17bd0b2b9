import type { ReservationStatus } from '../../schema/reservation-statuses.ts'
import { sql } from './database.ts'

/** A reservation of the sandbox as it is stored. */
export interface StoredReservation {
  readonly id: string
  readonly partnerName: string | null
  readonly status: ReservationStatus
  readonly version: number
  readonly productType: 'cenote' | 'tour'
  readonly visitDate: string
  readonly visitAt: Date
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly children: number
  readonly seniors: number
  readonly infants: number
  readonly teens: number
  readonly couponCode: string | null
  readonly services: readonly { readonly included: boolean }[]
  readonly transport: object | null
  readonly payment: { readonly additional?: readonly object[] } | null
  readonly cancellation: { readonly reason: string } | null
  readonly checkIn: { readonly checkedInAt: string } | null
}

/** Reads the reservations with the given ids, or all of the sandbox. */
export const storedReservations = (
  database: string,
  ids: readonly string[] | null = null,
): Promise<StoredReservation[]> =>
  sql<StoredReservation>(
    database,
    `SELECT id, partner_name AS "partnerName", status, version, product_type AS "productType", visit_date AS "visitDate",
       visit_at AS "visitAt", created_at AS "createdAt", updated_at AS "updatedAt", children, seniors, infants, teens,
       coupon_code AS "couponCode", services, transport, payment, cancellation, check_in AS "checkIn"
     FROM sandbox.reservation WHERE $1::uuid[] IS NULL OR id = ANY ($1::uuid[])`,
    [ids],
  )

/** Counts the reservations of the sandbox whose party, day or services were changed. */
export async function modifiedReservations(database: string): Promise<number> {
  const [row] = await sql<{ count: number }>(
    database,
    'SELECT count(DISTINCT reservation_id)::integer FROM sandbox.reservation_modification',
  )
  return row?.count ?? 0
}

/** Reads the notes of a reservation's status changes, of those that have one. */
export async function storedNotes(database: string, id: string): Promise<string[]> {
  const rows = await sql<{ note: string }>(
    database,
    'SELECT note FROM sandbox.status_change WHERE reservation_id = $1 AND note IS NOT NULL ORDER BY version',
    [id],
  )
  return rows.map(({ note }) => note)
}

/** Moves the creation of a reservation into the past, but neither its hold nor its visit. */
export async function ageReservation(database: string, id: string, { minutes }: { minutes: number }): Promise<void> {
  const [row] = await sql<{ at: Date }>(database, 'SELECT created_at AS at FROM sandbox.reservation WHERE id = $1', [
    id,
  ])
  if (!row) throw new Error(`There is no reservation ${id}`)
  await sql(database, 'UPDATE sandbox.reservation SET created_at = $2 WHERE id = $1', [
    id,
    new Date(row.at.getTime() - minutes * 60_000),
  ])
}

/** Moves the start of a stored visit; the day and the places that it takes stay the same. */
export const setVisitStart = (database: string, id: string, at: Date): Promise<unknown> =>
  sql(database, 'UPDATE sandbox.reservation SET visit_at = $2 WHERE id = $1', [id, at])

/** Sets the status of a stored reservation, without an entry in its history and without an event. */
export const setStatus = (database: string, id: string, status: ReservationStatus): Promise<unknown> =>
  sql(database, 'UPDATE sandbox.reservation SET status = $2 WHERE id = $1', [id, status])

/** Stores how a party travels to its visit. */
export const storeTransport = (database: string, id: string, transport: object): Promise<unknown> =>
  sql(database, 'UPDATE sandbox.reservation SET transport = $2 WHERE id = $1', [id, JSON.stringify(transport)])
