import type { Context } from '../context.ts'
import type { Resolvers } from '../generated/resolvers.ts'
import { availability, availableToday, bookedToday, type CenoteReference } from './availability.ts'
import { overrideAvailability } from './override.ts'

const cenote: Resolvers<Context>['Cenote'] = {
  availability: (cenote, { input }, context) => availability(cenote, input, context),
  availableToday: (cenote, _arguments, context) => availableToday(cenote, context),
  bookedToday: (cenote, _arguments, context) => bookedToday(cenote, context),
}

const mutation: Pick<NonNullable<Resolvers<Context>['Mutation']>, 'overrideAvailability'> = {
  overrideAvailability: (_parent, { input }, context) => overrideAvailability(input, context),
}

/** A reference from the gateway is a cenote already: booking stores nothing of it but its places. */
export const availabilityResolvers = {
  Mutation: mutation,
  Cenote: { ...cenote, __resolveReference: (reference: CenoteReference): CenoteReference => reference },
}
