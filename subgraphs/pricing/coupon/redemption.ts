import { apiError } from '../../../schema/errors.ts'
import type { Context } from '../context.ts'
import type { CouponRedemption, CouponRelease, RedeemCouponInput, ReleaseCouponInput } from '../generated/resolvers.ts'
import { normalCode, refusalError, requireUsable, usedUp } from './rules/coupon.ts'
import { countUse, findCoupons, findRedemption, releaseUse, type StoredRedemption } from './repository.ts'

/**
 * Counts one use of a coupon for a reservation; a repeated call returns the same and counts nothing. The limit applies
 * to any number of concurrent calls, also for a price that was quoted with the coupon, where no other rule of the
 * coupon applies. Errors: COUPON_NOT_APPLICABLE when the reservation has another coupon or released its own, and the
 * other COUPON_ codes.
 */
export async function redeem(input: RedeemCouponInput, { database, clock }: Context): Promise<CouponRedemption> {
  const { reservationId, productId, isQuoted } = input
  const code = normalCode(input.code)
  const known = await findRedemption(database.prisma, reservationId)
  if (known) return redemptionOf(known, code)
  const now = clock.now()
  const [found = null] = await findCoupons(database.pool, [code])
  const coupon = requireUsable(found, code, isQuoted ? { isCounted: true } : { productId }, now)
  const outcome = await countUse(database.pool, reservationId, coupon.id, now)
  if (outcome === 'redeemed') return { reservationId, code: coupon.code, redeemedAt: now }
  if (outcome === 'used_up') throw refusalError(usedUp(coupon))
  // A concurrent call for the same reservation was first.
  const first = await findRedemption(database.prisma, reservationId)
  if (!first) throw new Error('A redemption that is known was not found')
  return redemptionOf(first, code)
}

function redemptionOf(
  { reservationId, code, redeemedAt, releasedAt }: StoredRedemption,
  wanted: string,
): CouponRedemption {
  if (code === wanted && redeemedAt && !releasedAt) return { reservationId, code, redeemedAt }
  throw apiError('COUPON_NOT_APPLICABLE', { code: wanted, reason: releasedAt ? 'released' : 'another_coupon' })
}

/** Releases the use of a reservation's coupon, once; without a redemption it does nothing. */
export async function release(
  { reservationId }: ReleaseCouponInput,
  { database, clock }: Context,
): Promise<CouponRelease> {
  await releaseUse(database.pool, reservationId, clock.now())
  const released = await findRedemption(database.prisma, reservationId)
  if (!released?.releasedAt) throw new Error('The use of a coupon is not released after it was')
  return { reservationId, code: released.code, releasedAt: released.releasedAt }
}
