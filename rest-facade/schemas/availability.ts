import { Type, type Static, type TObject } from 'typebox'
import { daysBetween, isLocalDate } from '../../platform/values/clock.ts'
import { lowerName, presentFields, wholeUnits } from '../../schema/present-fields.ts'
import type { CodeOf } from '../../schema/vocabularies.ts'
import type { AvailabilityInput, AvailabilityResultFragment, ReadCenoteCalendarQuery } from '../generated/operations.ts'
import { Nullable } from './response-schemas.ts'
import { Closed } from './schema-shape.ts'
import { compileValidator, TimeOfDay, type Validator } from './validation.ts'

const optional = Type.Optional

/**
 * Query parameters of availability. The dates are plain text here, because a malformed one breaks a rule of the range.
 */
export const AvailabilityQuery = Closed({
  startDate: Type.String({ maxLength: 100, description: 'First day, YYYY-MM-DD, not in the past.' }),
  endDate: optional(Type.String({ maxLength: 100, description: 'Last day, later than startDate, at most 30 days.' })),
  visitors: optional(Type.Integer({ minimum: 1, maximum: 50, default: 1 })),
  time: optional(TimeOfDay('Only the slot at HH:MM.')),
})

/** Query parameters of a calendar. */
export const CalendarQuery = Closed({
  startDate: AvailabilityQuery.properties.startDate,
  endDate: optional(
    Type.String({ maxLength: 100, description: 'Last day, startDate or later; at most 366 days, both counted.' }),
  ),
  visitors: AvailabilityQuery.properties.visitors,
})

/** The same of tours, whose minimum applies only where the size of the party is given. */
const tourVisitors = optional(
  Type.Integer({
    minimum: 1,
    maximum: 50,
    description: '1 when absent. The minimum of the tour applies only where it is given.',
  }),
)
export const TourAvailabilityQuery = Closed({
  ...AvailabilityQuery.properties,
  visitors: tourVisitors,
  time: optional(TimeOfDay('Only the departure at HH:MM.')),
})
export const TourCalendarQuery = Closed({ ...CalendarQuery.properties, visitors: tourVisitors })

type DaysQuery =
  typeof AvailabilityQuery | typeof CalendarQuery | typeof TourAvailabilityQuery | typeof TourCalendarQuery

/**
 * Validates a query with days. A missing date is empty: it is AVAILABILITY_CHECK_FAILED, as a malformed one is
 * (docs/partner-api/availability.md).
 */
function rangeValidator({ properties }: DaysQuery): Validator {
  const validate = compileValidator(Closed({ ...properties, startDate: optional(properties.startDate) }), 'querystring')
  return (query) => {
    const checked = validate(query)
    return 'error' in checked ? checked : { value: { startDate: '', ...(checked.value as object) } }
  }
}
export const validateAvailabilityQuery = rangeValidator(AvailabilityQuery)
export const validateCalendarQuery = rangeValidator(CalendarQuery)
export const validateTourAvailabilityQuery = rangeValidator(TourAvailabilityQuery)
export const validateTourCalendarQuery = rangeValidator(TourCalendarQuery)

const maxRangeDays = 30

/**
 * The rule that a range breaks here, although GraphQL accepts it: it ends later than it begins, by 30 days at most. Booking
 * then validates the first day alone, because what it refuses is reported first.
 */
export function brokenRule(startDate: string, endDate: string | undefined): CodeOf<'availabilityRule'> | undefined {
  const rule = malformedRule(startDate, endDate)
  if (rule !== undefined || endDate === undefined) return rule
  if (endDate <= startDate) return 'end_date_not_after_start_date'
  return daysBetween(startDate, endDate) > maxRangeDays ? 'range_over_30_days' : undefined
}

/** The rule that a range breaks without a first day, or with what is no date. */
export function malformedRule(startDate: string, endDate: string | undefined): CodeOf<'availabilityRule'> | undefined {
  if (startDate === '') return 'start_date_required'
  if (!isLocalDate(startDate)) return 'start_date_malformed'
  return endDate !== undefined && !isLocalDate(endDate) ? 'end_date_malformed' : undefined
}

/** The input of GraphQL; of a range that is refused here the first day alone. */
export const availabilityInput = (
  { startDate, endDate, visitors, time }: Static<typeof AvailabilityQuery>,
  rule: CodeOf<'availabilityRule'> | undefined,
): AvailabilityInput =>
  presentFields({
    startDate: isLocalDate(startDate) ? startDate : undefined,
    endDate: rule ? undefined : endDate,
    visitors,
    time,
  })

