import type { Seal } from '../../../platform/trust/seal.ts'
import type { AgeConfigurationReads } from '../age-configuration/index.ts'
import type { ChargeReads } from '../charge/index.ts'
import type { Context } from '../context.ts'
import type { CouponLoaders } from '../coupon/index.ts'
import type { CurrencyReads } from '../currency/index.ts'
import type { DiscountReads } from '../discount/index.ts'
import type { ServiceReads } from '../service/index.ts'
import type { TransportReads } from '../transport/index.ts'

/** The inputs of a price calculation. */
export interface CalculationContext extends Context {
  readonly book: AgeConfigurationReads & ChargeReads & CurrencyReads & DiscountReads & ServiceReads & TransportReads
  readonly loaders: CouponLoaders
  /** Of the prices that we promise. */
  readonly quotes: Seal
}
