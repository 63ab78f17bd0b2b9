import { promotionLoaders } from './loaders.ts'
import { promotionResolvers } from './resolvers.ts'

/** Campaigns that discount rules belong to. */
export const promotions = { resolvers: promotionResolvers, loaders: promotionLoaders }

export type { PromotionLoaders } from './loaders.ts'
export { promotionFact } from './administration.ts'
export { readPriceChanges } from './price-changes.ts'
export type { Promotion } from './promotion.ts'
