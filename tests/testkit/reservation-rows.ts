import type { Reader } from '../../platform/postgres/database.ts'
import type { Status } from '../../subgraphs/booking/reservation/rules/lifecycle.ts'

/** The properties by which a list distinguishes reservations. */
export interface ReservationRow {
  readonly id: string
  readonly partner_id: string
  readonly status: Status
  readonly cenote_id: string
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
    `SELECT store_reservation(partner_id, jsonb_build_object('id', id, 'status', status, 'cenoteId', cenote_id, 'visitDate', visit_date,
       'visitTime', visit_time, 'guestEmail', guest_email, 'paymentDeadline', payment_deadline, 'createdAt', created_at,
       'updatedAt', updated_at, 'bookingReference', id, 'confirmationCode', 'CNF-' || id, 'timezone', 'America/Cancun',
       'visitAt', visit_date, 'dayEndsAt', visit_date, 'adults', 1, 'children', 0, 'seniors', 0,
       'guest', jsonb_build_object('name', coalesce(guest_name, ''), 'email', guest_email, 'phone', ''), 'pricing', '{}'::jsonb,
       'services', '[]'::jsonb, 'metadata', '{}'::jsonb, 'version', 1),
       gen_random_uuid(), 'reservation.created', NULL)
     FROM jsonb_to_recordset($1) AS row (id uuid, partner_id uuid, status text, cenote_id uuid, visit_date text, visit_time text,
       guest_email text, guest_name text, payment_deadline timestamptz, created_at timestamptz, updated_at timestamptz)`,
    [JSON.stringify(rows)],
  )
}
