import { Type, type Static } from 'typebox'
import type { Page } from '../../../platform/graphql/connection.ts'
import { Form, FormText, FormTexts, OneOf, Slug } from '../../../platform/values/form-fields.ts'
import type { LocalizedText } from '../../../platform/values/i18n.ts'
import type { FieldErrors } from '../../../schema/field-errors.ts'
import { compileForm } from '../../shared/form.ts'
import { Instant, maxNameLength } from '../form-parts.ts'

const promotionStatuses = ['draft', 'active', 'paused', 'ended'] as const

/** A campaign that discount rules belong to. */
export interface Promotion {
  readonly id: string
  readonly version: number
  readonly name: LocalizedText
  readonly slug: string
  readonly status: (typeof promotionStatuses)[number]
  readonly promotionType: string
  readonly startsAt: Date
  readonly endsAt: Date
}

export type PromotionPage = Page<Promotion>

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
