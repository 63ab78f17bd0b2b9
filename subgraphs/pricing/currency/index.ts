import { cachedRates } from './cached.ts'
import { currencyResolvers } from './resolvers.ts'

/** Exchange rates and taxes. */
export const currencies = { resolvers: currencyResolvers, cached: cachedRates }

export type { CurrencyReads } from './cached.ts'
export { convert } from './conversion.ts'
