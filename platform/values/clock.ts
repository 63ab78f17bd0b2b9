import { Temporal } from 'temporal-polyfill'
import { memoized } from './memoized.ts'

/**
 * The present instant. What decides about places, money or keys goes by the clock of the database, which all replicas
 * share (`DatabaseWatch`); a test can use one that shows another day.
 */
export interface Clock {
  now(): Date
}

/** How far apart the clocks of two of our processes may be: what one signs, the other still accepts. */
export const maxSkewSeconds = 300

export interface LocalDateTime {
  /** YYYY-MM-DD. */
  readonly date: string
  /** HH:MM. */
  readonly time: string
}

/** Durations in milliseconds. */
export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour

/** The latest minute requested for each zone: a list needs the present one for every item. */
const latestMinute = memoized(1_000, (): { minute: number; local?: LocalDateTime } => ({ minute: NaN }))

/** Local date and time of an instant in a time zone. */
export function localDateTime(instant: Date, timeZone: string): LocalDateTime {
  const started = Math.floor(instant.getTime() / minute)
  const latest = latestMinute(timeZone)
  if (latest.local && latest.minute === started) return latest.local
  const zoned = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timeZone)
  const local = {
    date: zoned.toPlainDate().toString(),
    time: zoned.toPlainTime().toString({ smallestUnit: 'minute' }),
  }
  Object.assign(latest, { minute: started, local })
  return local
}

/** Today's date in the westernmost time zone: any earlier date is past everywhere. */
export const earliestToday = (): string => localDateTime(new Date(), 'Etc/GMT+12').date

/**
 * Local date and time of an instant in milliseconds since 1970, as `localDateTime`: quick for many instants, each within
 * a few days of a date that the caller knows.
 */
export function localDateTimeNear(near: string, instant: number, timeZone: string): LocalDateTime {
  let date = near
  while (instant < dayIn(timeZone, date).midnight) date = addDays(date, -1)
  for (let next = nextDate(date); dayIn(timeZone, next).midnight <= instant; next = nextDate(date)) date = next
  const { midnight, clocksChange } = dayIn(timeZone, date)
  if (clocksChange) return localDateTime(new Date(instant), timeZone)
  return { date, time: timeOf(Math.floor((instant - midnight) / minute)) }
}

/** Instant of a local date and time in a time zone; a time skipped by daylight saving moves forward. */
export const instantOf = (date: string, time: string, timeZone: string): Date =>
  new Date(instantsOn(date, timeZone)(time))

/** A function that returns the instants of times of one date, as `instantOf` does, in milliseconds since 1970. */
export function instantsOn(date: string, timeZone: string): (time: string) => number {
  const { midnight, clocksChange } = dayIn(timeZone, date)
  if (clocksChange)
    return (time) => Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(timeZone).epochMilliseconds
  return (time) => midnight + minutesOf(time) * minute
}

/** A date in a time zone. */
interface LocalDay {
  /** Its first instant, in milliseconds since 1970. */
  readonly midnight: number
  readonly clocksChange: boolean
}

/** Zone by zone: a year of slots finds thousands of days, and would join as many texts for one map of all. */
const daysIn = memoized(100, (timeZone) =>
  memoized(2_000, (date): LocalDay => ({
    midnight: Temporal.PlainDate.from(date).toZonedDateTime(timeZone).epochMilliseconds,
    clocksChange: clockChanges(`${date.slice(0, 4)} ${timeZone}`).has(date),
  })),
)
const dayIn = (timeZone: string, date: string): LocalDay => daysIn(timeZone)(date)

/** Whether a text is a real calendar date written YYYY-MM-DD; of the year 9999 none, so that what follows fits too. */
export function isLocalDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && text < '9999' && isCalendarDate(text)
}
const isCalendarDate = memoized(10_000, (text) => {
  const instant = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text)
})

/** Whether the clocks of a time zone are changed on a date: only then can an hour be skipped or come twice. */
export const clocksChangeOn = (date: string, timeZone: string): boolean => dayIn(timeZone, date).clocksChange

/** Dates on which clocks are changed, of a year and a time zone. */
const clockChanges = memoized(10_000, (yearAndZone) => {
  const [year, timeZone] = [yearAndZone.slice(0, 4), yearAndZone.slice(5)]
  const dates = new Set<string>()
  const start = Temporal.PlainDate.from(`${year}-01-01`).subtract({ days: 1 }).toZonedDateTime(timeZone)
  let change = start.getTimeZoneTransition('next')
  while (change && change.toPlainDate().toString() <= `${year}-12-31`) {
    // At midnight, what is skipped belongs to the day that begins, what comes twice to the one that ends.
    for (const edge of [change, change.subtract({ nanoseconds: 1 })]) dates.add(edge.toPlainDate().toString())
    change = change.getTimeZoneTransition('next')
  }
  return dates
})

/** Whether a local time exists on a date: clocks put forward skip an hour. */
export const existsLocally = (date: string, time: string, timeZone: string): boolean =>
  !clocksChangeOn(date, timeZone) || localDateTime(instantOf(date, time, timeZone), timeZone).time === time

/** The date a number of days later (earlier when negative). */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * day).toISOString().slice(0, 10)
}

const dayNumber = memoized(10_000, (date) => Date.parse(`${date}T00:00:00Z`) / day)

/** Days from one date to another. */
export const daysBetween = (from: string, to: string): number => dayNumber(to) - dayNumber(from)

/** The date after a date. */
export const nextDate = memoized(10_000, (date) => addDays(date, 1))

/** The dates from one to another, both included. */
export function datesBetween(from: string, to: string): string[] {
  const dates: string[] = []
  for (let date = from; date <= to; date = nextDate(date)) dates.push(date)
  return dates
}

const weekdays = ['SUNDAY', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY'] as const

/** A weekday as GraphQL spells it. */
export type Weekday = (typeof weekdays)[number]

/** The weekday of a date. */
export const weekdayOf = memoized(
  10_000,
  (date): Weekday => weekdays[new Date(`${date}T00:00:00Z`).getUTCDay()] ?? 'SUNDAY',
)

/** Minutes from midnight to a time of day, HH:MM. */
export const minutesOf = memoized(10_000, (time): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5)))
const timeOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** Times at which the full hours between two times of day begin, counted from the first. */
export const fullHours = (from: string, to: string): readonly string[] => knownHours(`${from} ${to}`)
const knownHours = memoized(10_000, (fromAndTo) => {
  const times: string[] = []
  const end = minutesOf(fromAndTo.slice(6))
  for (let start = minutesOf(fromAndTo); start + 60 <= end; start += 60) times.push(timeOf(start))
  return times
})

/** A time of day, HH:MM, 00:00 to 23:59. */
export const timePattern = '^([01]\\d|2[0-3]):[0-5]\\d$'
const timeOfDay = new RegExp(timePattern)

/** Whether a text is a time of day, HH:MM. */
export const isTimeOfDay = (text: string): boolean => timeOfDay.test(text)
