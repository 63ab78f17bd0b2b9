import { pageResolvers } from '../../../platform/graphql/connection.ts'
import type { FeatureResolvers } from '../../../platform/graphql/merge-resolvers.ts'
import { withOperationKey } from '../../../platform/graphql/operation-key.ts'
import { shownBy } from '../../../platform/trust/author.ts'
import type { DisruptionReason, MutationResolvers, Resolvers } from '../generated/resolvers.ts'
import type { DisruptionContext } from './context.ts'
import { disruptionOfCenote, disruptionPage, requireDisruption, updateDisruption } from './find.ts'
import type { Disruption } from './store/disruptions.ts'

const upper = <T extends string>(name: T): Uppercase<T> => name.toUpperCase() as Uppercase<T>

const mutations = {
  updateDisruption: (_, { input }, context) => updateDisruption(input, context),
} satisfies MutationResolvers<DisruptionContext>

export const disruptionResolvers = {
  Query: {
    disruption: (_, { id }, context) => requireDisruption(id, context),
    disruptions: (_, args, context) => disruptionPage(args, context),
  },
  Mutation: withOperationKey(mutations),
  Cenote: { disruption: ({ id }, _, context) => disruptionOfCenote(id, context) },
  DisruptionConnection: pageResolvers<Disruption>(),
  Disruption: {
    cause: ({ cause }) => upper(cause),
    cenote: ({ cenoteId }) => ({ id: cenoteId }),
    times: ({ times }) => times && [...times],
    reservations: ({ choice }) => upper(choice),
    cancellationReason: ({ reason }) => upper(reason) as DisruptionReason,
    note: ({ note }, _, { language }) => note && note[language],
    by: ({ author }, _, context) => shownBy(author, context) as NonNullable<ReturnType<typeof shownBy>>,
    total: async ({ id }, _, { disruptions }) => (await disruptions.progress.load(id)).total,
    done: async ({ id }, _, { disruptions }) => (await disruptions.progress.load(id)).done,
    failed: async ({ id }, _, { disruptions }) => (await disruptions.progress.load(id)).failed,
    moved: async ({ id }, _, { disruptions }) => (await disruptions.progress.load(id)).moved,
    marked: async ({ id }, _, { disruptions }) => (await disruptions.progress.load(id)).marked,
    cleared: async ({ id }, _, { disruptions }) => (await disruptions.progress.load(id)).cleared,
    remaining: async ({ id }, _, { disruptions }) => (await disruptions.progress.load(id)).remaining,
  },
} satisfies FeatureResolvers<Resolvers<DisruptionContext>, DisruptionContext>
