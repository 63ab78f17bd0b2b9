import { Type, type Static } from 'typebox'
import { Form, FormText, FormTexts, OneOf, Slug } from '../../../platform/values/form-fields.ts'
import type { FieldErrors } from '../../../schema/field-errors.ts'
import { compileForm } from '../../../schema/form.ts'
import { Instant, maxNameLength } from '../form-parts.ts'
import { promotionStatuses } from './promotion.ts'

/** A promotion as an operator describes it. */
export const promotionSchema = Form({
  slug: Slug('URL-friendly name, unique.'),
  name: FormTexts(maxNameLength, 'Name.'),
  status: Type.Optional(OneOf(promotionStatuses, 'Its rules apply while it is active; draft when absent.')),
  promotionType: FormText(50, 'Such as seasonal.'),
  startDate: Instant('First instant.'),
  endDate: Instant('Instant from which it is over.'),
})

export type PromotionForm = Static<typeof promotionSchema>

export const promotionForm = compileForm(promotionSchema, ({ startDate, endDate }): FieldErrors =>
  new Date(endDate) <= new Date(startDate) ? { endDate: [{ code: 'NOT_AFTER', field: 'startDate' }] } : {},
)