/** A day of a product with its slots. */
export const AvailabilityDay = <Slot extends TObject>(slot: Slot, reasons: string, title: string) =>
  Type.Object(
    {
      date: Type.String({ format: 'date' }),
      available: Type.Boolean(),
      reason: optional(Type.String({ description: reasons })),
      nextAvailable: optional(Type.Union([Type.String({ format: 'date' }), Type.Null()])),
      capacity: optional(
        Type.Object(
          { total: Type.Integer(), booked: Type.Integer(), remaining: Type.Integer() },
          { description: 'People. Absent on a day that is not sold, except one that a closure closes.' },
        ),
      ),
      closure: optional(
        Type.Object(
          { reason: Type.String(), message: Type.String() },
          { description: 'Of a day that a closure closes: why, and the text that guests read.' },
        ),
      ),
      timeSlots: optional(Type.Array(slot)),
      pricing: optional(Type.Object({ adult: Type.Number(), child: Type.Number(), currency: Type.String() })),
    },
    { title },
  )

/** The members of an availability, besides the id of the product. */
export const availabilityMembers = <Day extends TObject>(day: Day) => ({
  dateRange: Type.Object({ start: Type.String({ format: 'date' }), end: Type.String({ format: 'date' }) }),
  requestedVisitors: Type.Integer(),
  availability: Type.Array(day),
  restrictions: Type.Array(
    Type.Object({
      type: Type.String(),
      message: Type.String(),
      datesAffected: Type.Array(Type.String({ format: 'date' })),
    }),
  ),
  recommendations: Type.Array(
    Type.Object({ date: Type.String({ format: 'date' }), time: Type.String(), reason: Type.String() }),
  ),
})

/** The members of a calendar, besides the id of the product. */
export const calendarMembers = {
  startDate: Type.String({ format: 'date' }),
  endDate: Type.String({ format: 'date' }),
  days: Type.Array(
    Type.Object(
      {
        date: Type.String({ format: 'date' }),
        available: Type.Boolean({ description: 'Whether there is room for the party.' }),
        reason: Nullable(Type.String({ description: 'Why not, one of the reasons of the availability.' })),
        capacity: Nullable(
          Type.Object(
            { total: Type.Integer(), remaining: Type.Integer() },
            { description: 'People. Null on a day that is not sold.' },
          ),
        ),
        firstTime: Nullable(
          Type.String({ description: 'The first slot or departure with room for the party, HH:MM.' }),
        ),
        fromPrice: Nullable(
          Type.Number({
            description:
              'Lowest published price of an adult on that day, in whole units of its currency (MXN for cenotes), without discounts. Null on a day that is not sold.',
          }),
        ),
      },
      { title: 'CalendarDay' },
    ),
  ),
}

type ReadDay<Slot> = Omit<AvailabilityResultFragment['days'][number], 'timeSlots'> & {
  readonly timeSlots: readonly Slot[]
}
type ReadAvailability<Slot> = Omit<AvailabilityResultFragment, 'days'> & { readonly days: readonly ReadDay<Slot>[] }

/**
 * The members of an availability, besides the id of the product; `reason` and `nextAvailable` only on a day that is not
 * available.
 */
export function availabilityParts<Slot extends object>(
  result: ReadAvailability<Slot>,
  prices: { readonly adultCents: number; readonly childCents: number; readonly currency: string } | null,
) {
  const pricing = prices && {
    adult: wholeUnits(prices.adultCents),
    child: wholeUnits(prices.childCents),
    currency: prices.currency,
  }
  return {
    dateRange: { start: result.startDate, end: result.endDate },
    requestedVisitors: result.requestedVisitors,
    availability: result.days.map((day) => ({
      date: day.date,
      available: day.available,
      ...(day.available
        ? {}
        : { ...presentFields({ reason: day.reason && lowerName(day.reason) }), nextAvailable: day.nextAvailable }),
      // A closed day has neither places nor slots nor prices; of one that a closure closes, what is booked is shown.
      ...presentFields({
        capacity: day.capacity,
        closure: day.closure,
        timeSlots: day.capacity && day.timeSlots.map((slot) => presentFields(slotRepresentation(slot))),
        pricing: day.capacity && !day.closure ? pricing : null,
      }),
    })),
    restrictions: result.restrictions,
    recommendations: result.recommendations,
  }
}

const slotRepresentation = <Slot extends { readonly reason?: string | null }>(slot: Slot): Slot =>
  slot.reason ? { ...slot, reason: lowerName(slot.reason) } : slot

/** The members of a calendar, besides the id of the product, with every member on every day. */
export const calendarParts = ({
  startDate,
  endDate,
  days,
}: NonNullable<ReadCenoteCalendarQuery['cenote']>['calendar']) => ({
  startDate,
  endDate,
  days: days.map(({ fromPriceCents, ...day }) => ({
    ...day,
    reason: day.reason && lowerName(day.reason),
    fromPrice: fromPriceCents === null ? null : wholeUnits(fromPriceCents),
  })),
})
