import { pageResolvers } from '../../../platform/graphql/connection.ts'
import { withOperationKey } from '../../../platform/graphql/operation-key.ts'
import { factPage } from '../administration.ts'
import type { Resolvers } from '../generated/resolvers.ts'
import { serviceFact } from './administration.ts'
import type { ServiceContext } from './context.ts'
import { createCenoteService } from './create.ts'
import { servicesOf, shownService } from './list.ts'
import type { Service } from './service.ts'
import { updateCenoteService } from './update.ts'

export const serviceResolvers = {
  Query: { cenoteServices: (_parent, args, context) => factPage(serviceFact, args, context) },
  Mutation: withOperationKey<Resolvers<ServiceContext>['Mutation'] & object>({
    createCenoteService: async (_parent, { input }, context) => shownService(await createCenoteService(input, context)),
    updateCenoteService: async (_parent, { input }, context) => shownService(await updateCenoteService(input, context)),
  }),
  CenoteServiceConnection: {
    ...pageResolvers<Service>(),
    nodes: ({ rows }) => rows.map(shownService),
  },
  Cenote: { services: ({ id }, { bookableOnly }, context) => servicesOf(id, bookableOnly, context) },
} satisfies Resolvers<ServiceContext>
