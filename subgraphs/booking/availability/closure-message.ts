import type { Language, LocalizedText } from '../../../platform/values/i18n.ts'
import { wordFor } from '../../../schema/vocabularies.ts'

const messageFor = (reasonIn: (language: Language) => string): LocalizedText => ({
  en: `Closed: ${reasonIn('en')}`,
  es: `Cerrado: ${reasonIn('es')}`,
})

/** The message of a closure that has none of its own. */
export const messageOfClosure = (reason: string): LocalizedText =>
  messageFor((language) => wordFor('closureReason', reason, language))

/** The message of a closure to guests, in a language. Earlier versions stored the reason in a message as it was written. */
export function closureMessageIn(
  { reason, message }: { readonly reason: string; readonly message: LocalizedText },
  language: Language,
): string {
  const earlier = messageFor(() => reason)
  return (message.en === earlier.en && message.es === earlier.es ? messageOfClosure(reason) : message)[language]
}
