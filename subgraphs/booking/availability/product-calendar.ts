import { mapInTurns, turn } from '../../../platform/process/turn.ts'
import { datesBetween } from '../../../platform/values/clock.ts'
import type { CenoteCalendarInput } from '../generated/resolvers.ts'
import { requestedVisit } from './availability.ts'
import type { AvailabilityContext } from './context.ts'
import { calendarLimit, requestedRange } from './rules/date-range.ts'
import type { Product } from './product-days.ts'
import { productDay, type Day, type DayReason } from './rules/slots.ts'

/** A day of a calendar: what the availability of that day has, without its slots. */
export interface CalendarDay {
  readonly date: string
  readonly available: boolean
  readonly reason: DayReason | null
  /** Null on a day that is not sold. */
  readonly capacity: { readonly total: number; readonly remaining: number; readonly maxSlotRemaining: number } | null
  /** The first slot with room for the party. */
  readonly firstTime: string | null
  readonly fromPriceCents: number | null
}

export interface ProductCalendar {
  readonly startDate: string
  readonly endDate: string
  readonly days: readonly CalendarDay[]
}

/** The days of a product, at most a year. Errors: AVAILABILITY_CHECK_FAILED, ERROR_VALIDACION. */
export async function productCalendar(
  product: Product,
  pricing: { readonly adultCents: number } | undefined,
  input: CenoteCalendarInput,
  context: AvailabilityContext,
): Promise<ProductCalendar> {
  if (!pricing) throw new Error('The price of a product was not handed over')
  const visit = requestedVisit(product, input, context)
  const { start, end } = requestedRange(input, visit.now.date, calendarLimit)
  const query = await product.read({ start, end }, visit)
  // A list has the calendars of many products, all of which were read at once.
  if (turn.isOver) await turn.next()
  const dates = datesBetween(start, end)
  const days = await mapInTurns(dates, (date) => calendarDay(productDay(query, date), pricing.adultCents))
  return { startDate: start, endDate: end, days }
}

/** A day at a glance, with the price of an adult where it is sold. */
export function calendarDay({ date, available, reason, capacity, timeSlots }: Day, adultCents: number): CalendarDay {
  const isSold = capacity !== null && reason !== 'maintenance'
  return {
    date,
    available,
    reason,
    capacity: isSold
      ? {
          total: capacity.total,
          remaining: capacity.remaining,
          maxSlotRemaining: timeSlots.reduce((max, slot) => Math.max(max, slot.remaining), 0),
        }
      : null,
    firstTime: timeSlots.find((slot) => slot.available)?.time ?? null,
    fromPriceCents: isSold ? adultCents : null,
  }
}
