import type { FeatureResolvers } from '../../../platform/graphql/merge-resolvers.ts'
import type { Resolvers } from '../generated/resolvers.ts'
import { edgesOf, pageInfoOf } from '../../../platform/graphql/connection.ts'
import { listIn, textIn } from '../text.ts'
import type { TourContext } from './context.ts'
import { requireTour } from './find.ts'
import { tourPage } from './list.ts'
import type { TourRow } from './tour.ts'

/** The price of an adult; what others pay follows from it, which pricing computes. */
const pricingOf = ({ id, adultCents, currency }: TourRow) => ({ tourId: id, adultCents, currency })

export const tourResolvers = {
  Query: {
    tour: (_, { id }, context) => requireTour(id, context),
    tours: (_, args, context) => tourPage(args, context),
  },
  TourConnection: {
    edges: edgesOf,
    nodes: ({ rows }) => [...rows],
    pageInfo: pageInfoOf,
    totalCount: (page) => page.total(),
  },
  TourEdge: { node: ({ row }) => row },
  Tour: {
    __resolveReference: ({ id }: { id: string }, context) => requireTour(id, context),
    name: (tour, _, { language }) => (language === 'es' ? tour.nameEs : tour.nameEn),
    description: ({ description }, _, { language }) => textIn(language, description),
    pricing: pricingOf,
    includes: ({ includes }, _, { language }) => listIn(language, includes),
    excludes: ({ excludes }, _, { language }) => listIn(language, excludes),
    images: ({ images }) => [...images],
  },
  Cenote: { tours: ({ id }, _, { loaders }) => loaders.toursOfCenote.load(id) },
  TourPricing: {
    __resolveReference: async ({ tourId }: { tourId: string }, context) =>
      pricingOf(await requireTour(tourId, context)),
  },
} satisfies FeatureResolvers<Resolvers<TourContext>, TourContext>
