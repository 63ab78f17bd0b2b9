import { addDays, instantsOn, localDateTimeNear, minute, nextDate } from '../../../../platform/values/clock.ts'
import type { DateRange } from './date-range.ts'
import type { ProductTerms } from './product-terms.ts'
import { slotsOn } from './schedule.ts'

/** A visit to a cenote on a tour. */
export interface VisitTerms {
  /** From the departure to the arrival. */
  readonly offsetMinutes: number
  /** Of the cenote. */
  readonly timezone: string
}

/**
 * The first and last dates of a tour whose departures arrive at a cenote on certain days, each date in its own time zone;
 * null without such departures.
 */
export function departureDates(
  tour: Pick<ProductTerms, 'schedule' | 'timezone'>,
  { offsetMinutes, timezone }: VisitTerms,
  days: DateRange,
): DateRange | null {
  const offset = offsetMinutes * minute
  const earliest = instantsOn(days.start, timezone)('00:00') - offset
  const latest = instantsOn(nextDate(days.end), timezone)('00:00') - offset - 1
  const arrives = (date: string): boolean => {
    const instantOf = instantsOn(date, tour.timezone)
    return slotsOn(tour.schedule, tour.timezone, date)
      .map(({ time }) => instantOf(time))
      .some((departsAt) => earliest <= departsAt && departsAt <= latest)
  }
  let { date: start } = localDateTimeNear(days.start, earliest, tour.timezone)
  let { date: end } = localDateTimeNear(days.end, latest, tour.timezone)
  while (start <= end && !arrives(start)) start = nextDate(start)
  while (start < end && !arrives(end)) end = addDays(end, -1)
  return start <= end ? { start, end } : null
}
