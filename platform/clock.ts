import { Temporal } from 'temporal-polyfill'
import { createBoundedCache } from './bounded-cache.ts'

/** The present instant. A function of its own so that a test can stand at another day. */
export interface Clock {
  now(): Date
}
export const systemClock: Clock = { now: () => new Date() }

/** Local date (YYYY-MM-DD) and time (HH:MM) of an instant in a time zone. */
export function localDateTime(instant: Date, timeZone: string): { date: string; time: string } {
  const zoned = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timeZone)
  return { date: zoned.toPlainDate().toString(), time: zoned.toPlainTime().toString({ smallestUnit: 'minute' }) }
}

/** Instant of a local date and time in a time zone; a time skipped by daylight saving moves forward. */
export function instantOf(date: string, time: string, timeZone: string): Date {
  const zoned = Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(timeZone)
  return new Date(zoned.epochMilliseconds)
}

/** Whether a text is a real calendar date written YYYY-MM-DD; of the year 9999 none, so that what follows fits too. */
export function isLocalDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text >= '9999') return false
  const instant = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text)
}

/**
 * Whether a local time exists on a date: clocks put forward skip an hour. Most days have no change of the clock, which
 * the first look at a day finds out for all its times.
 */
export function existsLocally(date: string, time: string, timeZone: string): boolean {
  const changes = clockChanges.getOrCreate(
    `${timeZone} ${date}`,
    () => Temporal.PlainDate.from(date).toZonedDateTime(timeZone).hoursInDay !== 24,
  )
  return !changes || localDateTime(instantOf(date, time, timeZone), timeZone).time === time
}
const clockChanges = createBoundedCache<boolean>(10_000)

const dayMilliseconds = 86_400_000

/** The date a number of days later (earlier when negative). */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMilliseconds).toISOString().slice(0, 10)
}

/** Days from one date to another. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMilliseconds
}

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const

/** Lowercase English weekday of a date. */
export function weekdayOf(date: string): string {
  return weekdays[new Date(`${date}T00:00:00Z`).getUTCDay()] ?? 'sunday'
}
