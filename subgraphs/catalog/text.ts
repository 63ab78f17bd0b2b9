import type { Language, LocalizedText } from '../../platform/values/i18n.ts'

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

/**
 * The maximum characters of a name or description, enforced by the tables. A longer search matches none of them.
 */
const maxTextLength = 1_000

/** A caller's text in the form that stored ones have. */
export const settledText = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').trim()

/** Whether a text can be found at all: PostgreSQL stores none with a zero character, and none exceeds the maximum. */
export const canMatch = (text: string | null): boolean =>
  text === null || (text.length <= maxTextLength && !text.includes('\0'))

/** The LIKE pattern, in SQL, of folded texts that contain a parameter. */
export function containing(parameter: string): string {
  // Escaped after folding, which makes plain wildcards of their full-width forms.
  return `'%' || regexp_replace(fold(${parameter}), '[\\\\%_]', '\\\\\\&', 'g') || '%'`
}
