export { couponDiscount } from './coupon-discount.ts'
export { normalCode, requireUsable, type Coupon } from './coupon.ts'
