import { Type } from 'typebox'
import { Nullable } from '../../schemas/response-schemas.ts'
import { LocalDate } from '../../schemas/validation.ts'
import { notOfferedMembers } from '../not-offered.ts'
import { OpeningHoursMember } from '../opening-hours.ts'
import { CurrencyMember, Pricing, PricingUnit } from '../pricing.ts'

const optional = Type.Optional

/** Members that both requests have. */
const commonMembers = {
  productId: Type.String({ maxLength: 200, description: 'Id of a product.' }),
  optionId: Type.String({ maxLength: 200, description: '`DEFAULT`.' }),
  units: optional(
    Type.Array(
      Type.Object({
        id: Type.String({ maxLength: 200, description: 'Id of a unit.' }),
        quantity: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
      }),
      { maxItems: 100, description: 'The party: `available` is whether it can be booked. Empty is as absent.' },
    ),
  ),
  currency: CurrencyMember,
  ...notOfferedMembers,
}

const bookable =
  'Whether the party of `units` can be booked. Without `units`: whether any place can be, whatever the minimum party of a tour.'
const unitPrices = 'With `octo/pricing`: one person of each unit of the product, whatever `units` names.'
const partyPrice = 'With `octo/pricing` and `units`: the party.'

export const AvailabilityRequest = Type.Object(
  {
    ...commonMembers,
    localDate: optional(LocalDate('The only day.')),
    localDateStart: optional(LocalDate('The first day, with `localDateEnd`.')),
    localDateEnd: optional(LocalDate('The last day, at most 366 days in all.')),
    availabilityIds: optional(
      Type.Array(Type.String({ maxLength: 200 }), {
        minItems: 1,
        maxItems: 100,
        description: 'Ids of availabilities. Those that are no longer sold are left out of the response.',
      }),
    ),
  },
  {
    title: 'AvailabilityRequest',
    description: 'Exactly one of `localDate`, `localDateStart` with `localDateEnd`, and `availabilityIds`.',
  },
)

export const CalendarRequest = Type.Object(
  {
    ...commonMembers,
    localDateStart: LocalDate('The first day.'),
    localDateEnd: LocalDate('The last day, at most 366 days in all.'),
  },
  { title: 'AvailabilityCalendarRequest' },
)

const Status = Type.Enum(['AVAILABLE', 'LIMITED', 'SOLD_OUT', 'CLOSED'], {
  description:
    '`LIMITED`: less than half of the places are left. `SOLD_OUT`: the party of `units`, or without `units` anyone, can no longer be booked. `CLOSED`: not sold, or no longer. `available` is true with `AVAILABLE` and `LIMITED` alone.',
})
export const Availability = Type.Object(
  {
    id: Type.String({ description: 'The local start with its offset, such as `2026-12-05T10:00:00-05:00`.' }),
    localDateTimeStart: Type.String({ format: 'date-time' }),
    localDateTimeEnd: Type.String({ format: 'date-time' }),
    utcCutoffAt: Type.String({ format: 'date-time', description: 'When booking it ends.' }),
    allDay: Type.Literal(false),
    available: Type.Boolean({ description: bookable }),
    status: Status,
    vacancies: Nullable(Type.Integer({ description: 'People that it still takes.' })),
    capacity: Nullable(Type.Integer({ description: 'People that it holds.' })),
    maxUnits: Nullable(Type.Integer({ description: 'The largest party that can be booked now.' })),
    openingHours: OpeningHoursMember,
    unitPricing: optional(Type.Array(PricingUnit, { description: unitPrices })),
    pricing: optional({ ...Pricing, description: partyPrice }),
  },
  { title: 'Availability' },
)

export const CalendarDay = Type.Object(
  {
    localDate: Type.String({ format: 'date' }),
    available: Type.Boolean({ description: bookable }),
    status: Status,
    vacancies: Nullable(
      Type.Integer({
        description: 'People that one availability of the day still takes, the highest of them; 0 when closed.',
      }),
    ),
    capacity: Nullable(Type.Integer({ description: 'People that the day holds; 0 when closed.' })),
    openingHours: OpeningHoursMember,
    unitPricingFrom: optional(Type.Array(PricingUnit, { description: `${unitPrices} Empty when closed.` })),
    pricingFrom: optional({ ...Pricing, description: partyPrice }),
  },
  { title: 'AvailabilityCalendar' },
)
