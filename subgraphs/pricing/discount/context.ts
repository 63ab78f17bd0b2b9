import type { Context } from '../context.ts'
import type { DiscountReads } from './cached.ts'

/** What discounts need of a request. */
export interface DiscountContext extends Context {
  readonly book: DiscountReads
}
