import type { PriceFact } from '../administration.ts'
import { promotionForm, promotionSchema, type Promotion, type PromotionForm } from './promotion.ts'
import { promotionTable } from './repository.ts'

/** Promotions as operators create and change them. */
export const promotionFact: PriceFact<Promotion, PromotionForm> = {
  type: 'promotion',
  table: promotionTable,
  schema: promotionSchema,
  form: promotionForm,
  uniqueField: 'slug',
  formOf: ({ slug, name, status, promotionType, startsAt, endsAt }) => ({
    slug,
    name,
    status,
    promotionType,
    startDate: startsAt.toISOString(),
    endDate: endsAt.toISOString(),
  }),
  rowOf: ({ slug, name, status = 'draft', promotionType, startDate, endDate }) => ({
    slug,
    name,
    status,
    promotionType,
    startsAt: new Date(startDate),
    endsAt: new Date(endDate),
  }),
}
