import { createFact } from '../administration.ts'
import type { Context } from '../context.ts'
import type { CreateCouponInput } from '../generated/resolvers.ts'
import { couponFact } from './administration.ts'
import { normalCode, type Coupon } from './coupon.ts'

/** Adds a coupon. Errors: ERROR_VALIDACION. */
export const createCoupon = (input: CreateCouponInput, context: Context): Promise<Coupon> =>
  createFact(couponFact, { ...input, code: normalCode(input.code) }, context)
