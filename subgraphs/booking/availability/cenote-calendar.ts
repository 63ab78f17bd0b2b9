import { nextDate } from '../../../platform/values/clock.ts'
import type { CenoteCalendarInput } from '../generated/resolvers.ts'
import { bookingWindow, partySize, termsOf } from './availability.ts'
import type { CenoteReference } from './cenote-days.ts'
import type { AvailabilityContext } from './context.ts'
import { calendarLimit, requestedRange } from './date-range.ts'
import { dayAvailability, type AvailabilityQuery, type DayReason } from './slots.ts'

/** A day of a calendar: what `dayAvailability` finds, without its slots. */
export interface CalendarDay {
  readonly date: string
  readonly available: boolean
  readonly reason: DayReason | null
  /** Null on a day that is not sold. */
  readonly capacity: { readonly total: number; readonly remaining: number } | null
  /** The first slot with room for the party. */
  readonly firstTime: string | null
  readonly fromPriceCents: number | null
}

export interface CenoteCalendar {
  readonly startDate: string
  readonly endDate: string
  readonly days: readonly CalendarDay[]
}

/** The days of a cenote, at most a year. Errors: AVAILABILITY_CHECK_FAILED, ERROR_VALIDACION. */
export async function cenoteCalendar(
  cenote: CenoteReference,
  input: CenoteCalendarInput,
  context: AvailabilityContext,
): Promise<CenoteCalendar> {
  const terms = termsOf(cenote)
  if (!cenote.pricing) throw new Error('The price of a cenote was not handed over')
  const { adultCents } = cenote.pricing
  const visitors = partySize(input)
  const window = bookingWindow(terms, context)
  const { start, end } = requestedRange(input, window.now.date, calendarLimit)
  const inventory = await context.availability.inventory.load({ cenoteId: cenote.id, from: start, to: end })
  const query = { ...window, terms, inventory, visitors }
  const days: CalendarDay[] = []
  for (let date = start; date <= end; date = nextDate(date)) days.push(calendarDay(query, date, adultCents))
  return { startDate: start, endDate: end, days }
}

/** One day, with the price of an adult where it is sold. */
export function calendarDay(query: AvailabilityQuery, date: string, adultCents: number): CalendarDay {
  const { available, reason, capacity, timeSlots } = dayAvailability(query, date)
  const isSold = capacity !== null && reason !== 'maintenance'
  return {
    date,
    available,
    reason,
    capacity: isSold ? { total: capacity.total, remaining: capacity.remaining } : null,
    firstTime: timeSlots.find((slot) => slot.available)?.time ?? null,
    fromPriceCents: isSold ? adultCents : null,
  }
}
