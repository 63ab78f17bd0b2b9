import type { Language } from '../../../../platform/values/i18n.ts'
import { pickupPlaceText, transportNames } from '../../../../schema/transport-text.ts'
import type { Reservation, Transport } from '../reservation.ts'
import { meetingInstant, shownTransport } from '../rules/transport.ts'
import type { ProductFacts } from './product-facts.ts'

/** When and where the guests have to be: at their pickup or meeting point, otherwise at the product itself. */
export interface Meeting {
  /** Null when the guests come on their own. */
  readonly option: Transport['option'] | null
  readonly at: Date
  /** By the clock of the visit. */
  readonly date: string
  readonly time: string
  /** An address, or a hotel with room and address. */
  readonly place: string
  /** Null when they are not known. */
  readonly coordinates: { readonly latitude: number; readonly longitude: number } | null
  readonly directions: string | null
}

type MetReservation = Pick<Reservation, 'transport' | 'visitAt' | 'visitDate' | 'visitTime' | 'timezone'>

export function meetingOf(
  reservation: MetReservation,
  { location, meetingPoints }: Pick<ProductFacts, 'location' | 'meetingPoints'>,
  language: Language,
): Meeting {
  const { transport, visitDate, visitTime } = reservation
  const at = meetingInstant(reservation)
  const shown = shownTransport(reservation, language)
  if (!transport || !shown) {
    const { address, latitude, longitude, directions } = location
    return {
      option: null,
      at,
      date: visitDate,
      time: visitTime,
      place: address,
      coordinates: { latitude, longitude },
      directions,
    }
  }
  const { option, meetingPoint } = transport
  const { date, time, coordinates } = shown.pickup
  return {
    option,
    at,
    date,
    time,
    place: pickupPlaceText(shown, language) || transportNames[option][language],
    coordinates,
    directions: meetingPoints.find(({ id }) => id === meetingPoint?.id)?.directions ?? null,
  }
}
