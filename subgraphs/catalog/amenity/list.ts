import { pageOf, type Page } from '../../../platform/graphql/connection.ts'
import type { Context } from '../context.ts'
import type { QueryAmenityKindsArgs } from '../generated/resolvers.ts'
import { pageRequest } from '../paging.ts'
import { countAmenityKinds, listAmenityKinds, type AmenityKindRow } from './repository.ts'

export type AmenityKindPage = Page<AmenityKindRow>

/** A page of all amenities, by id. */
export async function amenityKindPage(
  args: QueryAmenityKindsArgs,
  { database, cursors }: Context,
): Promise<AmenityKindPage> {
  const scope = ['amenities', database.environment]
  const request = pageRequest<readonly [id: string]>(args, cursors, scope)
  const found = await listAmenityKinds(database.pool, { first: request.first + 1, after: request.after?.[0] ?? null })
  return pageOf(
    found,
    request,
    ({ id }) => cursors.encode(scope, [id]),
    () => countAmenityKinds(database.pool),
  )
}
