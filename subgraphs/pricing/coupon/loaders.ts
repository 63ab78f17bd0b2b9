import type DataLoader from 'dataloader'
import { OperationLoader } from '../../../platform/graphql/operation-loader.ts'
import type { Database } from '../database.ts'
import type { Coupon } from './rules/coupon.ts'
import { findCoupons } from './repository.ts'

export interface CouponLoaders {
  /** By code. */
  readonly coupon: DataLoader<string, Coupon | null>
}

/** Coupons are fresh in every request: how often each was used changes all the time. */
export const couponLoaders = ({ pool }: Database): CouponLoaders => ({
  coupon: new OperationLoader(async (codes) => {
    const found = new Map((await findCoupons(pool, codes)).map((coupon) => [coupon.code, coupon]))
    return codes.map((code) => found.get(code) ?? null)
  }),
})
