import { dateText } from '../../../../platform/values/display.ts'
import type { Language } from '../../../../platform/values/i18n.ts'
import { partyText } from '../../../../schema/party-text.ts'
import { transportText } from '../../../../schema/transport-text.ts'
import { changeLabels, type MessageSubject } from '../../messages/index.ts'
import type { Reservation } from '../reservation.ts'
import { guestFacingVisit, type GuestFacingVisit } from '../rules/diff.ts'
import { shownTransport } from '../rules/transport.ts'
import type { ProductFacts } from './product-facts.ts'

/** Changed values in the words of the guest. */
export function guestChanges(
  before: GuestFacingVisit,
  reservation: Reservation,
  product: Pick<ProductFacts, 'name'>,
  language: Language,
): MessageSubject['changes'] {
  const after = guestFacingVisit(reservation)
  const text = changeLabels[language]
  const nameBefore = before.productId === after.productId ? product.name : before.productNames[language]
  const transport = (visit: GuestFacingVisit): string => {
    const shown = shownTransport({ ...visit, visitAt: new Date(visit.visitAt) }, language)
    const fact = shown && transportText(shown, visit.visitDate, language)
    return fact ? `${fact.label}: ${fact.value}` : text.ownWay
  }
  const when = ({ visitDate, visitTime, timezone }: GuestFacingVisit): string =>
    `${dateText(visitDate, language)}, ${visitTime} (${timezone})`
  const lines = [
    { label: text.product, before: nameBefore, after: product.name },
    { label: text.when(null), before: when(before), after: when(after) },
    { label: text.who, before: partyText(before, language), after: partyText(after, language) },
    { label: text.pickup, before: transport(before), after: transport(after) },
  ]
  return lines.filter((line) => line.before !== line.after)
}
