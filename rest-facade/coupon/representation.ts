import type { Static } from 'typebox'
import type { CouponValidationFieldsFragment, QuoteCouponQuery } from '../generated/operations.ts'
import { lowerName } from '../../schema/present-fields.ts'
import type { CouponCheck, CouponQuote } from './schema.ts'

type Quoted = NonNullable<QuoteCouponQuery['cenote']>['couponDiscount']

/** The value of a coupon for a purchase at a cenote. */
export const couponQuote = (quoted: Quoted): Static<typeof CouponQuote> => ({
  isValid: true,
  code: quoted.code,
  discountType: lowerName(quoted.discountType),
  discountValue: quoted.discountValue,
  discountAmount: quoted.discountAmountCents,
  finalPrice: quoted.finalPriceCents,
  currency: quoted.currency,
  description: quoted.description,
  isActive: quoted.isActive,
})

/** Whether a coupon can be used, without amounts. */
export const couponCheck = ({
  isValid,
  message,
  coupon,
  errors,
}: CouponValidationFieldsFragment): Static<typeof CouponCheck> => ({
  isValid,
  message,
  coupon: coupon && {
    id: coupon.id,
    code: coupon.code,
    name: coupon.name,
    discountType: lowerName(coupon.discountType),
    discountValue: coupon.discountValue,
    minPurchaseAmount: coupon.minPurchaseCents,
    maxDiscountAmount: coupon.maxDiscountCents,
    usageLimit: coupon.usageLimit,
    usageCount: coupon.usageCount,
    validFrom: coupon.validFrom,
    validUntil: coupon.validUntil,
    isActive: coupon.isActive,
  },
  errors: [...errors],
})
