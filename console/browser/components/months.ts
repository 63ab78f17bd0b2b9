import { addDays } from './local-date.ts'

/** A month, such as 2026-12, and its days. */
export const monthOf = (date: string): string => date.slice(0, 7)
export const firstDayOf = (month: string): string => `${month}-01`
/** The last day of a month. */
export const lastDayOf = (month: string): string => addDays(firstDayOf(monthAfter(month, 1)), -1)

/** A month some months later. */
export function monthAfter(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7)
}
