import { InvalidatedCache } from '../../../platform/postgres/invalidated-cache.ts'
import { cachedValue, maxCachedItems, type Cached } from '../cached.ts'
import type { Database } from '../database.ts'
import { findGroupDiscounts, findTransportOptions } from './repository.ts'
import {
  offeredTransport,
  type GroupDiscount,
  type ProductType,
  type TransportOption,
} from './rules/transport-price.ts'

export interface TransportReads {
  transport(productType: ProductType, productId: string): Promise<readonly TransportOption[]>
  /** The group discounts of an environment, for every visit. */
  groupDiscounts(): Promise<readonly GroupDiscount[]>
}

export function cachedTransport({ prisma, pool }: Database): Cached<TransportReads> {
  const options = new InvalidatedCache<readonly TransportOption[]>(async (keys) => {
    const products = keys.map((key) => key.split(' ') as [ProductType, string])
    const all = await findTransportOptions(
      prisma,
      products.map(([, productId]) => productId),
    )
    return products.map(([productType, productId]) => offeredTransport(all, productType, productId))
  }, maxCachedItems)
  const groupDiscounts = cachedValue<readonly GroupDiscount[]>(() => findGroupDiscounts(pool))
  return {
    reads: {
      transport: (productType, productId) => options.load(`${productType} ${productId}`),
      groupDiscounts: groupDiscounts.read,
    },
    tables: { transport_option: options, transport_group_discount: groupDiscounts.cache },
  }
}
