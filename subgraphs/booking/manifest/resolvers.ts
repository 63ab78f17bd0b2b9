import type { FeatureResolvers } from '../../../platform/graphql/merge-resolvers.ts'
import type { Resolvers } from '../generated/resolvers.ts'
import { balanceDueCents, visitorsOf } from '../reservation/index.ts'
import type { ManifestContext } from './context.ts'
import { readManifest } from './read.ts'

export const manifestResolvers = {
  Query: {
    manifest: (_, { input }, context) => readManifest(input, context),
  },
  Manifest: {
    product: ({ productType, productId }) => ({
      __typename: productType === 'tour' ? ('Tour' as const) : ('Cenote' as const),
      id: productId,
    }),
    rows: ({ rows }) => [...rows],
    totals: ({ totals: { visitors, balances, ...totals } }) => ({
      ...totals,
      visitors: visitorsOf(visitors),
      balanceDueCents: balances.length > 1 ? null : (balances[0]?.balanceDueCents ?? 0),
      balances: [...balances],
    }),
  },
  ManifestRow: {
    visitors: visitorsOf,
    services: ({ services }) => [...services],
    balanceDueCents,
    currency: ({ pricing }) => pricing.currency,
    checkedInAt: ({ checkIn }) => checkIn?.checkedInAt ?? null,
    via: ({ via, visitDate, visitTime }) => via && { ...via, departure: visitTime, departureDate: visitDate },
  },
} satisfies FeatureResolvers<Resolvers<ManifestContext>, ManifestContext>
