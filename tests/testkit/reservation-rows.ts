import type { Reader } from '../../platform/postgres/database.ts'
import { systemAuthor } from '../../platform/trust/author.ts'
import type { Status } from '../../subgraphs/booking/reservation/rules/lifecycle.ts'
import { reportedReservation } from './reported-reservation.ts'

/** The properties by which a list distinguishes reservations. */
export interface ReservationRow {
  readonly id: string
  readonly partner_id: string
  readonly status: Status
  readonly product_id: string
  readonly visit_date: string
  readonly visit_time: string
  readonly guest_email: string
  readonly guest_name?: string
  readonly payment_deadline: string
  readonly created_at: string
  readonly updated_at: string
}

/** Stores reservations as the product does, with as little as a reservation can have. */
export async function insertReservations(client: Reader, rows: readonly ReservationRow[]): Promise<void> {
  await client.query(
    `SELECT store_reservation(partner_id, $2::jsonb || jsonb_build_object('id', id, 'partnerId', partner_id, 'status', status,
       'productId', product_id, 'visitDate', visit_date, 'visitTime', visit_time, 'guestEmail', guest_email,
       'paymentDeadline', payment_deadline, 'holdEndsAt', payment_deadline, 'createdAt', created_at, 'updatedAt', updated_at,
       'bookingReference', id, 'confirmationCode', 'CNF-' || id, 'visitAt', visit_date, 'dayEndsAt', visit_date,
       'guest', jsonb_build_object('name', coalesce(guest_name, ''), 'email', guest_email, 'phone', '')),
       gen_random_uuid(), 'reservation.created', NULL)
     FROM jsonb_to_recordset($1) AS row (id uuid, partner_id uuid, status text, product_id uuid, visit_date text, visit_time text,
       guest_email text, guest_name text, payment_deadline timestamptz, created_at timestamptz, updated_at timestamptz)`,
    [JSON.stringify(rows), JSON.stringify({ ...reportedReservation(''), changedBy: systemAuthor })],
  )
}
