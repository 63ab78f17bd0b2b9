import type DataLoader from 'dataloader'
import { OperationLoader } from '../../../platform/graphql/operation-loader.ts'
import { isUuid } from '../../../platform/values/uuid.ts'
import { canonical, loadById, loadOwned } from '../batching.ts'
import type { Database } from '../database.ts'
import { readProducts, type StoredProduct } from '../product/index.ts'
import type { AmenityRow } from './amenity.ts'
import type { CenoteRow } from './cenote.ts'
import type { CenoteDetailRow, CenoteParts } from './columns.ts'
import type { CenoteForm } from './form.ts'
import { cenoteTables } from './store/forms.ts'
import { findAmenities, findCenoteDetails, findCenotes, findCenotesOfTours } from './repository.ts'

/** A cenote, and what of it is needed. */
export interface CenoteKey {
  readonly id: string
  readonly parts: CenoteParts
}

/** Batched reads of cenotes for one request. */
export interface CenoteLoaders {
  readonly cenote: DataLoader<CenoteKey, CenoteRow | null, string>
  readonly cenoteDetail: DataLoader<string, (CenoteDetailRow & { id: string }) | null>
  readonly amenities: DataLoader<string, AmenityRow[]>
  /** As operators describe them. */
  readonly cenoteForm: DataLoader<string, StoredProduct<CenoteForm> | null>
  readonly cenotesOfTour: DataLoader<string, CenoteRow[]>
}

export function cenoteLoaders(database: Database): CenoteLoaders {
  return {
    cenote: new OperationLoader((keys) => cenotesOf(database, keys), {
      cacheKeyFn: ({ id, parts }) => `${parts} ${canonical(id)}`,
    }),
    cenoteDetail: loadById((ids) => findCenoteDetails(database, ids)),
    amenities: loadOwned(
      (ids) => findAmenities(database, ids),
      (row) => row.cenoteId,
    ),
    cenoteForm: loadById((ids) => readProducts(database.pool, cenoteTables, { ids })),
    cenotesOfTour: loadOwned(
      (ids) => findCenotesOfTours(database, ids),
      (row) => row.tourId,
    ),
  }
}

/** Cenotes that are read together have all that is needed of any; an id that is none, or of none, is null. */
async function cenotesOf(database: Database, keys: readonly CenoteKey[]): Promise<(CenoteRow | null)[]> {
  const ids = keys.map(({ id }) => id).filter(isUuid)
  const parts = keys.reduce((all, key) => all | key.parts, 0)
  const rows = new Map((ids.length > 0 ? await findCenotes(database, ids, parts) : []).map((row) => [row.id, row]))
  return keys.map(({ id }) => rows.get(canonical(id)) ?? null)
}
