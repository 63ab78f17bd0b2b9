import type DataLoader from 'dataloader'
import { loadOwnedWith } from '../batching.ts'
import type { Database } from '../database.ts'
import type { SearchArea } from './rules/bounds.ts'
import { searchAroundCenotes, type CenoteWithDistance } from './repository.ts'

/** Batched reads of places for one request. */
export interface LocationLoaders {
  readonly nearbyCenotes: DataLoader<{ ownerId: string; args: SearchArea }, CenoteWithDistance[], string>
}

export function locationLoaders(database: Database): LocationLoaders {
  return {
    nearbyCenotes: loadOwnedWith(
      (ids, area) => searchAroundCenotes(database, ids, area),
      (row) => row.originId,
    ),
  }
}
