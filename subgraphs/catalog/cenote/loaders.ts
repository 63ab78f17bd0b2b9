import type DataLoader from 'dataloader'
import { loadById, loadOwned } from '../batching.ts'
import type { Database } from '../database.ts'
import type { AmenityRow } from './amenity.ts'
import type { CenoteDetailRow, CenoteRow } from './cenote.ts'
import { findAmenities, findCenoteDetails, findCenotes, findCenotesOfTours } from './repository.ts'

/** Batched reads of cenotes for one request. */
export interface CenoteLoaders {
  readonly cenote: DataLoader<string, CenoteRow | null>
  readonly cenoteDetail: DataLoader<string, (CenoteDetailRow & { id: string }) | null>
  readonly amenities: DataLoader<string, AmenityRow[]>
  readonly cenotesOfTour: DataLoader<string, CenoteRow[]>
}

export function cenoteLoaders(database: Database): CenoteLoaders {
  return {
    cenote: loadById((ids) => findCenotes(database, ids)),
    cenoteDetail: loadById((ids) => findCenoteDetails(database, ids)),
    amenities: loadOwned(
      (ids) => findAmenities(database, ids),
      (row) => row.cenoteId,
    ),
    cenotesOfTour: loadOwned(
      (ids) => findCenotesOfTours(database, ids),
      (row) => row.tourId,
    ),
  }
}
