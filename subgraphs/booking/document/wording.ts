import type { Language } from '../../../platform/values/i18n.ts'

export { partyText } from '../../../schema/party-text.ts'

/** A date written out. */
export function formatDate(date: string, language: Language): string {
  return new Intl.DateTimeFormat(language === 'es' ? 'es-MX' : 'en', { dateStyle: 'full', timeZone: 'UTC' }).format(
    new Date(`${date}T00:00:00Z`),
  )
}

/** An instant by the clocks of a time zone. */
export const formatInstant = (instant: Date, timeZone: string, language: Language): string =>
  new Intl.DateTimeFormat(language === 'es' ? 'es-MX' : 'en', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone,
  }).format(instant)

/** An amount with its currency. */
export function formatAmount(cents: number, currency: string, language: Language): string {
  return new Intl.NumberFormat(language === 'es' ? 'es-MX' : 'en', {
    style: 'currency',
    currency,
    currencyDisplay: 'code',
  }).format(cents / 100)
}
