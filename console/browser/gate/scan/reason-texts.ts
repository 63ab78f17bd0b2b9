import { timeText } from '../../../../platform/values/display.ts'
import { cutText } from '../../../../platform/values/text.ts'
import type { GateReservationFragment } from '../../generated/operations.ts'
import { useFormats } from '../../text/format.ts'
import { useText } from '../../text/language.tsx'
import type { Reason, Verdict } from './verdict.ts'

interface ReasonContext {
  readonly dueCents: number
  readonly mayConfirm: boolean
  readonly reference: string
  /** The scanned or typed text. */
  readonly text: string
}

/** The reasons of a verdict in words. */
export function useReasonTexts(
  verdict: Verdict | null,
  reservation: GateReservationFragment | null,
  { dueCents, mayConfirm, reference, text }: ReasonContext,
): string[] {
  const translate = useText()
  const formats = useFormats()
  const codeFacts = { reference: cutText(reference, 60), text: cutText(text, 60) }
  const reasonText = ({ name, time = '' }: Reason): string => {
    if (!reservation) return translate(`gate.reason.${name}`, codeFacts)
    const { checkIn, expiresAt, pricing, product, timezone, visitDate } = reservation
    if (name === 'not_confirmed')
      return mayConfirm
        ? translate('gate.reason.not_confirmed', {
            time: expiresAt ? formats.zoned(timeText(expiresAt, timezone), timezone, visitDate) : '',
          })
        : translate('gate.reason.not_confirmed_by_partner')
    return translate(`gate.reason.${name}`, {
      time: time && formats.zoned(time, timezone, visitDate),
      date: formats.date(visitDate),
      product: product.name,
      amount: formats.money(dueCents, pricing.currency),
      people: checkIn?.actualVisitors.total ?? 0,
    })
  }
  return verdict?.reasons.map(reasonText) ?? []
}
