import type { Statements } from '../../../../platform/postgres/database.ts'
import { peopleSum } from '../../people-sum.ts'
import type { Status } from '../../reservation/index.ts'

/** Days and slots of a cenote, or all from a day on. */
export interface Scope {
  readonly cenoteId: string
  readonly from: string
  /** Null without an end. */
  readonly to: string | null
  /** Null for all. */
  readonly times: readonly string[] | null
}

/** A reservation that holds places. */
export interface HeldReservation {
  readonly id: string
  readonly partnerId: string
  readonly partnerName: string | null
  readonly bookingReference: string
  readonly visitDate: string
  readonly visitTime: string
  readonly people: number
  readonly status: Status
  readonly dayEndsAt: Date
  readonly createdAt: Date
}

const lastDate = '9999-12-31'

const valuesOf = ({ cenoteId, from, to, times }: Scope): unknown[] => [cenoteId, from, to ?? lastDate, times]

/** Reservations that hold places in a scope, by visit and reference. */
export async function readHeld(client: Statements, scope: Scope): Promise<HeldReservation[]> {
  const { rows } = await client.query<HeldReservation>(
    `SELECT id, partner_id AS "partnerId", partner_name AS "partnerName", booking_reference AS "bookingReference",
       visit_date AS "visitDate", visit_time AS "visitTime", ${peopleSum} AS people, status, day_ends_at AS "dayEndsAt",
       created_at AS "createdAt"
     FROM reservation WHERE cenote_id = $1 AND visit_date BETWEEN $2 AND $3 AND held_people > 0
       AND ($4::text[] IS NULL OR visit_time = ANY ($4))
     ORDER BY visit_date, visit_time, booking_reference`,
    valuesOf(scope),
  )
  return rows
}

/** People that the inventory counts in a scope. */
export async function countBooked(client: Statements, scope: Scope): Promise<number> {
  const { rows } = await client.query<{ booked: number }>(
    `SELECT coalesce(sum(booked), 0)::integer AS booked FROM inventory_slot
     WHERE cenote_id = $1 AND visit_date BETWEEN $2 AND $3 AND ($4::text[] IS NULL OR visit_time = ANY ($4))`,
    valuesOf(scope),
  )
  return rows[0]?.booked ?? 0
}
