import type { FeatureResolvers } from '../../../platform/graphql/merge-resolvers.ts'
import { asWritten } from '../../../platform/graphql/lower-case-enums.ts'
import type { Resolvers } from '../generated/resolvers.ts'
import { withOperationKey } from '../../../platform/graphql/operation-key.ts'
import { pageResolvers } from '../../../platform/graphql/connection.ts'
import { createProduct, setOnSale } from '../product/index.ts'
import { listIn, textIn } from '../text.ts'
import { applyDepartures, updateTour } from './change.ts'
import type { TourContext } from './context.ts'
import { changedTour, requireTour } from './find.ts'
import { tourKind } from './kind.ts'
import { tourPage } from './list.ts'
import { findTourStops } from './repository.ts'
import type { TourRow, ListedTour } from './tour.ts'

/** The price of an adult; what others pay follows from it, which pricing computes. */
const pricingOf = ({ id, adultCents, currency }: TourRow) => ({ tourId: id, adultCents, currency })

type TourMutation = 'createTour' | 'applyTourDeactivation' | 'applyTourDepartures' | 'updateTour' | 'publishTour'

export const tourResolvers = {
  Query: {
    tour: (_, { id }, context) => requireTour(id, context),
    tours: (_, args, context) => tourPage(args, context),
    tourStops: (_, { cenoteIds }, { databases, identity }) => findTourStops(databases[identity.environment], cenoteIds),
  },
  Mutation: withOperationKey<Pick<NonNullable<Resolvers<TourContext>['Mutation']>, TourMutation>>({
    createTour: async (_, { input }, context) => changedTour(await createProduct(tourKind, input, context), context),
    updateTour: async (_, { input }, context) => changedTour(await updateTour(input, context), context),
    applyTourDeactivation: async (_, tour, context) =>
      changedTour(await setOnSale(tourKind, tour, false, context), context),
    applyTourDepartures: async (_, { input, dryRun }, context) =>
      changedTour(await applyDepartures(input, dryRun, context), context),
    publishTour: async (_, { input }, context) => changedTour(await setOnSale(tourKind, input, true, context), context),
  }),
  TourConnection: pageResolvers<ListedTour>(),
  Tour: {
    __resolveReference: ({ id }: { id: string }, context) => requireTour(id, context),
    async stored({ id }, _, { loaders }, { schema }) {
      const stored = await loaders.tourForm.load(id)
      return stored && asWritten(schema, 'CreateTourInput', stored.form)
    },
    name: (tour, _, { language }) => (language === 'es' ? tour.nameEs : tour.nameEn),
    names: ({ nameEn: en, nameEs: es }) => ({ en, es }),
    description: ({ description }, _, { language }) => textIn(language, description),
    pricing: pricingOf,
    departureCapacity: ({ capacity }) => capacity,
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
