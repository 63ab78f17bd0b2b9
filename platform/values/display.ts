import type { Language } from './i18n.ts'

// Money, dates and times for people: on pages, in mails, documents and the console. Amounts look the same in every
// language, and times have 24 hours.

const locales = { en: 'en-US', es: 'es-MX' } as const satisfies Readonly<Record<Language, string>>

/** Creating a formatter takes longer than a hundred uses of it. The keys are few: currencies, time zones and styles. */
const formatters = new Map<string, Intl.DateTimeFormat | Intl.NumberFormat>()

function cached<F extends Intl.DateTimeFormat | Intl.NumberFormat>(key: string, create: () => F): F {
  const existing = formatters.get(key) as F | undefined
  if (existing) return existing
  const created = create()
  formatters.set(key, created)
  return created
}

const dateTimeFormat = (language: Language, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  cached(
    `${language} ${options.dateStyle} ${options.timeStyle} ${options.timeZone}`,
    () => new Intl.DateTimeFormat(locales[language], { ...options, hourCycle: 'h23' }),
  )

/** An amount in cents with the symbol and the code of its currency, such as `$1,624.00 MXN`. */
export function moneyText(cents: number, currency: string): string {
  const format = cached(
    currency,
    () =>
      new Intl.NumberFormat('en-US', {
        style: 'currency',
        currency,
        currencyDisplay: 'narrowSymbol',
        minimumFractionDigits: 2,
        maximumFractionDigits: 2,
      }),
  )
  // A currency without a symbol of its own has its code there.
  const amount = format.format(cents / 100).replace(`${currency}\u00a0`, '')
  return `${amount} ${currency}`
}

const instantOfDate = (localDate: string): Date => new Date(`${localDate}T00:00:00Z`)

/** A local date written out, such as `Saturday, December 26, 2026`. */
export const dateText = (localDate: string, language: Language): string =>
  dateTimeFormat(language, { dateStyle: 'full', timeZone: 'UTC' }).format(instantOfDate(localDate))

/** A local date, such as `Dec 26, 2026`. */
export const shortDateText = (localDate: string, language: Language): string =>
  dateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(instantOfDate(localDate))

/** An instant by the clocks of a time zone, such as `Dec 26, 2026, 14:05`; the reader's own zone unless one is given. */
export const dateTimeText = (instant: Date | string, language: Language, timeZone?: string): string =>
  dateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(new Date(instant))

/** The time of an instant by the clocks of a time zone, such as `14:05`; the reader's own zone unless one is given. */
export const timeText = (instant: Date | string | number, timeZone?: string): string =>
  dateTimeFormat('en', { timeStyle: 'short', timeZone }).format(new Date(instant))

/** The same with seconds, where the order of two instants matters. */
export const preciseDateTimeText = (instant: Date | string, language: Language): string =>
  dateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium' }).format(new Date(instant))

/**
 * The short name of a time zone on a day, such as `EST`; empty when the reader's clock shows the same time there. The
 * reader is in the zone of this computer unless one is given.
 */
export function otherZoneText(timeZone: string, localDate: string, language: Language, readersZone?: string): string {
  const noon = new Date(`${localDate}T12:00:00Z`)
  if (Number.isNaN(noon.getTime())) return ''
  const nameOf = (timeZoneName: 'short' | 'longOffset', zone?: string): string =>
    cached(
      `${language} ${timeZoneName} ${zone}`,
      () => new Intl.DateTimeFormat(locales[language], { timeZone: zone, timeZoneName }),
    )
      .formatToParts(noon)
      .find(({ type }) => type === 'timeZoneName')?.value ?? ''
  return nameOf('longOffset', timeZone) === nameOf('longOffset', readersZone) ? '' : nameOf('short', timeZone)
}

export const preciseTimeText = (instant: Date | string): string =>
  dateTimeFormat('en', { timeStyle: 'medium' }).format(new Date(instant))
