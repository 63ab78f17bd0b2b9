import { minute } from '../../../../platform/values/clock.ts'
import { shortDateText } from '../../../../platform/values/display.ts'
import type { Language } from '../../../../platform/values/i18n.ts'
import { visitStart } from '../../../../schema/transport-text.ts'
import { calendarFile } from '../../messages/index.ts'
import type { ReservationContext } from '../context.ts'
import type { Reservation } from '../reservation.ts'
import { visitAddress, type AddressContext } from './addresses.ts'
import { meetingOf } from './meeting.ts'
import type { ProductFacts } from './product-facts.ts'

/** The calendar file of a visit. Its entry begins when the guests have to be there. */
export function calendarEntry(
  reservation: Reservation,
  product: ProductFacts,
  language: Language,
  context: AddressContext & Pick<ReservationContext, 'clock'>,
): string {
  const { bookingReference, partnerName, status, timezone, version, visitAt } = reservation
  const meeting = meetingOf(reservation, product, language)
  const isTest = context.database.environment === 'sandbox'
  return calendarFile({
    // Not the host, which changes with the address of the product.
    uid: reservation.id,
    sequence: version,
    status:
      status === 'cancelled' || status === 'refunded' ? 'CANCELLED' : status === 'pending' ? 'TENTATIVE' : 'CONFIRMED',
    writtenAt: context.clock.now(),
    startsAt: meeting.at,
    endsAt: new Date(visitAt.getTime() + product.durationMinutes * minute),
    timezone,
    title: `${isTest ? '[TEST] ' : ''}${product.name}`,
    description: [
      `${bookingReference} · ${partnerName ?? product.name}`,
      meeting.option && visitStart(reservation, meeting.date, language, shortDateText).sentence,
      meeting.directions,
      ...product.preparations,
    ]
      .filter(Boolean)
      .join('\n'),
    place: meeting.place,
    coordinates: meeting.coordinates,
    pageUrl: visitAddress(reservation, context),
  })
}
