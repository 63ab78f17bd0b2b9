import { cachedValue, type Cached } from '../cached.ts'
import type { Database } from '../database.ts'
import { findRates, findTaxPercent, type Rate } from './repository.ts'

export interface CurrencyReads {
  rates(): Promise<readonly Rate[]>
  /** Percentage points on subtotal less discounts. */
  taxPercent(): Promise<number>
}

export function cachedRates({ prisma }: Database): Cached<CurrencyReads> {
  const rates = cachedValue<readonly Rate[]>(() => findRates(prisma))
  const taxPercent = cachedValue(() => findTaxPercent(prisma))
  return {
    reads: { rates: rates.read, taxPercent: taxPercent.read },
    tables: { exchange_rate: rates.cache, tax_rate: taxPercent.cache },
  }
}
