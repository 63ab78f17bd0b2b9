import type DataLoader from 'dataloader'
import { OperationLoader } from '../../../platform/graphql/operation-loader.ts'
import type { ReportedReads } from '../../../platform/graphql/reported-reads.ts'
import type { Pool } from '../../../platform/postgres/database.ts'
import { datesBetween, daysBetween } from '../../../platform/values/clock.ts'
import { readBooked, readInventories, type InventoryKey, type StoredInventory } from './repository.ts'

export interface AvailabilityLoaders {
  readonly inventory: {
    /** Inventory of a product, read for an entity of the response: that product itself, or a tour that stops there. */
    load(key: InventoryKey, entityId: string): Promise<StoredInventory>
  }
  readonly booked: DataLoader<{ productId: string; date: string }, number, string>
}

/** Inventories of a request: all that are requested in one turn are read together, and reported. */
export function createAvailabilityLoaders(pool: Pool, reads: ReportedReads): AvailabilityLoaders {
  const inventories = new OperationLoader((keys: readonly InventoryKey[]) => readInventories(pool, keys), {
    cacheKeyFn: ({ productId, from, to }) => `${productId} ${from} ${to}`,
  })
  return {
    inventory: {
      load(key, entityId) {
        // Also when it was read for another entity already.
        reads.add(entityId, tagsOf(key))
        return inventories.load(key)
      },
    },
    booked: new OperationLoader(
      (keys) => {
        for (const { productId, date } of keys) reads.add(productId, tagsOf({ productId, from: date, to: date }))
        return readBooked(pool, keys)
      },
      { cacheKeyFn: ({ productId, date }) => `${productId} ${date}` },
    ),
  }
}

/** Longer ranges depend on every day of their product. */
const maxTaggedDays = 31

/** The tags that changes of these days name: the day's own, or the product's when many days change. */
function tagsOf({ productId, from, to }: InventoryKey): string[] {
  const ofProduct = `availability:${productId}`
  if (daysBetween(from, to) >= maxTaggedDays) return [ofProduct, `${ofProduct}:*`]
  const tags = [ofProduct]
  for (const date of datesBetween(from, to)) tags.push(`${ofProduct}:${date}`)
  return tags
}
