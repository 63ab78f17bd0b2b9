import { localDateTime } from '../../../platform/values/clock.ts'
import type { Language, LocalizedText } from '../../../platform/values/i18n.ts'
import { pickupInstant, type Transport } from '../reservation/index.ts'

/** Before the number of the room. */
const numberPrefix: LocalizedText = { en: 'room', es: 'habitación' }

export interface Pickup {
  readonly at: Date
  /** Local, as the visit. */
  readonly date: string
  readonly time: string
  /** Null when no place was named. */
  readonly place: string | null
  readonly notes: string | null
}

/** When and where a party is picked up, or meets; null without transport. */
export function pickupOf(
  {
    transport,
    visitAt,
    timezone,
  }: { readonly transport: Transport | null; readonly visitAt: Date; readonly timezone: string },
  language: Language,
): Pickup | null {
  if (!transport) return null
  const at = pickupInstant(transport, visitAt)
  return {
    at,
    ...localDateTime(at, timezone),
    place: placeOf(transport, language),
    notes: transport.pickup?.notes ?? null,
  }
}

function placeOf({ meetingPoint, pickup }: Transport, language: Language): string | null {
  if (meetingPoint) return joined(meetingPoint.name[language], meetingPoint.address)
  if (!pickup) return null
  const { hotel, address, latitude, longitude } = pickup
  return (
    joined(hotel, pickup.room && `${numberPrefix[language]} ${pickup.room}`, address) ?? `${latitude}, ${longitude}`
  )
}

const joined = (...parts: readonly (string | null)[]): string | null => parts.filter(Boolean).join(', ') || null
