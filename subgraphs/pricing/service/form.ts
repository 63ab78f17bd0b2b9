import { Type, type Static } from 'typebox'
import { Cents, Form, FormText, FormTexts, OneOf } from '../../../platform/values/form-fields.ts'
import type { FieldErrors } from '../../../schema/field-errors.ts'
import { compileForm } from '../../shared/form.ts'
import { Flag, maxDescriptionLength, maxNameLength, TranslatedTexts, Uuid, Whole } from '../form-parts.ts'

/** A service of a cenote as an operator describes it. */
export const serviceSchema = Form({
  cenoteId: Uuid('The cenote that offers it.'),
  serviceId: Type.Optional(Uuid('The same service at all cenotes; a new one when absent.')),
  name: TranslatedTexts(maxNameLength, 'Name.'),
  description: FormTexts(maxDescriptionLength, 'Description.'),
  category: OneOf(['transportation', 'equipment', 'guide', 'food', 'photo', 'other'], 'Its kind.'),
  inclusionType: OneOf(['included', 'optional', 'not_available'], 'Whether it is part of the entrance or sold apart.'),
  priceCents: Type.Optional(Cents('Price of one in cents of MXN; optional services only.')),
  displayOrder: Type.Optional(Whole(0, 1_000_000, 'Position in lists; 0 when absent.')),
  durationMinutes: Type.Optional(Whole(1, 20_160, 'Length in minutes.')),
  transportConfig: Type.Optional(
    Form(
      {
        vehicleTypes: Type.Array(FormText(50, 'Such as van or bus.'), { minItems: 1, maxItems: 10 }),
        maxCapacity: Whole(1, 1_000, 'People a vehicle holds.'),
        pricePerKmCents: Cents('Price of a kilometre in cents of MXN.'),
      },
      { description: 'Its vehicles; transportation services only.' },
    ),
  ),
  isActive: Type.Optional(Flag('Whether it is in use; true when absent.')),
})

export type ServiceForm = Static<typeof serviceSchema>

export const serviceForm = compileForm(serviceSchema, ({ category, inclusionType, priceCents, transportConfig }) => {
  const fields: FieldErrors = {}
  const withInclusion = { field: 'inclusionType', value: inclusionType }
  if (inclusionType === 'optional' && priceCents === undefined)
    fields.priceCents = [{ code: 'REQUIRED_WITH', ...withInclusion }]
  if (inclusionType === 'optional' && priceCents === 0) fields.priceCents = [{ code: 'NOT_ABOVE', limit: 0 }]
  if (inclusionType !== 'optional' && priceCents !== undefined && priceCents !== 0)
    fields.priceCents = [{ code: 'EXCLUDED_BY', ...withInclusion }]
  if (category !== 'transportation' && transportConfig !== undefined)
    fields.transportConfig = [{ code: 'EXCLUDED_BY', field: 'category', value: category }]
  return fields
})
