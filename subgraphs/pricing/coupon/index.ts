import { couponLoaders } from './loaders.ts'
import { couponResolvers } from './resolvers.ts'

/** Coupons, and how often each was used. */
export const coupons = { resolvers: couponResolvers, loaders: couponLoaders }

export {
  couponDiscount,
  normalCode,
  requireUsable,
  stillUsable,
  usableElsewhere,
  type Coupon,
  type DroppedCoupon,
} from './rules/coupon.ts'
export type { CouponLoaders } from './loaders.ts'
export { couponFact } from './administration.ts'
