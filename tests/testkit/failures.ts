/** Leaves the databases as a failure leaves them, or makes them fail. */
import { randomUUID } from 'node:crypto'
import { onConnection, sql } from './database.ts'

interface Databases {
  readonly booking: string
  readonly pricing: string
}

/**
 * Leaves a cancelled reservation's coupon as a process does that dies before it gives the use back, and a job that takes
 * over and dies too.
 */
export async function dieBeforeReturningUse(
  { booking, pricing }: Databases,
  reservationId: string,
  code: string,
): Promise<void> {
  await sql(
    booking,
    "UPDATE sandbox.coupon_claim SET state = 'returning', due_at = now() + interval '1 hour' WHERE reservation_id = $1",
    [reservationId],
  )
  await sql(pricing, 'UPDATE sandbox.coupon_redemption SET released_at = NULL WHERE reservation_id = $1', [
    reservationId,
  ])
  await sql(pricing, 'UPDATE sandbox.coupon SET usage_count = 1 WHERE code = $1', [code])
}

/** Counts a use of a coupon as a process does that dies before it writes the reservation; returns the id of that. */
export async function dieAfterCountingUse({ booking, pricing }: Databases, code: string): Promise<string> {
  const reservationId = randomUUID()
  await sql(
    booking,
    `INSERT INTO sandbox.coupon_claim (reservation_id, code, state, claimed_at, due_at)
     VALUES ($1, $2, 'claimed', now(), now() + interval '1 hour')`,
    [reservationId, code],
  )
  await onConnection(pricing, async (client) => {
    await client.query('SET search_path TO sandbox')
    await client.query('SELECT redeem_coupon($1, (SELECT id FROM coupon WHERE code = $2), now())', [
      reservationId,
      code,
    ])
  })
  return reservationId
}

/** Does some work while pricing of the sandbox cannot record uses of coupons. */
export async function whileCouponUsesFail<T>(pricingDatabase: string, work: () => Promise<T>): Promise<T> {
  await sql(pricingDatabase, 'ALTER TABLE sandbox.coupon_redemption RENAME TO coupon_redemption_away')
  try {
    return await work()
  } finally {
    await sql(pricingDatabase, 'ALTER TABLE sandbox.coupon_redemption_away RENAME TO coupon_redemption')
  }
}

/**
 * Makes all changes of a partner's reservations fail with a violation of the constraint "down", until the returned
 * function is called. A constraint, because tables that a cluster distributes cannot have triggers.
 */
export async function failChangesOf(database: string, partnerId: string): Promise<() => Promise<unknown>> {
  await sql(
    database,
    `ALTER TABLE sandbox.reservation ADD CONSTRAINT down CHECK (partner_id <> '${partnerId}') NOT VALID`,
  )
  return () => sql(database, 'ALTER TABLE sandbox.reservation DROP CONSTRAINT down')
}

/**
 * Stores the codes of a reservation without it, as a server does that has not finished its transaction. The returned
 * function removes them.
 */
export async function storeCodesWithoutReservation(
  database: string,
  { id, reference, partnerId }: { readonly id: string; readonly reference: string; readonly partnerId: string },
): Promise<() => Promise<unknown>> {
  await sql(
    database,
    `INSERT INTO sandbox.reservation_code (kind, code, partner_id, reservation_id)
     SELECT kind, code, $2::uuid, $1::uuid FROM (VALUES ('id', $1::uuid::text), ('reference', $3::text)) AS named (kind, code)`,
    [id, partnerId, reference],
  )
  return () => sql(database, 'DELETE FROM sandbox.reservation_code WHERE reservation_id = $1', [id])
}
