import { addDays, daysBetween, isLocalDate } from '../../../../platform/values/clock.ts'
import { apiError } from '../../../../schema/errors.ts'
import type { CodeOf } from '../../../../schema/vocabularies.ts'

/** Dates, both included. */
export interface DateRange {
  readonly start: string
  readonly end: string
}

interface RequestedRange {
  readonly startDate?: string | null
  readonly endDate?: string | null
  readonly days?: number | null
}

/** The longest range, both ends counted, with the rule that a longer one breaks. */
interface RangeLimit {
  readonly days: number
  readonly rule: CodeOf<'availabilityRule'>
}
export const availabilityLimit: RangeLimit = { days: 62, rule: 'range_over_62_days' }
export const calendarLimit: RangeLimit = { days: 366, rule: 'range_over_366_days' }

/** The requested days. Error: AVAILABILITY_CHECK_FAILED, its details naming the violated rule. */
export function requestedRange(
  { startDate, endDate, days }: RequestedRange,
  today: string,
  limit: RangeLimit,
): DateRange {
  const fail = (rule: CodeOf<'availabilityRule'>): never => {
    throw apiError('AVAILABILITY_CHECK_FAILED', { rule, startDate: startDate ?? null, endDate: endDate ?? null })
  }
  const start = startDate ?? today
  if (!isLocalDate(start)) return fail('start_date_malformed')
  if (start < today) return fail('start_date_in_past')
  if (days != null) {
    if (days < 1 || days > limit.days) return fail(limit.rule)
    return { start, end: addDays(start, days - 1) }
  }
  if (endDate == null) return { start, end: start }
  if (!isLocalDate(endDate)) return fail('end_date_malformed')
  if (endDate < start) return fail('end_date_before_start_date')
  if (daysBetween(start, endDate) >= limit.days) return fail(limit.rule)
  return { start, end: endDate }
}
