import { InvalidatedCache } from '../../../platform/postgres/invalidated-cache.ts'
import { cachedValue, maxCachedItems, type Cached } from '../cached.ts'
import type { Database } from '../database.ts'
import { findGroupDiscounts, findTransportOptions } from './repository.ts'
import { offeredTransport, type GroupDiscount, type ItemType, type TransportOption } from './transport-price.ts'

export interface TransportReads {
  transport(itemType: ItemType, itemId: string): Promise<readonly TransportOption[]>
  /** The group discounts of an environment, for every visit. */
  groupDiscounts(): Promise<readonly GroupDiscount[]>
}

export function cachedTransport({ prisma, pool }: Database): Cached<TransportReads> {
  const options = new InvalidatedCache<readonly TransportOption[]>(async (keys) => {
    const items = keys.map((key) => key.split(' ') as [ItemType, string])
    const all = await findTransportOptions(
      prisma,
      items.map(([, itemId]) => itemId),
    )
    return items.map(([itemType, itemId]) => offeredTransport(all, itemType, itemId))
  }, maxCachedItems)
  const groupDiscounts = cachedValue<readonly GroupDiscount[]>(() => findGroupDiscounts(pool))
  return {
    reads: {
      transport: (itemType, itemId) => options.load(`${itemType} ${itemId}`),
      groupDiscounts: groupDiscounts.read,
    },
    tables: { transport_option: options, transport_group_discount: groupDiscounts.cache },
  }
}
