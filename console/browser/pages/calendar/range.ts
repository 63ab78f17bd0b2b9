import { addDays } from '../../components/local-date.ts'
import { firstDayOf, lastDayOf, monthAfter, monthOf } from '../../components/months.ts'

export const views = ['month', 'week'] as const
export type View = (typeof views)[number]

/** Days that follow one another, both ends included. */
export interface Days {
  readonly from: string
  readonly to: string
}

/** The Monday of the week of a date. */
export const mondayOf = (date: string): string => addDays(date, -((new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7))

/** The month or week of a date. */
export function daysOf(view: View, date: string): Days {
  if (view === 'month') return { from: firstDayOf(monthOf(date)), to: lastDayOf(monthOf(date)) }
  const monday = mondayOf(date)
  return { from: monday, to: addDays(monday, 6) }
}

/** A date in the month or week that comes so many later. */
export const datesLater = (view: View, date: string, count: number): string =>
  view === 'month' ? firstDayOf(monthAfter(monthOf(date), count)) : addDays(mondayOf(date), 7 * count)

/** The later of two dates. */
export const laterOf = (one: string, other: string): string => (one < other ? other : one)

/** The days from one to another, whichever comes first. */
export const between = (one: string, other: string): Days =>
  one <= other ? { from: one, to: other } : { from: other, to: one }

export const includes = ({ from, to }: Days, date: string): boolean => from <= date && date <= to

/** Whether two ranges have a day in common. */
export const overlap = (one: Days, other: Days): boolean => one.from <= other.to && other.from <= one.to

/** Every date of a range. */
export function datesIn({ from, to }: Days): string[] {
  const dates: string[] = []
  for (let date = from; date <= to; date = addDays(date, 1)) dates.push(date)
  return dates
}

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

/** The date that an arrow key leads to, within bounds; undefined for other keys. */
export function dateByKey(key: string, date: string, { from, to }: Days): string | undefined {
  const step = steps[key]
  if (step === undefined) return undefined
  const next = addDays(date, step)
  return next < from || next > to ? date : next
}
