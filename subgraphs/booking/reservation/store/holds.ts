import type { PoolClient, Statements } from '../../../../platform/postgres/database.ts'
import { addDays } from '../../../../platform/values/clock.ts'
import type { Database } from '../../database.ts'
import type { Reservation } from '../reservation.ts'
import type { ReservationKey } from './codes.ts'
import { noteDue, postponeDue } from './due.ts'
import { lockByKey } from './update.ts'

/** Places that a partner's other pending reservations hold on a day; see the SQL function `held_unpaid`. */
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
  const { rows } = await pool.query<{ count: number }>("SELECT count(*) FROM reservation_due WHERE kind = 'hold'")
  return rows[0]?.count ?? 0
}

/** Days of a product, whose holds may block a request for places, and those of tours that stop there. */
export interface VisitDays {
  readonly productId: string
  readonly from: string
  readonly to: string
}

/** Holds that take what a request needs: places of some days, or a use of a coupon. */
export type BlockingHolds = VisitDays | { readonly couponCode: string }

/**
 * Those of the holds that have ended and are not recorded as ended yet, in one order, so that two callers that lock them
 * never wait for one another.
 */
export async function readEndedAmong(
  reader: Statements,
  now: Date,
  limit: number,
  holds: BlockingHolds,
): Promise<ReservationKey[]> {
  const { rows } = await ('couponCode' in holds
    ? reader.query<ReservationKey>(
        `SELECT partner_id AS "partnerId", reservation_id AS id FROM reservation_due
         WHERE kind = 'hold' AND due_at <= $1 AND reservation_id IN (SELECT reservation_id FROM coupon_claim WHERE code = $3)
         ORDER BY due_at, reservation_id LIMIT $2`,
        [now, limit, holds.couponCode],
      )
    : reader.query<ReservationKey>(
        // A tour may have departed the day before, and its day may begin at another instant.
        `SELECT partner_id AS "partnerId", reservation_id AS id FROM reservation_due
         WHERE kind = 'hold' AND due_at <= $1
           AND (product_id = $3 AND visit_date BETWEEN $4 AND $5 OR $3 = ANY (stops) AND visit_date BETWEEN $6 AND $7)
         ORDER BY due_at, reservation_id LIMIT $2`,
        [now, limit, holds.productId, holds.from, holds.to, addDays(holds.from, -2), addDays(holds.to, 1)],
      ))
  return rows
}

/** Whether one of the holds has ended and is not recorded as ended yet. */
export const isHoldOver = async ({ pool }: Pick<Database, 'pool'>, now: Date, holds: BlockingHolds): Promise<boolean> =>
  (await readEndedAmong(pool, now, 1, holds)).length === 1

const isDue: Record<'hold' | 'no_show', (reservation: Reservation, now: Date) => boolean> = {
  hold: ({ status, paymentDeadline }, now) => status === 'pending' && paymentDeadline <= now,
  no_show: ({ status, dayEndsAt }, now) => status === 'confirmed' && dayEndsAt <= now,
}

/** When a reservation that is due and cannot be found is looked for again. */
const absentMilliseconds = 60_000

/**
 * Locks the reservations that are due, one by one, by partner and id; with `skipLocked` those that another replica works
 * on are left to it. Their due instants are changed only under this lock, and so never locked themselves: a transaction
 * that held both would deadlock with a change of the reservation. A due instant that does not belong to the reservation,
 * as after a correction by hand, is set right: otherwise it would be found again and again.
 */
export async function lockDue(
  client: PoolClient,
  keys: readonly ReservationKey[],
  { kind, now, skipLocked }: { kind: keyof typeof isDue; now: Date; skipLocked: boolean },
): Promise<Reservation[]> {
  const reservations: Reservation[] = []
  for (const { partnerId, id } of keys) {
    const reservation = await lockByKey(client, { partnerId, id }, skipLocked)
    if (reservation) {
      if (isDue[kind](reservation, now)) reservations.push(reservation)
      else await noteDue(client, reservation)
    } else {
      const { rowCount } = await client.query('SELECT FROM reservation WHERE partner_id = $1 AND id = $2', [
        partnerId,
        id,
      ])
      if (rowCount === 0) await postponeDue(client, kind, id, new Date(now.getTime() + absentMilliseconds))
    }
  }
  return reservations
}
