import type DataLoader from 'dataloader'
import { loadOwned, loadOwnedWith } from '../batching.ts'
import type { Database } from '../database.ts'
import type { SearchArea } from './bounds.ts'
import {
  findMeetingPointsOfCenotes,
  findMeetingPointsOfTours,
  searchAroundCenotes,
  type CenoteWithDistance,
  type MeetingPointRow,
} from './repository.ts'

/** Batched reads of places for one request. */
export interface LocationLoaders {
  readonly nearbyCenotes: DataLoader<{ ownerId: string; args: SearchArea }, CenoteWithDistance[], string>
  readonly meetingPointsOfCenote: DataLoader<string, MeetingPointRow[]>
  readonly meetingPointsOfTour: DataLoader<string, MeetingPointRow[]>
}

export function locationLoaders(database: Database): LocationLoaders {
  return {
    nearbyCenotes: loadOwnedWith(
      (ids, area) => searchAroundCenotes(database, ids, area),
      (row) => row.originId,
    ),
    meetingPointsOfCenote: loadOwned(
      (ids) => findMeetingPointsOfCenotes(database, ids),
      (row) => row.cenoteId,
    ),
    meetingPointsOfTour: loadOwned(
      (ids) => findMeetingPointsOfTours(database, ids),
      (row) => row.tourId,
    ),
  }
}
