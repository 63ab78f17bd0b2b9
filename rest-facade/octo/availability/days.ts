import type { Static } from 'typebox'
import { addDays, daysBetween, earliestToday } from '../../../platform/values/clock.ts'
import { ApiFailure } from '../../http/errors.ts'
import { badRequest, invalidMember } from '../errors.ts'
import { startOfAvailability } from '../ids.ts'
import type { AvailabilityRequest } from './schema.ts'

/** Dates, both included. */
export interface Days {
  readonly start: string
  readonly end: string
}

/** The days that a request is about: a range, or those of some availabilities. */
export type RequestedDays = { readonly range: Days } | { readonly ids: readonly string[] }

const maxDays = 366
/** The maximum range of one operation. */
const maxDaysAtOnce = 62
/** Dates that are further apart are read as separate ranges. */
const maxGapDays = 7
/** No operator sells further ahead. */
const maxHorizonDays = 3_700

/** Throws BAD_REQUEST for an interval that ends before it begins or is too long. */
export function requireInterval({ start, end }: Days): Days {
  if (end < start) throw invalidMember('localDateEnd', { code: 'BEFORE', field: 'localDateStart' })
  if (daysBetween(start, end) >= maxDays) throw badRequest({ key: 'INTERVAL_TOO_LONG', days: maxDays - 1 })
  return { start, end }
}

/** The days of a request. Throws BAD_REQUEST unless exactly one of the three ways to name them is used. */
export function requestedDays(body: Static<typeof AvailabilityRequest>): RequestedDays {
  const { localDate, localDateStart, localDateEnd, availabilityIds } = body
  const isInterval = localDateStart !== undefined || localDateEnd !== undefined
  if ([localDate !== undefined, isInterval, availabilityIds !== undefined].filter(Boolean).length !== 1)
    throw badRequest({ key: 'DAYS_NOT_CHOSEN' })
  if (availabilityIds) return { ids: availabilityIds }
  if (localDate !== undefined) return { range: { start: localDate, end: localDate } }
  if (localDateStart === undefined) throw invalidMember('localDateStart', { code: 'REQUIRED' })
  if (localDateEnd === undefined) throw invalidMember('localDateEnd', { code: 'REQUIRED' })
  return { range: requireInterval({ start: localDateStart, end: localDateEnd }) }
}

/** The ranges to read for some days, none of them entirely past; one of today when nothing is left to read. */
export function rangesToRead(days: RequestedDays): readonly (Days | null)[] {
  const earliest = earliestToday()
  if ('range' in days) {
    const range = upcoming(days.range, earliest)
    return range ? rangesOf(range) : [null]
  }
  const ranges = rangesOfIds(days.ids, earliest)
  return ranges.length > 0 ? ranges : [null]
}

/** The days that are not past everywhere; null for none. */
export const upcoming = ({ start, end }: Days, earliest: string): Days | null => {
  if (end < earliest) return null
  return { start: start < earliest ? earliest : start, end }
}

function rangesOf({ start, end }: Days): Days[] {
  if (daysBetween(start, end) < maxDaysAtOnce) return [{ start, end }]
  const rest = addDays(start, maxDaysAtOnce)
  return [{ start, end: addDays(rest, -1) }, ...rangesOf({ start: rest, end })]
}

/** Groups the dates of ids into ranges to read. Throws BAD_REQUEST when the ranges have too many days together. */
function rangesOfIds(ids: readonly string[], earliest: string): Days[] {
  const latest = addDays(earliest, maxHorizonDays)
  const dates = [...new Set(ids.map((id) => startOfAvailability(id).date))]
  const ranges: Days[] = []
  for (const date of dates.filter((date) => earliest <= date && date <= latest).sort()) {
    const last = ranges.at(-1)
    if (last && daysBetween(last.end, date) <= maxGapDays && daysBetween(last.start, date) < maxDaysAtOnce)
      ranges[ranges.length - 1] = { start: last.start, end: date }
    else ranges.push({ start: date, end: date })
  }
  if (ranges.reduce((sum, { start, end }) => sum + daysBetween(start, end) + 1, 0) > maxDays)
    throw badRequest({ key: 'AVAILABILITIES_TOO_MANY_DAYS', days: maxDays })
  return ranges
}

interface RangeInput {
  readonly startDate?: string
  readonly endDate?: string
}

/**
 * Reads a range of days of a product. Its first days may be past in the time zone of the product: then it is read from
 * today on. Null is today.
 */
export async function readFromToday<T>(days: Days | null, read: (input: RangeInput) => Promise<T>): Promise<T> {
  if (!days) return read({})
  const { start: startDate, end: endDate } = days
  try {
    return await read({ startDate, endDate })
  } catch (error) {
    if (!breaks(error, 'start_date_in_past')) throw error
  }
  try {
    return await read({ endDate })
  } catch (error) {
    if (!breaks(error, 'end_date_before_start_date')) throw error
  }
  return read({})
}

const breaks = (error: unknown, rule: string): boolean =>
  error instanceof ApiFailure && error.code === 'AVAILABILITY_CHECK_FAILED' && error.details['rule'] === rule
