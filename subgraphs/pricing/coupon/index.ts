export { requireUsable, type Coupon } from './coupon.ts'
