import { Type, type Static } from 'typebox'
import { Form, FormTexts, OneOf } from '../../../platform/values/form-fields.ts'
import type { FieldErrors } from '../../../schema/field-errors.ts'
import { compileForm } from '../../shared/form.ts'
import { Flag, maxDescriptionLength, maxNameLength, Uuid, Whole } from '../form-parts.ts'

const maxYears = 150

/** An age configuration as an operator describes it. */
export const ageConfigurationSchema = Form({
  source: OneOf(['GLOBAL', 'CENOTE', 'TOUR'], 'For everything, or instead of that for one cenote or tour.'),
  itemId: Type.Optional(Uuid('The cenote or tour; none for a global one.')),
  category: OneOf(['INFANT', 'CHILD', 'TEEN', 'ADULT', 'SENIOR'], 'Age category.'),
  displayNames: FormTexts(maxNameLength, 'Name.'),
  descriptions: FormTexts(maxDescriptionLength, 'Description.'),
  minAge: Whole(0, maxYears, 'Youngest age.'),
  maxAge: Type.Optional(Whole(0, maxYears, 'Oldest age; without a limit when absent.')),
  pricingMultiplier: Type.Refine(
    Type.Number({ minimum: 0, maximum: 10, description: 'Share of the price of an adult, four decimals at most.' }),
    (multiplier) => multiplier === Math.round(multiplier * 10_000) / 10_000,
    () => 'TOO_PRECISE',
  ),
  displayOrder: Type.Optional(Whole(0, 1_000_000, 'Position in lists; that of the category when absent.')),
  isActive: Type.Optional(Flag('Whether it is in use; true when absent.')),
})

export type AgeConfigurationForm = Static<typeof ageConfigurationSchema>

export const ageConfigurationForm = compileForm(ageConfigurationSchema, (form) => {
  const { source, itemId, category, minAge, maxAge, pricingMultiplier, isActive } = form
  const fields: FieldErrors = {}
  const withSource = { field: 'source', value: source }
  if (source === 'GLOBAL' && itemId !== undefined) fields.itemId = [{ code: 'EXCLUDED_BY', ...withSource }]
  if (source !== 'GLOBAL' && itemId === undefined) fields.itemId = [{ code: 'REQUIRED_WITH', ...withSource }]
  if (maxAge !== undefined && maxAge < minAge) fields.maxAge = [{ code: 'TOO_SMALL', min: minAge }]
  // The price of an adult is what the catalog shows, so it is charged as it is.
  if (category === 'ADULT' && pricingMultiplier !== 1) fields.pricingMultiplier = [{ code: 'NOT_ONE_OF', values: 1 }]
  if (category === 'ADULT' && source === 'GLOBAL' && isActive === false)
    fields.isActive = [{ code: 'NOT_ONE_OF', values: 'true' }]
  return fields
})
