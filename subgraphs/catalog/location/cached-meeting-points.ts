import { InvalidatedCache } from '../../../platform/postgres/invalidated-cache.ts'
import type { Database } from '../database.ts'
import { findMeetingPoints, type MeetingPointRow } from './repository.ts'

/** Meeting points and pickup zones by owner, in display order. Every price of a cenote or tour depends on them. */
export interface MeetingPoints {
  readonly ofCenotes: InvalidatedCache<MeetingPointRow[]>
  readonly ofTours: InvalidatedCache<MeetingPointRow[]>
}

const maxCachedOwners = 5_000

/** Those of one environment: in memory, until the database reports that they may have changed. */
export const createMeetingPoints = (database: Database): MeetingPoints => ({
  ofCenotes: new InvalidatedCache((ids) => findMeetingPoints(database, 'cenote_id', ids), maxCachedOwners),
  ofTours: new InvalidatedCache((ids) => findMeetingPoints(database, 'tour_id', ids), maxCachedOwners),
})
