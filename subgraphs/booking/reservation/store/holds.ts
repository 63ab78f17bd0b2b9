import type { PoolClient, Statements } from '../../../../platform/postgres/database.ts'
import type { Database } from '../../database.ts'
import { reservationOf, type Reservation, type ReservationRow } from '../reservation.ts'
import type { ReservationKey } from './codes.ts'
import { selection } from './columns.ts'
import { noteDue, postponeDue, readDue } from './due.ts'

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
  const { rows } = await pool.query<{ count: number }>("SELECT count(*) FROM reservation_due WHERE kind = 'hold'")
  return rows[0]?.count ?? 0
}

/** A cenote on a day, whose holds may block a request for places. */
export interface VisitDay {
  readonly cenoteId: string
  readonly visitDate: string
}

/** Holds that take what a request needs: places of a day, or a use of a coupon. */
export type BlockingHolds = VisitDay | { readonly couponCode: string }

/** Those of the holds that have ended and are not recorded as ended yet, in one order. */
async function readEndedAmong(
  reader: Statements,
  now: Date,
  limit: number,
  holds: BlockingHolds,
): Promise<ReservationKey[]> {
  const [condition, values] =
    'couponCode' in holds
      ? ['reservation_id IN (SELECT reservation_id FROM coupon_claim WHERE code = $3)', [holds.couponCode]]
      : ['cenote_id = $3 AND visit_date = $4', [holds.cenoteId, holds.visitDate]]
  const { rows } = await reader.query<ReservationKey>(
    `SELECT partner_id AS "partnerId", reservation_id AS id FROM reservation_due
     WHERE kind = 'hold' AND due_at <= $1 AND ${condition} ORDER BY due_at, reservation_id LIMIT $2`,
    [now, limit, ...values],
  )
  return rows
}

/** Whether one of the holds has ended and is not recorded as ended yet. */
export const isHoldOver = async ({ pool }: Pick<Database, 'pool'>, now: Date, holds: BlockingHolds): Promise<boolean> =>
  (await readEndedAmong(pool, now, 1, holds)).length === 1

/** What a job works on: reservations that are due, locked, and whether more may be due. */
export interface DueReservations {
  readonly reservations: readonly Reservation[]
  readonly hasMore: boolean
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
): Promise<DueReservations> {
  // In one order, so that two callers never wait for one another.
  const keys = await readEndedAmong(client, now, limit, holds)
  return lockDue(client, keys, { kind: 'hold', now, limit, waiting: '' })
}

/** Pending reservations whose hold has ended, locked; those that another replica works on are left to it. */
export async function lockExpired(client: PoolClient, now: Date, limit: number): Promise<DueReservations> {
  const keys = await readDue(client, 'hold', now, limit)
  return lockDue(client, keys, { kind: 'hold', now, limit, waiting: 'SKIP LOCKED' })
}

/** Confirmed reservations whose day is over, locked; those that another replica works on are left to it. */
export async function lockMissed(client: PoolClient, now: Date, limit: number): Promise<DueReservations> {
  const keys = await readDue(client, 'no_show', now, limit)
  return lockDue(client, keys, { kind: 'no_show', now, limit, waiting: 'SKIP LOCKED' })
}

const isDue: Record<'hold' | 'no_show', (reservation: Reservation, now: Date) => boolean> = {
  hold: ({ status, paymentDeadline }, now) => status === 'pending' && paymentDeadline <= now,
  no_show: ({ status, dayEndsAt }, now) => status === 'confirmed' && dayEndsAt <= now,
}

/** When a reservation that is due and cannot be found is looked for again. */
const absentMilliseconds = 60_000

/**
 * Locks reservations one by one, by partner and id. What is noted of them is changed only under this lock, and so never
 * locked itself: whoever held both would wait in a circle with a change of the reservation. A note that no longer is
 * right, left by the release before, is written anew.
 */
async function lockDue(
  client: PoolClient,
  keys: readonly ReservationKey[],
  { kind, now, limit, waiting }: { kind: keyof typeof isDue; now: Date; limit: number; waiting: '' | 'SKIP LOCKED' },
): Promise<DueReservations> {
  const reservations: Reservation[] = []
  for (const { partnerId, id } of keys) {
    const { rows } = await client.query<ReservationRow>(
      `SELECT ${selection} FROM reservation WHERE partner_id = $1 AND id = $2 FOR UPDATE ${waiting}`,
      [partnerId, id],
    )
    if (rows[0]) {
      const reservation = reservationOf(rows[0])
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
  // Where all are locked elsewhere, another replica does the work.
  const isElsewhere = waiting !== '' && reservations.length === 0
  return { reservations, hasMore: keys.length === limit && !isElsewhere }
}
