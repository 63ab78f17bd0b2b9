import type { Resolvers } from '../generated/resolvers.ts'
import type { CurrencyContext } from './context.ts'

export const currencyResolvers = {
  Query: {
    async exchangeRates(_parent, _arguments, { book }) {
      const rates = await book.rates()
      return {
        base: 'MXN',
        rates: rates.map(({ currency, micros }) => ({ currency, rate: micros / 1_000_000 })),
        lastUpdated: new Date(Math.max(...rates.map(({ updatedAt }) => updatedAt.getTime()))),
      }
    },
  },
} satisfies Resolvers<CurrencyContext>
