import type { CenoteResolvers, Resolvers, TourResolvers } from '../generated/resolvers.ts'
import { settledText, textIn } from '../text.ts'
import { checkCoordinates, searchArea } from './bounds.ts'
import { lengthOf } from './distance.ts'
import type { CenoteAtDistance } from './nearby.ts'
import { searchAround, type CenoteWithDistance } from './repository.ts'
import { statesOf } from './state.ts'

const atDistance = (cenote: CenoteWithDistance): CenoteAtDistance => ({ cenote, km: cenote.km })

/** Searches around a point or a cenote (docs/partner-api/cenotes.md#search-around-a-point). */
export const placesOfCenote: Pick<CenoteResolvers, 'nearby' | 'meetingPoints'> = {
  async nearby({ id }, { radiusKm, first }, { loaders }) {
    const args = searchArea(radiusKm ?? 50, first ?? 5)
    return (await loaders.nearbyCenotes.load({ ownerId: id, args })).map(atDistance)
  },
  meetingPoints: ({ id }, _, { loaders }) => loaders.meetingPointsOfCenote.load(id),
}

export const placesOfTour: Pick<TourResolvers, 'meetingPoints'> = {
  meetingPoints: ({ id }, _, { loaders }) => loaders.meetingPointsOfTour.load(id),
}

export const locationResolvers: Pick<Resolvers, 'NearbyCenote' | 'MeetingPoint'> & {
  Query: Pick<NonNullable<Resolvers['Query']>, 'nearbyCenotes' | 'states'>
} = {
  Query: {
    async nearbyCenotes(_, { latitude, longitude, radiusKm, first }, { database }) {
      const startedAt = performance.now()
      checkCoordinates(latitude, longitude)
      const found = await searchAround(database, { latitude, longitude }, searchArea(radiusKm ?? 50, first ?? 10))
      const searchTimeMs = Math.round((performance.now() - startedAt) * 1_000) / 1_000
      return { results: found.map(atDistance), searchTimeMs }
    },
    states: async (_, { name }, { counts }) =>
      statesOf(await counts.municipalities(name == null ? null : settledText(name))),
  },
  NearbyCenote: { distance: ({ km }) => lengthOf(km) },
  MeetingPoint: {
    name: ({ name }, _, { language }) => textIn(language, name),
    description: ({ description }, _, { language }) => textIn(language, description),
    directions: ({ directions }, _, { language }) => textIn(language, directions),
  },
}
