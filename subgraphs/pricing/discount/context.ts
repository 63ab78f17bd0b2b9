import type { Context } from '../context.ts'
import type { PromotionLoaders } from '../promotion/index.ts'
import type { DiscountReads } from './cached.ts'

/** What discounts need of a request. */
export interface DiscountContext extends Context {
  readonly book: DiscountReads
  readonly loaders: PromotionLoaders
}
