import {
  clocksChangeOn,
  existsLocally,
  instantOf,
  instantsOn,
  isLocalDate,
  isTimeOfDay,
  type LocalDateTime,
  localDateTimeNear,
  minute,
  minutesOf,
} from '../../platform/values/clock.ts'
import { memoized } from '../../platform/values/memoized.ts'
import type { AgeCategory } from '../generated/operations.ts'
import { invalidAvailability, invalidOption } from './errors.ts'

/** The only option of every product. */
export const defaultOption = 'DEFAULT'

/** Throws INVALID_OPTION_ID for another option than the only one. */
export function requireOption(optionId: string): void {
  if (optionId !== defaultOption) throw invalidOption(optionId)
}

/** The age category of each unit id, which is the type of the unit, too. */
const categories = {
  ADULT: 'ADULT',
  YOUTH: 'TEEN',
  CHILD: 'CHILD',
  SENIOR: 'SENIOR',
  INFANT: 'INFANT',
} as const satisfies Record<string, AgeCategory>

export type UnitId = keyof typeof categories

export const unitIds = Object.keys(categories) as readonly UnitId[]
export const isUnitId = (text: string): text is UnitId => Object.hasOwn(categories, text)
export const categoryOf = (unitId: UnitId): AgeCategory => categories[unitId]
export const unitIdOf = (category: AgeCategory): UnitId => (category === 'TEEN' ? 'YOUTH' : category)

const availabilityId = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}):00[+-]\d{2}:\d{2}$/

/**
 * The date and time that an availability id names, whatever its offset. Throws INVALID_AVAILABILITY_ID for a text that is
 * none.
 */
export function startOfAvailability(id: string): LocalDateTime {
  const [, date = '', time = ''] = availabilityId.exec(id) ?? []
  if (!isLocalDate(date) || !isTimeOfDay(time)) throw invalidAvailability(id)
  return { date, time }
}

/**
 * The date and time that an availability id names in the time zone of its product. Throws INVALID_AVAILABILITY_ID, also
 * for the offset of another zone and for a time that clocks skip.
 */
export function parseAvailabilityId(id: string, timeZone: string): LocalDateTime {
  const start = startOfAvailability(id)
  const isReal = existsLocally(start.date, start.time, timeZone)
  if (!isReal || writeAvailabilityId(start, timeZone) !== id) throw invalidAvailability(id)
  return start
}

/** The id of an availability: its local start with the offset of the time zone, `2026-12-05T10:00:00-05:00`. */
export const writeAvailabilityId = ({ date, time }: LocalDateTime, timeZone: string): string =>
  timestampsOn(date, timeZone)(time)

/** A function that returns the ids of times of one date. */
export function timestampsOn(date: string, timeZone: string): (time: string) => string {
  if (clocksChangeOn(date, timeZone))
    return (time) => localTimestamp(instantOf(date, time, timeZone).getTime(), date, timeZone)
  const offset = offsetOn(`${date} ${timeZone}`)
  return (time) => `${date}T${time}:00${offset}`
}

/** A function that returns the end for a start time of one date, after a fixed number of minutes. */
export function endsOn(date: string, timeZone: string, minutes: number): (time: string) => string {
  const write = timestampsOn(date, timeZone)
  const startOf = instantsOn(date, timeZone)
  const clocksChange = clocksChangeOn(date, timeZone)
  return (time) => {
    // A visit seldom lasts into the next day.
    const end = clocksChange ? undefined : endTime(`${time} ${minutes}`)
    return end === undefined ? localTimestamp(startOf(time) + minutes * minute, date, timeZone) : write(end)
  }
}

/** The time of day some minutes later; undefined on another day. */
const endTime = memoized(10_000, (timeAndMinutes) => {
  const end = minutesOf(timeAndMinutes) + Number(timeAndMinutes.slice(6))
  return end < 1_440 ? `${twoDigits(Math.floor(end / 60))}:${twoDigits(end % 60)}` : undefined
})

/** An instant, in milliseconds since 1970, as local date and time with offset; quick for one near a date. */
function localTimestamp(instant: number, near: string, timeZone: string): string {
  const { date, time } = localDateTimeNear(near, instant, timeZone)
  return `${date}T${time}:00${offsetText((Date.parse(`${date}T${time}Z`) - instant) / minute)}`
}

/** An ISO 8601 timestamp in UTC without its milliseconds. */
export const utcSeconds = (instant: string): string => `${instant.slice(0, 19)}Z`

/** The offset of a date on which clocks are not changed. */
const offsetOn = memoized(10_000, (dateAndZone) => {
  const [date, timeZone] = [dateAndZone.slice(0, 10), dateAndZone.slice(11)]
  return offsetText((Date.parse(`${date}T12:00Z`) - instantsOn(date, timeZone)('12:00')) / minute)
})

const twoDigits = (value: number): string => String(value).padStart(2, '0')

function offsetText(minutes: number): string {
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `${minutes < 0 ? '-' : '+'}${twoDigits(hours)}:${twoDigits(rest)}`
}
