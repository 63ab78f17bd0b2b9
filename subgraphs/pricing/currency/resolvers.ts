import { withOperationKey } from '../../../platform/graphql/operation-key.ts'
import type { Resolvers } from '../generated/resolvers.ts'
import { readPriceList } from '../price-list/index.ts'
import { exchangeRates } from './administration.ts'
import type { CurrencyContext } from './context.ts'
import { shownRates } from './shown-rates.ts'
import { updateExchangeRates } from './update.ts'

export const currencyResolvers = {
  Query: { exchangeRates: (_parent, _arguments, { book }) => shownRates(book) },
  Mutation: withOperationKey<Resolvers<CurrencyContext>['Mutation'] & object>({
    updateExchangeRates: (_parent, { input }, context) => updateExchangeRates(input, context),
  }),
  ExchangeRates: {
    version: async (_parent, _arguments, context) => (await readPriceList(exchangeRates, context)).version,
    stored: async (_parent, _arguments, context) => (await readPriceList(exchangeRates, context)).stored,
  },
} satisfies Resolvers<CurrencyContext>
