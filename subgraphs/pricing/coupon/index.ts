export { maxCodeLength, normalCode, requireUsable, type Coupon } from './coupon.ts'
