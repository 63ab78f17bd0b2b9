import { pageResolvers } from '../../../platform/graphql/connection.ts'
import { withOperationKey } from '../../../platform/graphql/operation-key.ts'
import { createFact, factPage, updateFact } from '../administration.ts'
import type { Resolvers } from '../generated/resolvers.ts'
import { couponFact } from './administration.ts'
import { normalCode, type Coupon } from './rules/coupon.ts'
import { redeem, release } from './redemption.ts'
import { quoteCoupon, validateCoupon, type CouponContext } from './validate.ts'

type Mutations = Required<Resolvers<CouponContext>['Mutation'] & object>

export const couponResolvers = {
  Query: {
    couponValidation: (_parent, given, context) => validateCoupon(given, context),
    coupons: (_parent, args, context) => factPage(couponFact, args, context),
  },
  Mutation: {
    redeemCoupon: (_parent, { input }, context) => redeem(input, context),
    releaseCoupon: (_parent, { input }, context) => release(input, context),
    ...withOperationKey<Pick<Mutations, 'createCoupon' | 'updateCoupon'>>({
      createCoupon: (_parent, { input }, context) =>
        createFact(couponFact, { ...input, code: normalCode(input.code) }, context),
      updateCoupon: (_parent, { input }, context) => updateFact(couponFact, input, context),
    }),
  },
  Cenote: { couponDiscount: (cenote, given, context) => quoteCoupon(cenote, given, context) },
  Coupon: {
    name: ({ name }, _arguments, { language }) => name[language],
    discountValue: ({ value }) => value,
    stored: couponFact.formOf,
  },
  CouponConnection: pageResolvers<Coupon>(),
} satisfies Resolvers<CouponContext>
