import { versionedTable } from '../../../platform/postgres/versioned-table.ts'
import type { Promotion } from './promotion.ts'

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
