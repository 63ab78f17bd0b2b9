import type { LocalizedText } from '../../platform/values/i18n.ts'

/** A name that a calculation shows, which responds in French too. */
export interface TranslatedText extends LocalizedText {
  readonly fr?: string
}

/** Languages of a calculation. */
export type CalculationLanguage = 'EN' | 'ES' | 'FR'

/** A name in a language; in English where there is no French one. */
export function nameIn(language: CalculationLanguage, { en, es, fr = en }: TranslatedText): string {
  return { EN: en, ES: es, FR: fr }[language]
}

/** The language that all of the names have: the requested one, or English. */
export const languageOfAll = (requested: CalculationLanguage, names: readonly TranslatedText[]): CalculationLanguage =>
  requested === 'FR' && names.some(({ fr }) => fr === undefined) ? 'EN' : requested
