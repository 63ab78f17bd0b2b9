import { en, type TextKey, type Texts } from './en.ts'

export type { TextKey } from './en.ts'
export const languages = ['en', 'es'] as const
export type Language = (typeof languages)[number]
export type Parameters = Readonly<Record<string, string | number>>
export type Translate = (key: TextKey, parameters?: Parameters) => string

/** The language of a browser that prefers these, en when it prefers neither. */
export const preferredLanguage = (preferences: readonly string[]): Language =>
  preferences.map((one) => one.slice(0, 2).toLowerCase()).find((one) => isLanguage(one)) ?? 'en'

export const isLanguage = (text: unknown): text is Language => languages.some((one) => one === text)

/** Other languages are loaded when they are chosen. */
export const loadTexts = async (language: Language): Promise<Texts> =>
  language === 'es' ? (await import('./es.ts')).es : en

/**
 * Replaces `{name}` by the parameter of that name, and `{name:person|people}` by its first form for one and by the second
 * for any other number.
 */
export const translateWith =
  (texts: Texts): Translate =>
  (key, parameters = {}) =>
    texts[key].replace(/\{(\w+)(?::([^|}]*)\|([^}]*))?\}/g, (written, name: string, one?: string, other?: string) => {
      const value = String(parameters[name] ?? written)
      return one === undefined || other === undefined ? value : value === '1' ? one : other
    })

/** The text of an enum value such as CHECKED_IN; the value itself when there is none. */
export function translateValue(translate: Translate, group: string, value: string): string {
  const key = `${group}.${value}`
  return isTextKey(key) ? translate(key) : value
}

/** Whether the console has a text of this name. */
export const isTextKey = (key: string): key is TextKey => Object.hasOwn(en, key)
