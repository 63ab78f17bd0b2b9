import type { Context } from '../context.ts'
import type { QueryToursArgs } from '../generated/resolvers.ts'
import { pageOf } from '../../../platform/graphql/connection.ts'
import { pageRequest } from '../paging.ts'
import { tourListing, tourListingScope, type TourPosition } from './listing.ts'
import { countTours, listTours } from './repository.ts'
import type { TourPage } from './tour.ts'

/** A page of the tours that match a filter; counted only when the total is selected. */
export async function tourPage(args: QueryToursArgs, { database, cursors, language }: Context): Promise<TourPage> {
  const listing = tourListing(language, args.filter, args.sort)
  const scope = tourListingScope(database.environment, listing)
  const request = pageRequest<TourPosition>(args, cursors, scope)
  return pageOf(
    await listTours(database, listing, request),
    request,
    ({ sortValue, id }) => cursors.encode(scope, [sortValue, id]),
    () => countTours(database, listing),
  )
}
