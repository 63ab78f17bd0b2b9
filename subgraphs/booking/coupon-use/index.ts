export { abandonCoupon, claimCoupon, giveCouponBack, keepCoupon, returnCoupons } from './coupon-use.ts'
