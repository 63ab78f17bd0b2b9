import { edgesOf, pageResolvers } from '../../../platform/graphql/connection.ts'
import { asWritten } from '../../../platform/graphql/lower-case-enums.ts'
import { withOperationKey } from '../../../platform/graphql/operation-key.ts'
import { shownOnce } from '../../../platform/values/shown-once.ts'
import { createFact, factPage, updateFact } from '../administration.ts'
import type { BookContext } from '../context.ts'
import type { CenoteService, Resolvers } from '../generated/resolvers.ts'
import { serviceFact } from './administration.ts'
import type { ServiceReads } from './cached.ts'
import type { ServiceForm } from './form.ts'
import { isBookable, type Service } from './service.ts'

type ServiceContext = BookContext<ServiceReads>

/** A service as the contract has it: one that is not in use is not available, whatever it was before. */
const shownService = (service: Service): CenoteService => ({
  ...service,
  ...(service.isActive ? {} : { inclusionType: 'not_available', priceCents: null }),
  isBookable: isBookable(service),
  stored: serviceFact.formOf(service),
})
const shown = shownOnce(shownService)

export const serviceResolvers = {
  Query: { cenoteServices: (_parent, args, context) => factPage(serviceFact, args, context) },
  Mutation: withOperationKey<Resolvers<ServiceContext>['Mutation'] & object>({
    createCenoteService: async (_parent, { input }, context) =>
      shownService(await createFact(serviceFact, input, context)),
    updateCenoteService: async (_parent, { input }, context) =>
      shownService(await updateFact(serviceFact, input, context)),
  }),
  CenoteServiceConnection: {
    ...pageResolvers<Service>(),
    edges: (page) => edgesOf(page).map(({ node, cursor }) => ({ node: shownService(node), cursor })),
    nodes: ({ rows }) => rows.map(shownService),
  },
  CenoteService: {
    stored: ({ stored }, _arguments, _context, { schema }) =>
      asWritten(schema, 'CreateCenoteServiceInput', stored as ServiceForm),
  },
  Cenote: {
    async services({ id }, { bookableOnly }, { book }) {
      const services = shown(await book.services(id))
      return bookableOnly ? services.filter((service) => service.isBookable) : services
    },
  },
} satisfies Resolvers<ServiceContext>
