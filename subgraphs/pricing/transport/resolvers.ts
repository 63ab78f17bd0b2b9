import { pageResolvers } from '../../../platform/graphql/connection.ts'
import { withOperationKey } from '../../../platform/graphql/operation-key.ts'
import { createFact, factPage, updateFact } from '../administration.ts'
import type { Context } from '../context.ts'
import type { Resolvers } from '../generated/resolvers.ts'
import { readPriceList, updatePriceList } from '../price-list/index.ts'
import { transportOptionFact } from './administration.ts'
import { transportGroupDiscounts } from './group-discounts.ts'
import type { TransportOptionRow } from './repository.ts'

export const transportResolvers = {
  Query: {
    transportOptions: (_parent, args, context) => factPage(transportOptionFact, args, context),
    transportGroupDiscounts: (_parent, _arguments, context) => readPriceList(transportGroupDiscounts, context),
  },
  Mutation: withOperationKey<Resolvers<Context>['Mutation'] & object>({
    createTransportOption: (_parent, { input }, context) => createFact(transportOptionFact, input, context),
    updateTransportOption: (_parent, { input }, context) => updateFact(transportOptionFact, input, context),
    updateTransportGroupDiscounts: (_parent, { input }, context) =>
      updatePriceList(transportGroupDiscounts, input, context),
  }),
  TransportOption: {
    itemType: ({ productType }) => productType,
    itemId: ({ productId }) => productId,
    stored: transportOptionFact.formOf,
  },
  TransportOptionConnection: pageResolvers<TransportOptionRow>(),
} satisfies Resolvers<Context>
