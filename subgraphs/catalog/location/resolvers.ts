import type { Resolvers } from '../generated/resolvers.ts'
import { settledText, textIn } from '../text.ts'
import type { LocationContext } from './context.ts'
import { lengthOf } from './rules/distance.ts'
import { cenotesAroundCenote, cenotesAroundPoint } from './search.ts'
import { statesOf } from './state.ts'

export const locationResolvers = {
  Query: {
    nearbyCenotes: (_, args, context) => cenotesAroundPoint(args, context),
    states: async (_, { name }, { municipalityCounts }) =>
      statesOf(await municipalityCounts.of(name == null ? null : settledText(name))),
  },
  Cenote: {
    nearby: ({ id }, args, context) => cenotesAroundCenote(id, args, context),
    meetingPoints: async ({ id }, _, { meetingPoints }) => [...(await meetingPoints.ofCenotes.load(id))],
  },
  Tour: { meetingPoints: async ({ id }, _, { meetingPoints }) => [...(await meetingPoints.ofTours.load(id))] },
  NearbyCenote: { distance: ({ km }) => lengthOf(km) },
  MeetingPoint: {
    names: ({ name }) => name,
    name: ({ name }, _, { language }) => textIn(language, name),
    description: ({ description }, _, { language }) => textIn(language, description),
    directions: ({ directions }, _, { language }) => textIn(language, directions),
  },
} satisfies Resolvers<LocationContext>
