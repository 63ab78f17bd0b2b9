import type { PoolClient } from '../../../../platform/postgres/database.ts'
import type { Database } from '../../database.ts'
import { reviveReservation, type Reservation } from '../reservation.ts'
import { selection } from './columns.ts'

/** Places that a partner's other pending reservations hold on a day; see `held_unpaid` in the migrations. */
export async function heldUnpaid(
  client: Pick<PoolClient, 'query'>,
  { id, partnerId, visitDate }: Pick<Reservation, 'id' | 'partnerId' | 'visitDate'>,
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

/** How many reservations are pending. */
export async function countHolds({ pool }: Pick<Database, 'pool'>): Promise<number> {
  const { rows } = await pool.query<{ count: number }>("SELECT count(*) FROM reservation WHERE status = 'pending'")
  return rows[0]?.count ?? 0
}

/** A cenote on a day, whose holds may block a request for places. */
export interface VisitDay {
  readonly cenoteId: string
  readonly visitDate: string
}

const overOnDay = "status = 'pending' AND payment_deadline <= $1 AND cenote_id = $2 AND visit_date = $3"

/** Whether a hold of the day has ended and is not recorded as ended yet. */
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
 * Pending reservations of the day whose hold has ended, locked. One that is being ended is waited for, not skipped: the
 * caller needs its places.
 */
export async function lockExpiredOn(
  client: PoolClient,
  now: Date,
  limit: number,
  { cenoteId, visitDate }: VisitDay,
): Promise<Reservation[]> {
  // In one order, so that two callers never wait for one another.
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
