export { combineDiscounts, percentOf, type Combined, type Discount } from './discount-combination.ts'
