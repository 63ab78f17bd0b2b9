import { useText } from '../../text/language.tsx'
import { translateValue } from '../../text/text.ts'

/** Why a day or slot is not sold, in words; what an operator wrote as it is. */
export function useReasonText(): (reason: string | null | undefined) => string {
  const translate = useText()
  return (reason) => (reason ? translateValue(translate, 'calendar.reasonOf', reason) : translate('calendar.closed'))
}
