export { combineDiscounts, percentOf, type Combined, type Discount } from './discount-combination.ts'
export type { DiscountRule } from './discount-rule.ts'
