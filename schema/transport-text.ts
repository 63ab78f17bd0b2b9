import { lowerName } from './present-fields.ts'
import type { TransportView } from './reservation-representation.ts'

/** The names of the means of transport. */
export const transportNames = {
  meeting_point: { en: 'Meeting point', es: 'Punto de encuentro' },
  hotel_pickup: { en: 'Hotel pickup', es: 'Recogida en el hotel' },
  private_transfer: { en: 'Private transfer', es: 'Traslado privado' },
} as const

export type MeansOfTransport = keyof typeof transportNames

const texts = {
  en: {
    dayBefore: (time: string) => `${time} on the day before`,
    room: (room: string) => `room ${room}`,
    start: { cenote: 'Visit starts', tour: 'Tour starts' },
    starts: {
      cenote: (time: string) => `Your visit starts at ${time}`,
      tour: (time: string) => `The tour starts at ${time}`,
    },
    onDay: (time: string, day: string) => `${time} on ${day}`,
  },
  es: {
    dayBefore: (time: string) => `${time} del día anterior`,
    room: (room: string) => `habitación ${room}`,
    start: { cenote: 'Inicio de la visita', tour: 'Salida del tour' },
    starts: {
      cenote: (time: string) => `Su visita empieza a las ${time}`,
      tour: (time: string) => `El tour sale a las ${time}`,
    },
    onDay: (time: string, day: string) => `${time} del ${day}`,
  },
} as const

/** A party's transport for people: the means, and when and where, such as `08:45, Hotel Azul, room 12`. */
export function transportText(
  { option, meetingPoint, pickup }: TransportView,
  visitDate: string,
  language: 'en' | 'es',
): { readonly label: string; readonly value: string } {
  const time = pickup.date === visitDate ? pickup.time : texts[language].dayBefore(pickup.time)
  const place = pickupPlaceText({ meetingPoint, pickup }, language)
  return { label: transportNames[lowerName(option)][language], value: [time, place].filter(Boolean).join(', ') }
}

/** The place of a party's transport, such as `Hotel Azul, room 12`; empty when nothing is known of it. */
export function pickupPlaceText(
  { meetingPoint, pickup }: Pick<TransportView, 'meetingPoint' | 'pickup'>,
  language: 'en' | 'es',
): string {
  const parts = [
    meetingPoint?.name ?? pickup.hotel,
    pickup.room && texts[language].room(pickup.room),
    meetingPoint?.address ?? pickup.address,
  ]
  return parts.filter(Boolean).join(', ')
}

/** When the visit itself starts, for guests who are picked up or meet before it: as a fact, and as a sentence. */
export function visitStart(
  { productType, visitDate, visitTime }: VisitStart,
  meetingDate: string,
  language: 'en' | 'es',
  dayText: (date: string, language: 'en' | 'es') => string,
): { readonly label: string; readonly value: string; readonly sentence: string } {
  const text = texts[language]
  const value = meetingDate === visitDate ? visitTime : text.onDay(visitTime, dayText(visitDate, language))
  return { label: text.start[productType], value, sentence: text.starts[productType](value) }
}

interface VisitStart {
  readonly productType: 'cenote' | 'tour'
  readonly visitDate: string
  readonly visitTime: string
}
