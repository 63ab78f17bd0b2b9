import { withOperationKey } from '../../../platform/graphql/operation-key.ts'
import type { BookContext } from '../context.ts'
import type { Resolvers } from '../generated/resolvers.ts'
import { readPriceList, updatePriceList } from '../price-list/index.ts'
import { exchangeRates, shownRates } from './exchange-rates.ts'
import type { CurrencyReads } from './cached.ts'

type CurrencyContext = BookContext<CurrencyReads>

export const currencyResolvers = {
  Query: { exchangeRates: (_parent, _arguments, { book }) => shownRates(book) },
  Mutation: withOperationKey<Resolvers<CurrencyContext>['Mutation'] & object>({
    updateExchangeRates: async (_parent, { input }, context) => {
      await updatePriceList(exchangeRates, input, context)
      return shownRates(context.book)
    },
  }),
  ExchangeRates: {
    version: async (_parent, _arguments, context) => (await readPriceList(exchangeRates, context)).version,
    stored: async (_parent, _arguments, context) => (await readPriceList(exchangeRates, context)).stored,
  },
} satisfies Resolvers<CurrencyContext>
