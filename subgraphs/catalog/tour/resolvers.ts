import { apiError } from '../../../schema/errors.ts'
import type { Context } from '../context.ts'
import type { CenoteResolvers, Resolvers } from '../generated/resolvers.ts'
import { edgesOf, pageInfoOf, pageOf, pageRequest } from '../paging.ts'
import { listIn, textIn } from '../text.ts'
import { tourListing, tourListingScope, type TourPosition } from './listing.ts'
import { countTours, listTours, type ListedTour } from './repository.ts'
import type { TourRow } from './tour.ts'

/** A tour by any text; what names nothing is TOUR_NOT_FOUND. */
async function requireTour(id: string, { loaders }: Context): Promise<TourRow> {
  const tour = await loaders.tour.load(id)
  if (!tour) throw apiError('TOUR_NOT_FOUND', { tourId: id })
  return tour
}

/** How other subgraphs' references become tours, all of a request in one statement. */
export const tourReference = {
  __resolveReference: ({ id }: { id: string }, context: Context) => requireTour(id, context),
}

/** The price of an adult; what others pay follows from it, which pricing computes. */
const pricingOf = ({ id, adultCents, currency }: TourRow) => ({ tourId: id, adultCents, currency })

/** How references to the prices of tours become those. */
export const tourPricingReference = {
  __resolveReference: async ({ tourId }: { tourId: string }, context: Context) =>
    pricingOf(await requireTour(tourId, context)),
}

export const toursOfCenote: Pick<CenoteResolvers, 'tours'> = {
  tours: ({ id }, _, { loaders }) => loaders.toursOfCenote.load(id),
}

/** Tours and their list. */
export const tourResolvers: Pick<Resolvers, 'TourConnection' | 'TourEdge'> & {
  Query: Pick<NonNullable<Resolvers['Query']>, 'tour' | 'tours'>
  Tour: NonNullable<Resolvers['Tour']>
} = {
  Query: {
    tour: (_, { id }, context) => requireTour(id, context),
    async tours(_, args, { database, cursors, language }) {
      const listing = tourListing(language, args.filter, args.sort)
      const scope = tourListingScope(database.environment, listing)
      const request = pageRequest<TourPosition>(args, cursors, scope)
      const cursorOf = ({ sortValue, id }: ListedTour): string => cursors.encode(scope, [sortValue, id])
      return pageOf(await listTours(database, listing, request), request, cursorOf, () => countTours(database, listing))
    },
  },
  TourConnection: {
    edges: edgesOf,
    nodes: ({ rows }) => [...rows],
    pageInfo: pageInfoOf,
    totalCount: (page) => page.total(),
  },
  TourEdge: { node: ({ row }) => row },
  Tour: {
    name: (tour, _, { language }) => (language === 'es' ? tour.nameEs : tour.nameEn),
    description: ({ description }, _, { language }) => textIn(language, description),
    cenotes: ({ id }, _, { loaders }) => loaders.cenotesOfTour.load(id),
    pricing: pricingOf,
    includes: ({ includes }, _, { language }) => listIn(language, includes),
    excludes: ({ excludes }, _, { language }) => listIn(language, excludes),
    images: ({ images }) => [...images],
  },
}
