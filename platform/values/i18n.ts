import { cutText } from './text.ts'
/** The languages of responses (docs/partner-api/conventions.md#money-dates-and-languages). */
export type Locale = 'en' | 'es' | 'es-MX'
/** Languages that texts are stored in. */
export type Language = 'en' | 'es'

/** A text in both languages. */
export interface LocalizedText {
  readonly en: string
  readonly es: string
}

export const languageOf = (locale: Locale): Language => (locale === 'en' ? 'en' : 'es')

/** Best supported language of an Accept-Language header; any Spanish is `es`, everything else `en`. */
export function negotiateLocale(acceptLanguage: string | undefined): Locale {
  if (!acceptLanguage) return 'en'
  const wanted = cutText(acceptLanguage, 1_000)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';')
      const q = parameters.map((p) => /^\s*q=([\d.]+)/.exec(p)?.[1]).find(Boolean)
      return { tag: tag.trim().toLowerCase(), quality: q === undefined ? 1 : Number(q) }
    })
    .filter(({ tag }) => tag)
  const refusesEnglish = wanted.some(({ tag, quality }) => tag === 'en' && quality === 0)
  const accepted = wanted.filter(({ quality }) => quality > 0).sort((a, b) => b.quality - a.quality)
  for (const { tag } of accepted) {
    // It matches each language that is not named otherwise (RFC 9110, 12.5.4).
    if (tag === '*') return refusesEnglish ? 'es' : 'en'
    if (tag === 'es-mx') return 'es-MX'
    if (tag === 'es' || tag.startsWith('es-')) return 'es'
    if (tag === 'en' || tag.startsWith('en-')) return 'en'
  }
  return 'en'
}
