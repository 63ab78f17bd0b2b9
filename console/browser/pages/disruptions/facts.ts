import type { DisruptionItemFragment } from '../../generated/operations.ts'
import { useFormats } from '../../text/format.ts'
import { useText } from '../../text/language.tsx'

/** Number of reservations that nothing is left to do for. */
export const workedOf = ({ total, remaining }: DisruptionItemFragment): number => total - remaining

/** The days and slots of a disruption as text. */
export function useDays(): (disruption: DisruptionItemFragment) => string {
  const translate = useText()
  const formats = useFormats()
  return ({ from, to, times }) => {
    const first = formats.date(from)
    const days =
      to === null
        ? translate('disruptions.from', { day: first })
        : to === from
          ? first
          : `${first} – ${formats.date(to)}`
    return times ? `${days}, ${times.join(', ')}` : days
  }
}
