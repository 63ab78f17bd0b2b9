import type { PoolClient } from '../../../../platform/postgres/database.ts'
import type { Database } from '../../database.ts'
import { reservationOf, type Reservation, type ReservationRow } from '../reservation.ts'
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

/** Holds that take what a request needs: places of a day, or a use of a coupon. */
export type BlockingHolds = VisitDay | { readonly couponCode: string }

const isOver = "status = 'pending' AND payment_deadline <= $1"

/** The condition for those that have ended, and its values after the instant. */
const endedAmong = (holds: BlockingHolds): { condition: string; values: string[] } =>
  'couponCode' in holds
    ? { condition: `${isOver} AND coupon_code = $2`, values: [holds.couponCode] }
    : { condition: `${isOver} AND cenote_id = $2 AND visit_date = $3`, values: [holds.cenoteId, holds.visitDate] }

/** Whether one of the holds has ended and is not recorded as ended yet. */
export async function isHoldOver({ pool }: Pick<Database, 'pool'>, now: Date, holds: BlockingHolds): Promise<boolean> {
  const { condition, values } = endedAmong(holds)
  const { rowCount } = await pool.query(`SELECT FROM reservation WHERE ${condition} LIMIT 1`, [now, ...values])
  return rowCount === 1
}

/**
 * Pending reservations among the holds whose hold has ended, locked. One that is being ended is waited for, not skipped:
 * the caller needs what it takes.
 */
export async function lockExpiredAmong(
  client: PoolClient,
  now: Date,
  limit: number,
  holds: BlockingHolds,
): Promise<Reservation[]> {
  const { condition, values } = endedAmong(holds)
  // In one order, so that two callers never wait for one another.
  const { rows } = await client.query<ReservationRow>(
    `SELECT ${selection} FROM reservation WHERE ${condition} ORDER BY payment_deadline, id LIMIT $${values.length + 2} FOR UPDATE`,
    [now, ...values, limit],
  )
  return rows.map(reservationOf)
}

/** Pending reservations whose hold has ended, locked; those that another replica works on are left to it. */
export async function lockExpired(client: PoolClient, now: Date, limit: number): Promise<Reservation[]> {
  const { rows } = await client.query<ReservationRow>(
    `SELECT ${selection} FROM reservation WHERE status = 'pending' AND payment_deadline <= $1 ORDER BY payment_deadline LIMIT $2 FOR UPDATE SKIP LOCKED`,
    [now, limit],
  )
  return rows.map(reservationOf)
}

/** Confirmed reservations whose day is over, locked; those that another replica works on are left to it. */
export async function lockMissed(client: PoolClient, now: Date, limit: number): Promise<Reservation[]> {
  const { rows } = await client.query<ReservationRow>(
    `SELECT ${selection} FROM reservation WHERE status = 'confirmed' AND day_ends_at <= $1 ORDER BY day_ends_at LIMIT $2 FOR UPDATE SKIP LOCKED`,
    [now, limit],
  )
  return rows.map(reservationOf)
}
