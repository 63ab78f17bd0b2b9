import DataLoader from 'dataloader'
import type { ReportedReads } from '../../../platform/graphql/reported-reads.ts'
import type { Pool } from '../../../platform/postgres/database.ts'
import { daysBetween, nextDate } from '../../../platform/values/clock.ts'
import { readBooked, readInventories, type InventoryKey, type StoredInventory } from './repository.ts'

export interface AvailabilityLoaders {
  readonly inventory: DataLoader<InventoryKey, StoredInventory, string>
  readonly booked: DataLoader<{ cenoteId: string; date: string }, number, string>
}

/** Inventories of a request: all that are requested in one turn are read together, and reported. */
export function createAvailabilityLoaders(pool: Pool, reads: ReportedReads): AvailabilityLoaders {
  return {
    inventory: new DataLoader(
      (keys) => {
        for (const key of keys) reads.add(key.cenoteId, tagsOf(key))
        return readInventories(pool, keys)
      },
      { cacheKeyFn: ({ cenoteId, from, to }) => `${cenoteId} ${from} ${to}` },
    ),
    booked: new DataLoader(
      (keys) => {
        for (const { cenoteId, date } of keys) reads.add(cenoteId, tagsOf({ cenoteId, from: date, to: date }))
        return readBooked(pool, keys)
      },
      { cacheKeyFn: ({ cenoteId, date }) => `${cenoteId} ${date}` },
    ),
  }
}

/** Longer ranges depend on every day of their cenote. */
const maxTaggedDays = 31

/** The tags that changes of these days name: the day's own, or the cenote's when many days change. */
function tagsOf({ cenoteId, from, to }: InventoryKey): string[] {
  const ofCenote = `availability:${cenoteId}`
  if (daysBetween(from, to) >= maxTaggedDays) return [ofCenote, `${ofCenote}:*`]
  const tags = [ofCenote]
  for (let date = from; date <= to; date = nextDate(date)) tags.push(`${ofCenote}:${date}`)
  return tags
}
