import { cachedRates } from './cached.ts'
import { currencyResolvers } from './resolvers.ts'

/** Exchange rates. */
export const currencies = { resolvers: currencyResolvers, cached: cachedRates }

export type { CurrencyReads } from './cached.ts'
export { exchangeRates, exchangeRatesSchema } from './exchange-rates.ts'
