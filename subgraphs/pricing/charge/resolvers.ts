import { withOperationKey } from '../../../platform/graphql/operation-key.ts'
import type { Context } from '../context.ts'
import type { Resolvers } from '../generated/resolvers.ts'
import { readPriceList, updatePriceList } from '../price-list/index.ts'
import { charges } from './charges.ts'

export const chargeResolvers = {
  Query: { charges: (_parent, _arguments, context) => readPriceList(charges, context) },
  Mutation: withOperationKey<Resolvers<Context>['Mutation'] & object>({
    updateCharges: (_parent, { input }, context) => updatePriceList(charges, input, context),
  }),
} satisfies Resolvers<Context>
