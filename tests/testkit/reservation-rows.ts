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

const columns =
  'id, partner_id, status, cenote_id, visit_date, visit_time, guest_email, payment_deadline, created_at, updated_at'
const guest = `jsonb_build_object('name', coalesce(guest_name, ''), 'email', guest_email, 'phone', '')`

/** Writes reservations in one statement, with as little as a reservation can have. */
export async function insertReservations(client: Reader, rows: readonly ReservationRow[]): Promise<void> {
  await client.query(
    `INSERT INTO reservation (${columns}, booking_reference, confirmation_code, timezone, visit_at, day_ends_at, adults, children,
       seniors, guest, pricing, services, metadata, version)
     SELECT ${columns}, id, 'CNF-' || id, 'America/Cancun', visit_date::timestamptz, visit_date::timestamptz, 1, 0, 0, ${guest}, '{}', '[]', '{}', 1
     FROM jsonb_to_recordset($1) AS row (id uuid, partner_id uuid, status text, cenote_id uuid, visit_date text, visit_time text,
       guest_email text, guest_name text, payment_deadline timestamptz, created_at timestamptz, updated_at timestamptz)`,
    [JSON.stringify(rows)],
  )
}
