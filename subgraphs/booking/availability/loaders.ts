import DataLoader from 'dataloader'
import type { Pool } from '../../../platform/postgres/database.ts'
import { readBooked, readInventories, type InventoryKey, type StoredInventory } from './repository.ts'

/** Inventories of a request: all that are asked for at once are read together. */
export function createAvailabilityLoaders(pool: Pool): {
  inventory: DataLoader<InventoryKey, StoredInventory, string>
  booked: DataLoader<{ cenoteId: string; date: string }, number, string>
} {
  return {
    inventory: new DataLoader((keys) => readInventories(pool, keys), {
      cacheKeyFn: ({ cenoteId, from, to }) => `${cenoteId} ${from} ${to}`,
    }),
    booked: new DataLoader((keys) => readBooked(pool, keys), {
      cacheKeyFn: ({ cenoteId, date }) => `${cenoteId} ${date}`,
    }),
  }
}
