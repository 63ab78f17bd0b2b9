import type DataLoader from 'dataloader'
import type { Language } from '../../../platform/values/i18n.ts'
import { loadById, loadOwned } from '../batching.ts'
import type { Database } from '../database.ts'
import { findTours, findToursOfCenotes } from './repository.ts'
import { readStoredTours, type StoredTour } from './store/forms.ts'
import type { TourRow } from './tour.ts'

/** Batched reads of tours for one request. */
export interface TourLoaders {
  readonly tour: DataLoader<string, TourRow | null>
  /** As operators describe them. */
  readonly tourForm: DataLoader<string, StoredTour | null>
  readonly toursOfCenote: DataLoader<string, TourRow[]>
}

export function tourLoaders(database: Database, language: Language): TourLoaders {
  return {
    tour: loadById((ids) => findTours(database, ids)),
    tourForm: loadById((ids) => readStoredTours(database.pool, { ids })),
    toursOfCenote: loadOwned(
      (ids) => findToursOfCenotes(database, language, ids),
      (row) => row.cenoteId,
    ),
  }
}
