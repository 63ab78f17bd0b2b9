import type { Language } from '../../../platform/values/i18n.ts'
import type { DocumentSubject } from './subject.ts'

const visitors = {
  en: { adults: ['adult', 'adults'], children: ['child', 'children'], seniors: ['senior', 'seniors'] },
  es: { adults: ['adulto', 'adultos'], children: ['niño', 'niños'], seniors: ['adulto mayor', 'adultos mayores'] },
} as const

/** The party, such as "1 adult, 2 children". */
export function partyText({ adults, children, seniors }: DocumentSubject['visitors'], language: Language): string {
  const text = visitors[language]
  const groups = [
    [adults, text.adults],
    [children, text.children],
    [seniors, text.seniors],
  ] as const
  return groups
    .filter(([count]) => count !== 0)
    .map(([count, [one, several]]) => `${count} ${count === 1 ? one : several}`)
    .join(', ')
}

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
