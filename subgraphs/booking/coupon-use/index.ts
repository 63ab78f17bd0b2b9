import type { JobDefinition } from '../../../platform/process/job.ts'
import type { CouponServices } from './context.ts'
import { returnCoupons } from './coupon-use.ts'

const returning: JobDefinition<CouponServices> = {
  name: 'returning coupon uses',
  everyMilliseconds: 1_000,
  work: returnCoupons,
}

/** The uses of coupons by reservations, which pricing counts. */
export const couponUses = { jobs: [returning] }

export {
  abandonCoupon,
  claimCoupon,
  returnCoupon,
  releaseContext,
  releaseEndedUses,
  releaseEndedUsesOf,
  usedUpCouponOf,
} from './coupon-use.ts'
export { openClaimsOf, type ClaimState } from './repository.ts'
