import { useText } from '../../text/language.tsx'
import { translateValue } from '../../text/text.ts'

/** Why a day or slot is not sold, in words; what an operator wrote as it is. */
export function useReasonText(): (reason: string | null | undefined) => string {
  const translate = useText()
  return (reason) => {
    if (!reason) return translate('calendar.closed')
    const name = reason.toLowerCase()
    const words = translateValue(translate, 'calendar.reasonOf', name)
    return words === name ? reason : words
  }
}
