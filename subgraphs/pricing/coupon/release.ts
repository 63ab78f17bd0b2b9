import type { Context } from '../context.ts'
import type { CouponRelease, ReleaseCouponInput } from '../generated/resolvers.ts'
import { findRedemption, giveUseBack } from './repository.ts'

/** Releases the use of a reservation's coupon, once; without a redemption it does nothing. */
export async function release(
  { reservationId }: ReleaseCouponInput,
  { database, clock }: Context,
): Promise<CouponRelease> {
  await giveUseBack(database.pool, reservationId, clock.now())
  const released = await findRedemption(database.prisma, reservationId)
  if (!released?.releasedAt) throw new Error('A coupon that was given back is not')
  return { reservationId, code: released.code, releasedAt: released.releasedAt }
}
