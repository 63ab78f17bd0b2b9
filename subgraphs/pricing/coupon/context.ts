import type { Context } from '../context.ts'
import type { ServiceReads } from '../service/index.ts'
import type { CouponLoaders } from './loaders.ts'

/** What coupons need of a request. */
export interface CouponContext extends Context {
  readonly book: ServiceReads
  readonly loaders: CouponLoaders
}
