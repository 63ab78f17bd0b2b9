import type { PoolClient } from '../../../platform/postgres/database.ts'
import type { Identity } from '../../../platform/trust/identity.ts'
import type { JobRun } from '../../../platform/process/job.ts'
import type { CouponContext, CouponServices } from './context.ts'
import { finishReturn, insertClaim, returnClaim, takeDueClaims } from './repository.ts'

/** A creation takes milliseconds; one that has not ended after a minute has failed. */
const gracePeriodMilliseconds = 60_000
const retryMilliseconds = 5_000
const batchSize = 50

/** Coupon that a reservation is about to use. */
export interface CouponUse {
  readonly reservationId: string
  readonly code: string
  readonly cenoteId: string
  /** The price with it was promised by a quote. */
  readonly isQuoted: boolean
}

/**
 * Counts a use of the coupon for a reservation that is about to be written
 * (docs/partner-api/coupons.md#how-uses-are-counted). Writing the reservation confirms the claim; otherwise the caller
 * must abandon it. Errors: the COUPON_ codes; then nothing was counted.
 */
export async function claimCoupon(
  use: CouponUse,
  { database, services, identity, clock }: CouponContext,
): Promise<void> {
  const { reservationId, code } = use
  const claimedAt = clock.now()
  const dueAt = new Date(claimedAt.getTime() + gracePeriodMilliseconds)
  await insertClaim(database.pool, { reservationId, code, claimedAt, dueAt })
  try {
    await services.upstream.redeemCoupon(use, identity)
  } catch (error) {
    // Pricing refused, or did not respond: then it is unknown whether it counted, and releasing is right either way.
    await abandonCoupon(reservationId, { database, clock })
    throw error
  }
}

/** Releases the use of a reservation that was not written after all. */
export async function abandonCoupon(
  reservationId: string,
  { database, clock }: Pick<CouponContext, 'database' | 'clock'>,
): Promise<void> {
  await returnClaim(database.pool, reservationId, 'claimed', clock.now())
}

/** Releases the use of a reservation that ends unpaid, within the transaction that ends it. */
export async function giveCouponBack(
  client: PoolClient,
  { id, couponCode }: { readonly id: string; readonly couponCode: string | null },
  now: Date,
): Promise<void> {
  if (couponCode !== null) await returnClaim(client, id, 'kept', now)
}

/** Releases the claims that are due at pricing; true when more may be waiting. A failure is retried. */
export async function returnCoupons(
  { databases, upstream, clock, logger }: CouponServices,
  { environment, requestId }: Omit<JobRun, 'logger'>,
): Promise<boolean> {
  // Booking acts for itself here, not for a partner.
  const identity: Identity = { partnerId: null, environment, scopes: [], locale: 'en', requestId }
  const { pool } = databases[environment]
  const now = clock.now()
  const due = await takeDueClaims(pool, now, new Date(now.getTime() + retryMilliseconds), batchSize)
  for (const reservationId of due) {
    try {
      await upstream.releaseCoupon(reservationId, identity)
      await finishReturn(pool, reservationId)
    } catch (error) {
      logger.warn({ err: error, reservationId }, "a coupon's use could not be released yet")
    }
  }
  return due.length === batchSize
}
