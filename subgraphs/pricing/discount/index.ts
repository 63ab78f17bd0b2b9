import { cachedRules } from './cached.ts'
import { discountResolvers } from './resolvers.ts'

/** Rules and promotions that take something off a price, and how discounts combine. */
export const discounts = { resolvers: discountResolvers, cached: cachedRules }

export { applyRules, type AppliedDiscounts, type CouponOmission } from './rules/apply-rules.ts'
export type { AutomaticRules } from './rules/automatic-rules.ts'
export type { DiscountReads } from './cached.ts'
export { combineDiscounts, type Discount } from './rules/discount-combination.ts'
export type { DiscountRule, Eligibility } from './rules/discount-rule.ts'
export { groupDiscounts, type GroupDiscount } from './group-discounts.ts'
export { discountRuleFact } from './administration.ts'
