import { lowerName } from './present-fields.ts'
import type { TransportView } from './reservation-representation.ts'

/** The names of the means of transport. */
export const transportNames = {
  meeting_point: { en: 'Meeting point', es: 'Punto de encuentro' },
  hotel_pickup: { en: 'Hotel pickup', es: 'Recogida en el hotel' },
  private_transfer: { en: 'Private transfer', es: 'Traslado privado' },
} as const

const texts = {
  en: { dayBefore: (time: string) => `${time} on the day before`, room: (room: string) => `room ${room}` },
  es: { dayBefore: (time: string) => `${time} del día anterior`, room: (room: string) => `habitación ${room}` },
} as const

/** A party's transport for people: the means, and when and where, such as `08:45, Hotel Azul, room 12`. */
export function transportText(
  { option, meetingPoint, pickup }: TransportView,
  visitDate: string,
  language: 'en' | 'es',
): { readonly label: string; readonly value: string } {
  const text = texts[language]
  const name = meetingPoint?.name ?? pickup.hotel
  const address = meetingPoint?.address ?? pickup.address
  const parts = [
    pickup.date === visitDate ? pickup.time : text.dayBefore(pickup.time),
    name,
    address,
    pickup.room && text.room(pickup.room),
  ]
  return { label: transportNames[lowerName(option)][language], value: parts.filter(Boolean).join(', ') }
}
