import type DataLoader from 'dataloader'
import type { Language } from '../../../platform/values/i18n.ts'
import { loadById, loadOwned } from '../batching.ts'
import type { Database } from '../database.ts'
import { readProducts, type StoredProduct } from '../product/index.ts'
import type { SettledTourForm } from './form.ts'
import { findTours, findToursOfCenotes } from './repository.ts'
import { tourTables } from './store/forms.ts'
import type { TourRow } from './tour.ts'

/** Batched reads of tours for one request. */
export interface TourLoaders {
  readonly tour: DataLoader<string, TourRow | null>
  /** As operators describe them. */
  readonly tourForm: DataLoader<string, StoredProduct<SettledTourForm> | null>
  readonly toursOfCenote: DataLoader<string, TourRow[]>
}

export function tourLoaders(database: Database, language: Language): TourLoaders {
  return {
    tour: loadById((ids) => findTours(database, ids)),
    tourForm: loadById((ids) => readProducts(database.pool, tourTables, { ids })),
    toursOfCenote: loadOwned(
      (ids) => findToursOfCenotes(database, language, ids),
      (row) => row.cenoteId,
    ),
  }
}
