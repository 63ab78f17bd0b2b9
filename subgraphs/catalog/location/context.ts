import type { Context } from '../context.ts'
import type { MunicipalityCounts } from './cached-counts.ts'
import type { MeetingPoints } from './cached-meeting-points.ts'
import type { LocationLoaders } from './loaders.ts'

/** The context of searches around a place, meeting points and states. */
export interface LocationContext extends Context {
  readonly municipalityCounts: MunicipalityCounts
  readonly meetingPoints: MeetingPoints
  readonly loaders: LocationLoaders
}
