import { Type } from 'typebox'
import { Nullable } from '../schemas/response-schemas.ts'
import { Closed } from '../schemas/schema-shape.ts'
import { FilledText, Uuid } from '../schemas/validation.ts'

const Code = () => FilledText({ description: 'Upper and lower case are the same.', examples: ['CENOTE10'] })
const Cents = () => Type.Integer({ description: 'Cents.' })
const Kind = () => Type.Enum(['percentage', 'fixed_amount', 'free_service'])

/** Body of the check. */
export const CodeBody = Closed({ code: Code() }, { title: 'CouponCheckRequest' })

/**
 * Body of the validation; with both `cenoteId` and `subtotal` the response has exact amounts
 * (docs/partner-api/coupons.md#validating).
 */
export const CouponBody = Closed(
  {
    code: Code(),
    cenoteId: Type.Optional(Uuid('Cenote that is to be visited.')),
    subtotal: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 2_147_483_647, description: 'Cents of MXN before the coupon.' }),
    ),
  },
  { title: 'CouponValidationRequest' },
)

/** Variant A. */
export const CouponQuote = Type.Object(
  {
    isValid: Type.Literal(true),
    code: Type.String(),
    discountType: Kind(),
    discountValue: Type.Integer({ description: 'Percentage points, or cents.' }),
    discountAmount: Cents(),
    finalPrice: Cents(),
    currency: Type.String(),
    description: Type.String(),
    isActive: Type.Boolean({ description: 'Whether the cenote is active: one that is not cannot be reserved.' }),
  },
  { title: 'CouponQuote' },
)

/** A coupon; amounts in cents. */
const Coupon = Type.Object(
  {
    id: Type.String(),
    code: Type.String(),
    name: Type.String(),
    discountType: Kind(),
    discountValue: Type.Integer({ description: 'Percentage points, or cents.' }),
    minPurchaseAmount: Nullable(Cents()),
    maxDiscountAmount: Nullable(Cents()),
    usageLimit: Nullable(Type.Integer()),
    usageCount: Type.Integer(),
    validFrom: Nullable(Type.String({ format: 'date-time' })),
    validUntil: Nullable(Type.String({ format: 'date-time' })),
    isActive: Type.Boolean(),
  },
  { title: 'Coupon' },
)

const check = {
  isValid: Type.Boolean(),
  message: Type.String({ description: 'In the language of Accept-Language.' }),
  coupon: Nullable(Coupon),
  errors: Type.Array(Type.String(), { description: 'Why it cannot be used.' }),
}

/** Variant B. */
export const CouponValidation = Type.Object(
  { ...check, potentialDiscount: Nullable(Cents()) },
  { title: 'CouponValidation' },
)

/** Variant B without amounts. */
export const CouponCheck = Type.Object(check, { title: 'CouponCheck' })
