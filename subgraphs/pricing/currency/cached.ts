import { cachedValue, type Cached } from '../cached.ts'
import type { Database } from '../database.ts'
import { findRates, type Rate } from './repository.ts'

export interface CurrencyReads {
  rates(): Promise<readonly Rate[]>
}

export function cachedRates({ pool }: Database): Cached<CurrencyReads> {
  const rates = cachedValue<readonly Rate[]>(() => findRates(pool))
  return { reads: { rates: rates.read }, tables: { exchange_rate: rates.cache } }
}
