import { cachedValue, type Cached } from '../cached.ts'
import type { Database } from '../database.ts'
import { sumCharges, type Charges } from './repository.ts'

export interface ChargeReads {
  charges(): Promise<Charges>
}

export function cachedCharges({ pool }: Database): Cached<ChargeReads> {
  const { cache, read } = cachedValue<Charges>(() => sumCharges(pool))
  return { reads: { charges: read }, tables: { tax_rate: cache, fee: cache } }
}
