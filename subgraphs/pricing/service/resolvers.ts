import type { Resolvers } from '../generated/resolvers.ts'
import type { ServiceContext } from './context.ts'
import { servicesOf } from './list.ts'
import { isBookable } from './service.ts'

export const serviceResolvers = {
  Cenote: { services: ({ id }, { bookableOnly }, context) => servicesOf(id, bookableOnly, context) },
  CenoteService: { isBookable },
} satisfies Resolvers<ServiceContext>
