import { Type, type Static } from 'typebox'
import { Cents, Form, FormTexts, OneOf } from '../../../platform/values/form-fields.ts'
import type { FieldErrors } from '../../../schema/field-errors.ts'
import { compileForm } from '../../shared/form.ts'
import { Flag, Instant, maxDescriptionLength, maxNameLength, Priority, Uuid, Whole } from '../form-parts.ts'

/** A coupon as an operator describes it. */
export const couponSchema = Form({
  code: Type.Refine(
    Type.String({
      minLength: 1,
      maxLength: 50,
      description: 'The code that guests enter; capital letters, digits, - and _.',
    }),
    (code) => /^[A-Z0-9_-]*$/.test(code),
    () => 'NOT_A_COUPON_CODE',
  ),
  name: FormTexts(maxNameLength, 'Name.'),
  description: Type.Optional(FormTexts(maxDescriptionLength, 'Description; the name when absent.')),
  discountType: OneOf(['PERCENTAGE', 'FIXED_AMOUNT', 'FREE_SERVICE'], 'The kind of discount.'),
  discountValue: Type.Optional(Cents('Percentage points, 1 to 100, or cents of MXN; none for a free service.')),
  serviceId: Type.Optional(Uuid('The service that is free, by its id everywhere.')),
  itemId: Type.Optional(Uuid('The only cenote or tour it is for; all when absent.')),
  minPurchaseCents: Type.Optional(Cents('Smallest subtotal it can be used for.')),
  maxDiscountCents: Type.Optional(Cents('The most that it takes off.')),
  usageLimit: Type.Optional(Whole(1, 1_000_000_000, 'How often it can be used; without a limit when absent.')),
  validFrom: Type.Optional(Instant('Instant from which it can be used.')),
  validUntil: Type.Optional(Instant('Instant until which it can be used.')),
  stackable: Type.Optional(Flag('Whether it shares a price with other discounts; true when absent.')),
  priority: Type.Optional(Priority()),
  isActive: Type.Optional(Flag('Whether it can be used at all; true when absent.')),
})

export type CouponForm = Static<typeof couponSchema>

export const couponForm = compileForm(couponSchema, (form) => ({ ...valueErrors(form), ...periodErrors(form) }))

function valueErrors({ discountType, discountValue, serviceId }: CouponForm): FieldErrors {
  const fields: FieldErrors = {}
  const withType = { field: 'discountType', value: discountType }
  if (discountType === 'FREE_SERVICE') {
    if (discountValue) fields.discountValue = [{ code: 'EXCLUDED_BY', ...withType }]
    if (serviceId === undefined) fields.serviceId = [{ code: 'REQUIRED_WITH', ...withType }]
    return fields
  }
  if (serviceId !== undefined) fields.serviceId = [{ code: 'EXCLUDED_BY', ...withType }]
  if (discountValue === undefined) fields.discountValue = [{ code: 'REQUIRED_WITH', ...withType }]
  else if (discountType === 'PERCENTAGE' && !(discountValue >= 1 && discountValue <= 100))
    fields.discountValue = [{ code: 'OUT_OF_RANGE', min: 1, max: 100 }]
  else if (discountValue === 0) fields.discountValue = [{ code: 'NOT_ABOVE', limit: 0 }]
  return fields
}

const periodErrors = ({ validFrom, validUntil }: CouponForm): FieldErrors =>
  validFrom !== undefined && validUntil !== undefined && new Date(validUntil) <= new Date(validFrom)
    ? { validUntil: [{ code: 'NOT_AFTER', field: 'validFrom' }] }
    : {}
