import { pageResolvers } from '../../../platform/graphql/connection.ts'
import { withOperationKey } from '../../../platform/graphql/operation-key.ts'
import { factPage } from '../administration.ts'
import type { Resolvers } from '../generated/resolvers.ts'
import { couponFact } from './administration.ts'
import type { CouponContext } from './context.ts'
import type { Coupon } from './coupon.ts'
import { createCoupon } from './create.ts'
import { redeem } from './redeem.ts'
import { release } from './release.ts'
import { updateCoupon } from './update.ts'
import { couponType, quoteCoupon, validateCoupon } from './validate.ts'

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
      createCoupon: (_parent, { input }, context) => createCoupon(input, context),
      updateCoupon: (_parent, { input }, context) => updateCoupon(input, context),
    }),
  },
  Cenote: { couponDiscount: (cenote, given, context) => quoteCoupon(cenote, given, context) },
  Coupon: {
    name: ({ name }, _arguments, { language }) => name[language],
    discountType: couponType,
    discountValue: ({ value }) => value,
    stored: couponFact.formOf,
  },
  CouponConnection: pageResolvers<Coupon>(),
} satisfies Resolvers<CouponContext>
