import type { ReservationTransportInput, ReservationTransportOption } from '../../../generated/operations.ts'
import type { Problem } from './csv.ts'

/** The columns of transport, with the maximum characters of their values. */
export const transportColumns = {
  transport: 20,
  meetingPointId: 36,
  pickupLatitude: 20,
  pickupLongitude: 20,
  pickupHotel: 200,
  pickupAddress: 500,
  pickupRoom: 50,
  pickupNotes: 500,
} as const
type TransportColumn = keyof typeof transportColumns

const options: Readonly<Record<string, ReservationTransportOption>> = {
  '': 'NONE',
  none: 'NONE',
  meeting_point: 'MEETING_POINT',
  hotel_pickup: 'HOTEL_PICKUP',
  private_transfer: 'PRIVATE_TRANSFER',
}
const degrees = /^-?\d+(\.\d+)?$/

/** The problems of a line's transport; what contradicts the option is left to the API to refuse. */
export function transportProblems(valueOf: (name: TransportColumn) => string): Problem[] {
  const wrong = (['pickupLatitude', 'pickupLongitude'] as const).filter(
    (name) => valueOf(name) !== '' && !degrees.test(valueOf(name)),
  )
  return [
    ...(Object.hasOwn(options, valueOf('transport'))
      ? []
      : [{ text: 'import.error.transport', parameters: { value: valueOf('transport') } } as const]),
    ...wrong.map((name) => ({ text: 'import.error.degrees', parameters: { name } }) as const),
  ]
}

/** The transport of a line without problems; null when its columns are empty. */
export function transportOfLine(valueOf: (name: TransportColumn) => string): ReservationTransportInput | null {
  const names = Object.keys(transportColumns) as TransportColumn[]
  if (names.every((name) => valueOf(name) === '')) return null
  const text = (name: TransportColumn) => valueOf(name) || null
  const [latitude, longitude] = [valueOf('pickupLatitude'), valueOf('pickupLongitude')]
  const isPickedUp = names.some((name) => name.startsWith('pickup') && valueOf(name) !== '')
  return {
    option: options[valueOf('transport')] ?? 'NONE',
    meetingPointId: text('meetingPointId'),
    pickup: isPickedUp
      ? {
          coordinates: latitude && longitude ? { latitude: Number(latitude), longitude: Number(longitude) } : null,
          hotel: text('pickupHotel'),
          address: text('pickupAddress'),
          room: text('pickupRoom'),
          notes: text('pickupNotes'),
        }
      : null,
  }
}
