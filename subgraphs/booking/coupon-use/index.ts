export { abandonCoupon, claimCoupon, giveCouponBack, returnCoupons } from './coupon-use.ts'
