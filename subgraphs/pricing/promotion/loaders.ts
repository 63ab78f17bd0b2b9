import DataLoader from 'dataloader'
import type { Database } from '../database.ts'
import type { Promotion } from './promotion.ts'

export interface PromotionLoaders {
  /** By id. */
  readonly promotion: DataLoader<string, Promotion | null>
}

export const promotionLoaders = ({ prisma }: Database): PromotionLoaders => ({
  promotion: new DataLoader(async (ids) => {
    const rows = await prisma.promotion.findMany({ where: { id: { in: [...ids] } } })
    const found = new Map(rows.map((promotion) => [promotion.id, promotion]))
    return ids.map((id) => found.get(id) ?? null)
  }),
})
