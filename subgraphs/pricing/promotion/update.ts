import { updateFact } from '../administration.ts'
import type { Context } from '../context.ts'
import type { UpdatePromotionInput } from '../generated/resolvers.ts'
import { promotionFact } from './administration.ts'
import type { Promotion } from './promotion.ts'

/** Changes a promotion, and with it when its rules apply. Errors: PRICE_FACT_NOT_FOUND, EDIT_CONFLICT, ERROR_VALIDACION. */
export const updatePromotion = (input: UpdatePromotionInput, context: Context): Promise<Promotion> =>
  updateFact(promotionFact, input, context)
