import type { Discount } from '../discount/index.ts'
import type { Coupon } from './coupon.ts'

/**
 * What a coupon takes off a purchase, in the currency that `toDisplay` converts to. A free service is worth one of
 * what it costs in this purchase, nothing when it is not part of it.
 */
export function couponDiscount(
  { id, discountType, value, maxDiscountCents, priority, stackable }: Coupon,
  freeServiceCents: number,
  toDisplay: (mxnCents: number) => number,
): Discount {
  const amounts = { percentage: null, fixed_amount: toDisplay(value), free_service: freeServiceCents }
  return {
    id,
    origin: 'coupon',
    percent: discountType === 'percentage' ? value : null,
    amountCents: amounts[discountType],
    maxCents: maxDiscountCents === null ? null : toDisplay(maxDiscountCents),
    priority,
    stackable,
    excludeTransport: false,
  }
}
