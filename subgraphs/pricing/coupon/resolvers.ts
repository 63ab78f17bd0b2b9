import type { Resolvers } from '../generated/resolvers.ts'
import type { CouponContext } from './context.ts'
import { redeem } from './redeem.ts'
import { release } from './release.ts'
import { couponType, quoteCoupon, validateCoupon } from './validate.ts'

export const couponResolvers = {
  Query: { couponValidation: (_parent, given, context) => validateCoupon(given, context) },
  Mutation: {
    redeemCoupon: (_parent, { input }, context) => redeem(input, context),
    releaseCoupon: (_parent, { input }, context) => release(input, context),
  },
  Cenote: { couponDiscount: ({ id }, given, context) => quoteCoupon(id, given, context) },
  Coupon: {
    name: ({ name }, _arguments, { language }) => name[language],
    discountType: couponType,
    discountValue: ({ value }) => value,
  },
} satisfies Resolvers<CouponContext>
