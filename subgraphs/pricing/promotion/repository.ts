import { versionedTable } from '../../../platform/postgres/versioned-table.ts'
import type { Database } from '../database.ts'
import type { Promotion } from './promotion.ts'

export const findPromotions = ({ prisma }: Database, ids: readonly string[]): Promise<Promotion[]> =>
  prisma.promotion.findMany({ where: { id: { in: [...ids] } } })

/** Promotions as operators change them. */
export const promotionTable = versionedTable<Promotion>({
  name: 'promotion',
  columns: {
    name: 'name',
    slug: 'slug',
    status: 'status',
    promotionType: 'promotion_type',
    startsAt: 'starts_at',
    endsAt: 'ends_at',
  },
  order: ['slug'],
})
