import type { CenoteRow } from '../cenote/index.ts'
import type { QueryNearbyCenotesArgs } from '../generated/resolvers.ts'
import { checkSearch, searchArea } from './rules/bounds.ts'
import type { LocationContext } from './context.ts'
import { searchAround, type CenoteWithDistance } from './repository.ts'

/** A cenote and its great-circle distance from the search point. */
export interface CenoteAtDistance {
  readonly cenote: CenoteRow
  readonly km: number
}

/** The result of a search around a point. */
export interface NearbySearch {
  readonly results: CenoteAtDistance[]
  readonly searchTimeMs: number
}

const defaultRadiusKm = 50

const atDistance = (cenote: CenoteWithDistance): CenoteAtDistance => ({ cenote, km: cenote.km })

/** Active cenotes around a point (docs/partner-api/cenotes.md#search-around-a-point). */
export async function cenotesAroundPoint(
  { latitude, longitude, radiusKm, first }: QueryNearbyCenotesArgs,
  { database }: Pick<LocationContext, 'database'>,
): Promise<NearbySearch> {
  const startedAt = performance.now()
  const center = { latitude, longitude }
  const area = { radiusKm: radiusKm ?? defaultRadiusKm, first: first ?? 10 }
  checkSearch(center, area)
  const found = await searchAround(database, center, area)
  const searchTimeMs = Math.round((performance.now() - startedAt) * 1_000) / 1_000
  return { results: found.map(atDistance), searchTimeMs }
}

/** Active cenotes around a cenote, without itself. */
export async function cenotesAroundCenote(
  cenoteId: string,
  { radiusKm, first }: { readonly radiusKm?: number | null; readonly first?: number | null },
  { loaders }: Pick<LocationContext, 'loaders'>,
): Promise<CenoteAtDistance[]> {
  const args = searchArea(radiusKm ?? defaultRadiusKm, first ?? 5)
  return (await loaders.nearbyCenotes.load({ ownerId: cenoteId, args })).map(atDistance)
}
