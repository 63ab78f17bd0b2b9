import { useMemo } from 'preact/hooks'
import { useLanguage } from './language.tsx'
import type { Language } from './text.ts'

export interface Formats {
  /** Cents of a currency, such as MX$1,200.00. */
  money(cents: number, currency: string): string
  /** An instant in the browser's own time zone. */
  instant(at: string): string
  /** The same without seconds. */
  minute(at: string): string
  time(at: string): string
  /** A calendar date, whatever the time zone. */
  date(date: string): string
  weekday(date: string): string
  /** Such as Sat. */
  weekdayName(date: string): string
  /** The month of a date, such as December 2026. */
  month(date: string): string
  count(value: number): string
  percent(share: number): string
}

export function formatsOf(language: Language): Formats {
  const locale = language === 'es' ? 'es-MX' : 'en-US'
  const instant = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' })
  const minute = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'medium' })
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'short', day: 'numeric', timeZone: 'UTC' })
  const weekdayName = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' })
  const month = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  const count = new Intl.NumberFormat(locale)
  const percent = new Intl.NumberFormat(locale, { style: 'percent' })
  return {
    money: (cents, currency) => new Intl.NumberFormat(locale, { style: 'currency', currency }).format(cents / 100),
    instant: (at) => instant.format(new Date(at)),
    minute: (at) => minute.format(new Date(at)),
    time: (at) => time.format(new Date(at)),
    date: (day) => date.format(new Date(`${day}T00:00:00Z`)),
    weekday: (day) => weekday.format(new Date(`${day}T00:00:00Z`)),
    weekdayName: (day) => weekdayName.format(new Date(`${day}T00:00:00Z`)),
    month: (day) => month.format(new Date(`${day}T00:00:00Z`)),
    count: (value) => count.format(value),
    percent: (share) => percent.format(share),
  }
}

export function useFormats(): Formats {
  const { language } = useLanguage()
  return useMemo(() => formatsOf(language), [language])
}
