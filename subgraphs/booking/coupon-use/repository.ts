import type { Pool, PoolClient } from '../../../platform/postgres/database.ts'

/**
 * The claims, `coupon_claim`. A reservation confirms its claim in reservation/store/insert.ts, in the statement
 * that writes the reservation.
 */

/** Records that a use is about to be counted; a claim that is not confirmed by `dueAt` is released. */
export async function insertClaim(
  pool: Pool,
  claim: { reservationId: string; code: string; claimedAt: Date; dueAt: Date },
): Promise<void> {
  await pool.query(
    "INSERT INTO coupon_claim (reservation_id, code, state, claimed_at, due_at) VALUES ($1, $2, 'claimed', $3, $4)",
    [claim.reservationId, claim.code, claim.claimedAt, claim.dueAt],
  )
}

/** Forgets a claim whose use was refused: there is nothing to release. */
export async function deleteClaim(pool: Pool, reservationId: string): Promise<void> {
  await pool.query("DELETE FROM coupon_claim WHERE reservation_id = $1 AND state = 'claimed'", [reservationId])
}

/** Marks a use to be released, within the caller's transaction or in its own. */
export async function returnClaim(
  client: PoolClient | Pool,
  reservationId: string,
  from: 'claimed' | 'kept',
  now: Date,
): Promise<void> {
  await client.query(
    "UPDATE coupon_claim SET state = 'returning', due_at = $3 WHERE reservation_id = $1 AND state = $2",
    [reservationId, from, now],
  )
}

/** Those of the reservations whose use is to be released. */
export const findReturning = (pool: Pool, reservationIds: readonly string[]): Promise<string[]> =>
  selectReturning(pool, "reservation_id = ANY ($1) AND state = 'returning'", [reservationIds])

/** Reservations whose use of a coupon is to be released, whether a job has taken them or not. */
export const findReturningOf = (pool: Pool, code: string, limit: number): Promise<string[]> =>
  selectReturning(pool, "state = 'returning' AND code = $1 LIMIT $2", [code, limit])

async function selectReturning(pool: Pool, condition: string, values: unknown[]): Promise<string[]> {
  const { rows } = await pool.query<{ reservation_id: string }>(
    `SELECT reservation_id FROM coupon_claim WHERE ${condition}`,
    values,
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
