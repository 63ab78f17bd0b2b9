import { createMunicipalityCounts } from './cached-counts.ts'
import { createMeetingPoints } from './cached-meeting-points.ts'
import { locationLoaders } from './loaders.ts'
import { locationResolvers } from './resolvers.ts'

/** Where cenotes are: searches around a place, meeting points, states and municipalities. */
export const locations = {
  resolvers: locationResolvers,
  loaders: locationLoaders,
  counts: createMunicipalityCounts,
  meetingPoints: createMeetingPoints,
}
