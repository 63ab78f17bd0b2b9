import { Type, type Static } from 'typebox'
import { Cents, Form, FormTexts, OneOf, Slug } from '../../../platform/values/form-fields.ts'
import type { FieldErrors } from '../../../schema/field-errors.ts'
import { compileForm } from '../../shared/form.ts'
import { maxPeople } from '../age-configuration/index.ts'
import { Flag, maxDescriptionLength, maxNameLength, Priority, TranslatedTexts, Uuid, Whole } from '../form-parts.ts'

/** A discount rule as an operator describes it. */
export const discountRuleSchema = Form({
  slug: Slug('Name by which files refer to it, unique.'),
  name: TranslatedTexts(maxNameLength, 'Name.'),
  description: FormTexts(maxDescriptionLength, 'Description.'),
  discountType: OneOf(['PERCENTAGE', 'FIXED', 'QUANTITY_BASED'], 'The kind of discount.'),
  appliesTo: OneOf(['ALL', 'CENOTE', 'TOUR', 'SPECIFIC'], 'The items that it applies to.'),
  itemId: Type.Optional(Uuid('The one cenote or tour of a specific rule.')),
  value: Cents('Percentage points, 1 to 100, or cents of MXN for a fixed one.'),
  minAmountCents: Type.Optional(Cents('Smallest subtotal it applies to.')),
  maxDiscountCents: Type.Optional(
    Cents('The most that it takes off; a million when absent, the value of a fixed one.'),
  ),
  minPeople: Type.Optional(Whole(1, maxPeople, 'Fewest people it applies to.')),
  priority: Type.Optional(Priority()),
  stackable: Type.Optional(Flag('Whether it shares a price with others; true when absent.')),
  autoApply: Type.Optional(Flag('Whether it applies automatically; true when absent.')),
  excludeTransportFromDiscount: Type.Optional(Flag('Whether a percentage leaves transport out; false when absent.')),
  userEligibility: Type.Optional(
    OneOf(
      ['ALL', 'AUTHENTICATED', 'VIP', 'FIRST_PURCHASE', 'LOCAL_RESIDENT', 'MEXICAN_NATIONAL'],
      'Who it is for; all when absent.',
    ),
  ),
  promotionId: Type.Optional(Uuid('Promotion it belongs to.')),
  isActive: Type.Optional(Flag('Whether it is in use; true when absent.')),
})

export type DiscountRuleForm = Static<typeof discountRuleSchema>

export const discountRuleForm = compileForm(discountRuleSchema, ({ discountType, appliesTo, value, ...form }) => {
  const fields: FieldErrors = {}
  const withScope = { field: 'appliesTo', value: appliesTo }
  if (appliesTo === 'SPECIFIC' && form.itemId === undefined) fields.itemId = [{ code: 'REQUIRED_WITH', ...withScope }]
  if (appliesTo !== 'SPECIFIC' && form.itemId !== undefined) fields.itemId = [{ code: 'EXCLUDED_BY', ...withScope }]
  if (discountType === 'QUANTITY_BASED' && form.minPeople === undefined)
    fields.minPeople = [{ code: 'REQUIRED_WITH', field: 'discountType', value: discountType }]
  if (discountType === 'FIXED' ? value === 0 : !(value >= 1 && value <= 100))
    fields.value = [
      discountType === 'FIXED' ? { code: 'NOT_ABOVE', limit: 0 } : { code: 'OUT_OF_RANGE', min: 1, max: 100 },
    ]
  return fields
})
