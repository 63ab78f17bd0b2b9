import DataLoader from 'dataloader'
import type { Pool } from '../../../platform/postgres/database.ts'
import { readBooked, readInventories, type InventoryKey, type StoredInventory } from './repository.ts'

export interface AvailabilityLoaders {
  readonly inventory: DataLoader<InventoryKey, StoredInventory, string>
  readonly booked: DataLoader<{ cenoteId: string; date: string }, number, string>
}

/** Inventories of a request: all that are requested in one turn are read together. */
export function createAvailabilityLoaders(pool: Pool): AvailabilityLoaders {
  return {
    inventory: new DataLoader((keys) => readInventories(pool, keys), {
      cacheKeyFn: ({ cenoteId, from, to }) => `${cenoteId} ${from} ${to}`,
    }),
    booked: new DataLoader((keys) => readBooked(pool, keys), {
      cacheKeyFn: ({ cenoteId, date }) => `${cenoteId} ${date}`,
    }),
  }
}
