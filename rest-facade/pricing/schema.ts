import { Type } from 'typebox'
import { ageCategories, byCategory } from '../../schema/ages.ts'
import { Nullable, ServiceCategory } from '../schemas/response-schemas.ts'
import { Closed } from '../schemas/schema-shape.ts'
import { FilledText, LocalDate, Uuid } from '../schemas/validation.ts'

const optional = Type.Optional

const count = () => optional(Type.Integer({ minimum: 0, maximum: 1_000, default: 0 }))
// Pricing reports values out of range as INVALID_COORDINATES.
const Latitude = () => Type.Number({ description: 'Degrees, -90 to 90.' })
const Longitude = () => Type.Number({ description: 'Degrees, -180 to 180.' })

const ServiceId = () => FilledText({ maxLength: 100 })
const SelectedService = Type.Object(
  { id: ServiceId(), quantity: optional(Type.Integer({ minimum: 1, maximum: 1_000, default: 1 })) },
  { additionalProperties: false },
)

/** Where guests live. */
export const Residency = (description: string) => Type.Enum(['quintana_roo', 'mexico', 'foreign'], { description })

/** Body of the price calculation. `itemType` may be any text: an invalid one has an error of its own, INVALID_ITEM_TYPE. */
export const CalculationBody = Closed(
  {
    itemType: Type.String({ maxLength: 100, 'x-enum': ['cenote', 'tour'], description: 'What is visited.' }),
    itemId: Uuid('Cenote or tour id.'),
    ageBreakdown: Type.Refine(
      Closed(byCategory(count)),
      (breakdown) => ageCategories.some((category) => (breakdown[category] ?? 0) > 0),
      () => 'somebody',
    ),
    selectedServices: optional(
      Type.Array(Type.Union([ServiceId(), SelectedService]), {
        maxItems: 100,
        description: 'Optional services: their ids, or ids with quantities. One that is named again counts again.',
      }),
    ),
    visitDate: optional(
      LocalDate('Day of the visit, on which rules and promotions are judged; today at the cenote or tour when absent.'),
    ),
    residency: optional(Residency('Where the guests live, as they can prove at the entrance.')),
    transportationType: optional(Type.Enum(['meeting_point', 'hotel_pickup', 'private_transfer'])),
    meetingPointId: optional(
      Uuid(
        'Meeting point of the cenote or tour, at its own price; with `transportationType: meeting_point` only. Without it a meeting point has the price that is set for all of them.',
      ),
    ),
    pickupLocation: optional(Type.String({ maxLength: 500, description: 'Name of the pickup place.' })),
    pickupLatitude: optional(Latitude()),
    pickupLongitude: optional(Longitude()),
    pickupCoordinates: optional(
      Closed(
        { latitude: Latitude(), longitude: Longitude() },
        { description: 'Instead of pickupLatitude and pickupLongitude.' },
      ),
    ),
    couponCode: optional(FilledText({})),
    currency: optional(Type.Enum(['MXN', 'USD'], { default: 'MXN' })),
    language: optional(
      Type.Enum(['es', 'en', 'fr'], {
        description:
          'Of `message`, names and reasons; that of Accept-Language when absent. Names that have no French are English, as Content-Language says then.',
      }),
    ),
    skipTransportValidation: optional(Type.Boolean({ default: false })),
    quote: optional(
      Type.Boolean({ default: false, description: 'Adds `quoteToken`, which guarantees the price for 15 minutes.' }),
    ),
  },
  { title: 'PriceCalculationRequest' },
)

const Cents = () => Type.Integer({ description: 'Cents.' })
const AgeLine = Type.Object(
  { quantity: Type.Integer(), multiplier: Type.Number(), subtotal: Cents() },
  { title: 'AgeAdjustment' },
)
const service = {
  id: Type.String(),
  name: Type.String(),
  cost: Cents(),
  isTransport: Type.Boolean(),
  category: ServiceCategory(),
}

/** Coupons not applied to a price; absent when there are none. */
export const NotApplied = optional(
  Type.Array(
    Type.Object({
      code: Type.String(),
      reason: Type.Enum(['not_combinable', 'better_without', 'min_spend_not_met', 'not_applicable']),
    }),
    {
      description:
        'A coupon that is left out, and why: another discount may not be combined with it, or the price is not lower with it. Of a reservation also one that a change dropped, because the subtotal no longer reaches its minimum, or because it is not for what is reserved now.',
    },
  ),
)

/** Whether the priced item can be reserved at all. */
export const IsActive = () =>
  Type.Boolean({ description: 'Whether the cenote or tour is active: one that is not cannot be reserved.' })

/** Price calculation result; every amount in cents. */
export const Calculation = Type.Object(
  {
    basePrice: Cents(),
    ageAdjustments: Type.Object({
      ...byCategory(() => AgeLine),
      total: Cents(),
    }),
    transportationCost: Type.Object({
      type: Nullable(Type.String()),
      strategy: Type.String({ description: 'calculated, fixed, skipped or none' }),
      baseCost: Cents(),
      groupDiscount: Cents(),
      total: Cents(),
      pickupLocation: Nullable(Type.String()),
      meetingPointId: optional(
        Nullable(
          Type.String({
            format: 'uuid',
            description: 'Meeting point that the price is for; null when none was named. Absent without transport.',
          }),
        ),
      ),
      minutesBefore: optional(
        Type.Integer({
          description:
            'How long before the start the guests are met or picked up, in minutes; 0 where nothing is known. Absent without transport.',
        }),
      ),
    }),
    services: Type.Object({
      included: Type.Array(Type.Object({ ...service, reason: Nullable(Type.String()) })),
      selected: Type.Array(
        Type.Object({
          ...service,
          quantity: Type.Integer({ description: 'How many; `cost` is for all of them.' }),
        }),
      ),
      totalServicesCost: Cents(),
    }),
    discounts: Type.Object({
      automatic: Type.Array(
        Type.Object({ id: Type.String(), name: Type.String(), type: Type.String(), amount: Cents() }),
      ),
      coupon: optional(Type.Object({ code: Type.String(), type: Type.String(), amount: Cents() })),
      notApplied: NotApplied,
    }),
    summary: Type.Object({
      subtotal: Cents(),
      discounts: Cents(),
      taxes: Cents(),
      total: Cents(),
      fees: optional(
        Type.Integer({ description: 'Cents, charged on top of the total for a reservation; absent without fees.' }),
      ),
      currency: Type.String(),
    }),
    isActive: IsActive(),
    quoteToken: optional(
      Nullable(
        Type.String({
          description: 'For `POST /api/partner/reservations` of the same partner; null for what cannot be reserved.',
        }),
      ),
    ),
    quoteExpiresAt: optional(Nullable(Type.String({ format: 'date-time' }))),
  },
  { title: 'PriceCalculation' },
)

export const CurrencySymbol = Type.Object({ code: Type.String(), symbol: Type.String() }, { title: 'CurrencySymbol' })
