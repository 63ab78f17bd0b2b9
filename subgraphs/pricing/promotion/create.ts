import { createFact } from '../administration.ts'
import type { Context } from '../context.ts'
import type { CreatePromotionInput } from '../generated/resolvers.ts'
import { promotionFact } from './administration.ts'
import type { Promotion } from './promotion.ts'

/** Adds a promotion. Errors: ERROR_VALIDACION. */
export const createPromotion = (input: CreatePromotionInput, context: Context): Promise<Promotion> =>
  createFact(promotionFact, input, context)
