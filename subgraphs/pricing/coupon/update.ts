import { updateFact } from '../administration.ts'
import type { Context } from '../context.ts'
import type { UpdateCouponInput } from '../generated/resolvers.ts'
import { couponFact } from './administration.ts'
import type { Coupon } from './coupon.ts'

/**
 * Changes a coupon, which may also pause and resume it. Errors: PRICE_FACT_NOT_FOUND, EDIT_CONFLICT, ERROR_VALIDACION,
 * COUPON_LIMIT_BELOW_USES.
 */
export const updateCoupon = (input: UpdateCouponInput, context: Context): Promise<Coupon> =>
  updateFact(couponFact, input, context)
