import { cachedRules } from './cached.ts'
import { discountResolvers } from './resolvers.ts'

/** Rules and promotions that take something off a price, and how discounts combine. */
export const discounts = { resolvers: discountResolvers, cached: cachedRules }

export { applyRules, type AppliedDiscounts, type CouponOmission } from './apply-rules.ts'
export type { AutomaticRules } from './automatic-rules.ts'
export type { DiscountReads } from './cached.ts'
export { combineDiscounts, type Discount } from './discount-combination.ts'
export type { DiscountRule, Eligibility } from './discount-rule.ts'
export { groupDiscounts, type GroupDiscount } from './group-discounts.ts'
export { discountRuleFact } from './administration.ts'
