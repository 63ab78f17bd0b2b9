import type { Language, LocalizedText } from '../../platform/i18n.ts'

/** A list of texts in both languages. */
export interface LocalizedList {
  readonly en: readonly string[]
  readonly es: readonly string[]
}

/** The text in a language; null stays null. */
export function textIn(language: Language, text: LocalizedText): string
export function textIn(language: Language, text: LocalizedText | null | undefined): string | null
export function textIn(language: Language, text: LocalizedText | null | undefined): string | null {
  return text?.[language] ?? null
}

/** The list in a language; null stays null. */
export function listIn(language: Language, list: LocalizedList): string[]
export function listIn(language: Language, list: LocalizedList | null | undefined): string[] | null
export function listIn(language: Language, list: LocalizedList | null | undefined): string[] | null {
  return list ? [...list[language]] : null
}
