export { normalCode, requireUsable, type Coupon } from './coupon.ts'
