import { pageResolvers } from '../../../platform/graphql/connection.ts'
import type { FeatureResolvers } from '../../../platform/graphql/merge-resolvers.ts'
import { withOperationKey } from '../../../platform/graphql/operation-key.ts'
import { shownBy } from '../../../platform/trust/author.ts'
import type { MutationResolvers, Resolvers } from '../generated/resolvers.ts'
import type { DisruptionContext } from './context.ts'
import { disruptionOfProduct, disruptionPage, requireDisruption, updateDisruption } from './find.ts'
import type { Disruption } from './store/disruptions.ts'

/** A tour, after a change of it with the disruption that this made, if any. */
export interface DisruptedTour {
  readonly id: string
  readonly disruption?: Disruption | null
}

const mutations = {
  updateDisruption: (_, { input }, context) => updateDisruption(input, context),
} satisfies MutationResolvers<DisruptionContext>

export const disruptionResolvers = {
  Query: {
    disruption: (_, { id }, context) => requireDisruption(id, context),
    disruptions: (_, args, context) => disruptionPage(args, context),
  },
  Mutation: withOperationKey(mutations),
  Cenote: { disruption: ({ id }, _, context) => disruptionOfProduct(id, context) },
  Tour: {
    disruption: ({ id, disruption }: DisruptedTour, _, context) =>
      disruption === undefined ? disruptionOfProduct(id, context) : disruption,
  },
  DisruptionConnection: pageResolvers<Disruption>(),
  Disruption: {
    product: ({ productId, productType }) => ({
      __typename: productType === 'tour' ? ('Tour' as const) : ('Cenote' as const),
      id: productId,
    }),
    cenote: ({ productId, productType }) => (productType === 'cenote' ? { id: productId } : null),
    tour: ({ productId, productType }) => (productType === 'tour' ? { id: productId } : null),
    times: ({ times }) => times && [...times],
    departures: ({ slots }) => slots && [...slots],
    reservations: ({ choice }) => choice,
    cancellationReason: ({ reason }) => reason,
    note: ({ note }, _, { language }) => note && note[language],
    by: ({ author }, _, context) => shownBy(author, context),
    total: async ({ id }, _, { disruptions }) => (await disruptions.progress.load(id)).total,
    done: async ({ id }, _, { disruptions }) => (await disruptions.progress.load(id)).done,
    failed: async ({ id }, _, { disruptions }) => (await disruptions.progress.load(id)).failed,
    moved: async ({ id }, _, { disruptions }) => (await disruptions.progress.load(id)).moved,
    marked: async ({ id }, _, { disruptions }) => (await disruptions.progress.load(id)).marked,
    cleared: async ({ id }, _, { disruptions }) => (await disruptions.progress.load(id)).cleared,
    remaining: async ({ id }, _, { disruptions }) => (await disruptions.progress.load(id)).remaining,
  },
} satisfies FeatureResolvers<Resolvers<DisruptionContext>, DisruptionContext>
