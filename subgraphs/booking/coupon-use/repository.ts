import type { Pool, PoolClient } from '../../../platform/postgres/database.ts'
import type { Database } from '../database.ts'

/**
 * The claims, `coupon_claim`. A reservation confirms its claim in the statement that writes it
 * (subgraphs/booking/reservation/create/store.ts).
 */

/** `kept` once the reservation is written; `returning` while pricing is still to release the use. */
export type ClaimState = 'claimed' | 'kept' | 'returning' | 'returned'

/** Records that a use is about to be counted; a claim that is not confirmed by `dueAt` is released. */
export async function insertClaim(
  { prisma }: Database,
  claim: { reservationId: string; code: string; claimedAt: Date; dueAt: Date },
): Promise<void> {
  await prisma.couponClaim.create({ data: { ...claim, state: 'claimed' } })
}

/** Forgets a claim whose use was refused: there is nothing to release. */
export async function deleteClaim(pool: Pool, reservationId: string): Promise<void> {
  await pool.query("DELETE FROM coupon_claim WHERE reservation_id = $1 AND state = 'claimed'", [reservationId])
}

/** Marks a use to be released, within the caller's transaction or in its own. */
export async function returnClaim(
  client: PoolClient | Pool,
  reservationId: string,
  from: Extract<ClaimState, 'claimed' | 'kept'>,
  now: Date,
): Promise<void> {
  await client.query(
    "UPDATE coupon_claim SET state = 'returning', due_at = $3 WHERE reservation_id = $1 AND state = $2",
    [reservationId, from, now],
  )
}

/** Those of the reservations whose use is to be released. */
export async function findReturning({ prisma }: Database, reservationIds: readonly string[]): Promise<string[]> {
  const claims = await prisma.couponClaim.findMany({
    where: { reservationId: { in: [...reservationIds] }, state: 'returning' },
    select: { reservationId: true },
  })
  return claims.map(({ reservationId }) => reservationId)
}

/**
 * Reservations whose use of a coupon is to be released, whether a job has taken them or not. The state is part of the
 * text, so that the index of claims in that state serves it.
 */
export async function findReturningOf(pool: Pool, code: string, limit: number): Promise<string[]> {
  const { rows } = await pool.query<{ reservation_id: string }>(
    "SELECT reservation_id FROM coupon_claim WHERE state = 'returning' AND code = $1 LIMIT $2",
    [code, limit],
  )
  return rows.map((row) => row.reservation_id)
}

/** Reservations that are about to use a coupon: they are being written, or could not be. */
export async function openClaimsOf(pool: Pool, code: string): Promise<string[]> {
  const { rows } = await pool.query<{ reservation_id: string }>(
    "SELECT reservation_id FROM coupon_claim WHERE state = 'claimed' AND code = $1",
    [code],
  )
  return rows.map((row) => row.reservation_id)
}

/** Claims to release now; they are not due again before `retryAt`, so that no other replica takes them meanwhile. */
export async function takeDueClaims(pool: Pool, now: Date, retryAt: Date, limit: number): Promise<string[]> {
  const { rows } = await pool.query<{ reservation_id: string }>(
    `UPDATE coupon_claim SET state = 'returning', due_at = $2 WHERE reservation_id IN (
       SELECT reservation_id FROM coupon_claim WHERE state IN ('claimed', 'returning') AND due_at <= $1
       ORDER BY due_at LIMIT $3 FOR UPDATE SKIP LOCKED
     ) RETURNING reservation_id`,
    [now, retryAt, limit],
  )
  return rows.map((row) => row.reservation_id)
}

export async function finishReturn(pool: Pool, reservationId: string): Promise<void> {
  await pool.query("UPDATE coupon_claim SET state = 'returned' WHERE reservation_id = $1 AND state = 'returning'", [
    reservationId,
  ])
}
