import type { Language, LocalizedText } from '../../../platform/values/i18n.ts'
import { wordFor } from '../../../schema/vocabularies.ts'

/** The message of a closure that has none of its own. */
export function messageOfClosure(reason: string): LocalizedText {
  const word = (language: Language): string => wordFor('closureReason', reason, language)
  return { en: `Closed: ${word('en')}`, es: `Cerrado: ${word('es')}` }
}
