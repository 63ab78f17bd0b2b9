import type { Resolvers } from '../generated/resolvers.ts'
import type { ServiceContext } from './context.ts'
import { servicesOf } from './list.ts'

export const serviceResolvers = {
  Cenote: { services: ({ id }, { bookableOnly }, context) => servicesOf(id, bookableOnly, context) },
} satisfies Resolvers<ServiceContext>
