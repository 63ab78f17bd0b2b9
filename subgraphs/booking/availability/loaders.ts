import DataLoader from 'dataloader'
import type { Pool } from '../../../platform/database.ts'
import { readBooked, readInventories, type StoredInventory } from './repository.ts'

export interface InventoryKey {
  readonly cenoteId: string
  readonly from: string
  readonly to: string
}

/** Inventories of a request: cenotes asked for in the same range are read together. */
export function createAvailabilityLoaders(pool: Pool): {
  inventory: DataLoader<InventoryKey, StoredInventory, string>
  booked: DataLoader<{ cenoteId: string; date: string }, number, string>
} {
  return {
    inventory: new DataLoader<InventoryKey, StoredInventory, string>(
      async (keys) => {
        const ranges = new Map<string, InventoryKey[]>()
        for (const key of keys) {
          const range = `${key.from} ${key.to}`
          const members = ranges.get(range)
          if (members) members.push(key)
          else ranges.set(range, [key])
        }
        const read = new Map<string, Map<string, StoredInventory>>()
        await Promise.all(
          [...ranges].map(async ([range, members]) => {
            const [first] = members
            if (first)
              read.set(
                range,
                await readInventories(
                  pool,
                  members.map(({ cenoteId }) => cenoteId),
                  first.from,
                  first.to,
                ),
              )
          }),
        )
        return keys.map(
          ({ cenoteId, from, to }) =>
            read.get(`${from} ${to}`)?.get(cenoteId) ?? new Error('An inventory was not read'),
        )
      },
      { cacheKeyFn: ({ cenoteId, from, to }) => `${cenoteId} ${from} ${to}` },
    ),
    booked: new DataLoader((keys) => readBooked(pool, keys), {
      cacheKeyFn: ({ cenoteId, date }) => `${cenoteId} ${date}`,
    }),
  }
}
