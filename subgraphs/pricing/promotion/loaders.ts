import type DataLoader from 'dataloader'
import { OperationLoader } from '../../../platform/graphql/operation-loader.ts'
import type { Database } from '../database.ts'
import type { Promotion } from './promotion.ts'
import { findPromotions } from './repository.ts'

export interface PromotionLoaders {
  /** By id. */
  readonly promotion: DataLoader<string, Promotion | null>
}

export const promotionLoaders = (database: Database): PromotionLoaders => ({
  promotion: new OperationLoader(async (ids) => {
    const found = new Map((await findPromotions(database, ids)).map((promotion) => [promotion.id, promotion]))
    return ids.map((id) => found.get(id) ?? null)
  }),
})
