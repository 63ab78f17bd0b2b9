import type { QueryCenotesArgs } from '../generated/resolvers.ts'
import { pageOf } from '../../../platform/graphql/connection.ts'
import { pageRequest } from '../paging.ts'
import type { CenotePage } from './cenote.ts'
import type { CenoteParts } from './columns.ts'
import type { CenoteContext } from './context.ts'
import { cenoteListing, listingScope, type ListingPosition } from './listing.ts'
import { listCenotes } from './repository.ts'

/** A page of the cenotes that match a filter; counted only when the total is selected. */
export async function cenotePage(
  args: QueryCenotesArgs,
  parts: CenoteParts,
  { database, cenoteCounts, cursors, language }: Omit<CenoteContext, 'loaders'>,
): Promise<CenotePage> {
  const listing = cenoteListing(language, args.filter, args.sort)
  const scope = listingScope(database.environment, listing)
  const request = pageRequest<ListingPosition>(args, cursors, scope)
  return pageOf(
    await listCenotes(database, listing, request, parts),
    request,
    ({ sortValue, id }) => cursors.encode(scope, [sortValue, id]),
    () => cenoteCounts.count(listing),
  )
}
