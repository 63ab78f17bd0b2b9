import { useMemo } from 'preact/hooks'
import {
  dateTimeText,
  moneyText,
  otherZoneText,
  preciseDateTimeText,
  preciseTimeText,
  shortDateText,
} from '../../../platform/values/display.ts'
import type { PartyCounts } from '../../../schema/ages.ts'
import { partyText } from '../../../schema/party-text.ts'
import { useLanguage } from './language.tsx'
import type { Language } from './text.ts'

interface Visit {
  readonly visitDate: string
  readonly visitTime: string
  readonly timezone: string
}

export interface Formats {
  /** Cents of a currency, such as $1,200.00 MXN. */
  money(cents: number, currency: string): string
  /** Amounts of several currencies, such as $1,200.00 MXN + $50.00 USD. */
  amounts(amounts: readonly { readonly amountCents: number; readonly currency: string }[]): string
  /** An instant in the browser's own time zone. */
  instant(at: string): string
  /** The same without seconds. */
  minute(at: string): string
  time(at: string): string
  /** The zone of a product's times where the browser's clock differs on that day, such as EST; else empty. */
  zone(timeZone: string | null | undefined, date: string): string
  /** A product's time, or the label of one, with that zone, such as 10:00 (EST). */
  zoned(text: string, timeZone: string | null | undefined, date: string): string
  /** When a visit is, such as Dec 5, 2026, 10:00. */
  visit(visit: Visit): string
  /** A calendar date, whatever the time zone. */
  date(date: string): string
  weekday(date: string): string
  /** Such as Sat. */
  weekdayName(date: string): string
  /** The month of a date, such as December 2026. */
  month(date: string): string
  /** The name of a country by its code of two letters. */
  country(code: string): string
  /** The people of a party, such as 2 adults, 1 child. */
  party(party: PartyCounts): string
  count(value: number): string
  percent(share: number): string
}

export function formatsOf(language: Language): Formats {
  const locale = language === 'es' ? 'es-MX' : 'en-US'
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'short', day: 'numeric', timeZone: 'UTC' })
  const weekdayName = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' })
  const month = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  const countries = new Intl.DisplayNames(locale, { type: 'region' })
  const count = new Intl.NumberFormat(locale)
  const percent = new Intl.NumberFormat(locale, { style: 'percent' })
  const zone: Formats['zone'] = (timeZone, date) => (timeZone ? otherZoneText(timeZone, date, language) : '')
  const zoned: Formats['zoned'] = (text, timeZone, date) => {
    const name = zone(timeZone, date)
    return name === '' ? text : `${text} (${name})`
  }
  return {
    money: moneyText,
    amounts: (amounts) => amounts.map(({ amountCents, currency }) => moneyText(amountCents, currency)).join(' + '),
    instant: (at) => preciseDateTimeText(at, language),
    minute: (at) => dateTimeText(at, language),
    time: preciseTimeText,
    zone,
    zoned,
    visit: ({ visitDate, visitTime, timezone }) =>
      `${shortDateText(visitDate, language)}, ${zoned(visitTime, timezone, visitDate)}`,
    date: (day) => shortDateText(day, language),
    party: (party) => partyText(party, language),
    weekday: (day) => weekday.format(new Date(`${day}T00:00:00Z`)),
    weekdayName: (day) => weekdayName.format(new Date(`${day}T00:00:00Z`)),
    month: (day) => month.format(new Date(`${day}T00:00:00Z`)),
    country: (code) => (/^[A-Z]{2}$/i.test(code) ? (countries.of(code.toUpperCase()) ?? code) : code),
    count: (value) => count.format(value),
    percent: (share) => percent.format(share),
  }
}

export function useFormats(): Formats {
  const { language } = useLanguage()
  return useMemo(() => formatsOf(language), [language])
}
