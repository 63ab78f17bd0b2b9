import type { CatalogReader } from '../../../bench/mirror/reader.ts'
import type { CatalogState, Days, ProductState } from '../../../bench/mirror/state.ts'

/** Reads from a full read, as a mirror reads from the product while nothing changes. */
export const readerOf = ({ products, sharedPrices }: CatalogState, days: Days): CatalogReader => ({
  days,
  async product({ id }, parts) {
    const product = products.get(id) as ProductState
    const range = parts.days
    return {
      ...(parts.members ? { members: only(product.members, (name) => parts.members?.includes(name) === true) } : {}),
      ...(range ? { days: only(product.days, (date) => range.from <= date && date <= range.to) } : {}),
      ...(parts.prices ? { prices: product.prices } : {}),
    }
  },
  sharedPrices: async () => sharedPrices,
})

const only = (
  record: Readonly<Record<string, unknown>>,
  isWanted: (name: string) => boolean,
): Record<string, unknown> => Object.fromEntries(Object.entries(record).filter(([name]) => isWanted(name)))
