import { uuidErrors } from '../../../../platform/values/uuid.ts'
import { isBlank } from '../../../../platform/values/text.ts'
import { localDateTime, minute } from '../../../../platform/values/clock.ts'
import type { Language, LocalizedText } from '../../../../platform/values/i18n.ts'
import { latitude, longitude, requireOnTheGlobe } from '../../../shared/coordinates.ts'
import { apiError, validationError } from '../../../../schema/errors.ts'
import type { FieldErrors } from '../../../../schema/field-errors.ts'
import { lowerName, presentFields } from '../../../../schema/present-fields.ts'
import type { ReservationTransportInput, ReservationTransportOption } from '../../generated/resolvers.ts'
import type { CatalogTerms, PriceCalculationInput, PricedVisit } from '../../upstream/index.ts'
import type { Reservation, Transport } from '../reservation.ts'
import { tooLong } from './guest.ts'

/** How a party wants to come: as much of it as a price depends on, and the details for the driver. */
export interface WantedTransport extends Pick<Transport, 'option' | 'pickup'> {
  readonly meetingPointId: string | null
}

type PricedTransport = PricedVisit['priceCalculation']['transportation']
type MeetingPoints = CatalogTerms['meetingPoints']

const maxCharacters = { hotel: 200, address: 500, room: 50, notes: 500 } as const
const pickupTexts = Object.keys(maxCharacters) as (keyof typeof maxCharacters)[]

const isPickedUp = (option: ReservationTransportOption): boolean =>
  option === 'hotel_pickup' || option === 'private_transfer'

/** The field errors of transport. */
export function transportErrors(given: ReservationTransportInput | null | undefined): FieldErrors {
  if (!given) return {}
  const { option, meetingPointId, pickup } = given
  const fieldErrors = tooLong(
    pickupTexts.map((name) => [`transport.pickup.${name}`, pickup?.[name], maxCharacters[name]] as const),
  )
  for (const name of pickupTexts)
    if (isBlank(pickup?.[name] ?? '-')) fieldErrors[`transport.pickup.${name}`] = [{ code: 'EMPTY' }]
  Object.assign(fieldErrors, uuidErrors({ 'transport.meetingPointId': meetingPointId }))
  const excluded = { code: 'EXCLUDED_BY', field: 'transport.option', value: option } as const
  if (meetingPointId != null && option !== 'meeting_point') fieldErrors['transport.meetingPointId'] = [excluded]
  if (pickup != null && !isPickedUp(option)) fieldErrors['transport.pickup'] = [excluded]
  return fieldErrors
}

/** Error: PICKUP_REQUIRED, INVALID_COORDINATES. */
export function requirePickup(given: ReservationTransportInput | null | undefined): void {
  if (!given || !isPickedUp(given.option)) return
  const coordinates = given.pickup?.coordinates
  const field = 'transport.pickup.coordinates'
  if (coordinates == null) throw apiError('PICKUP_REQUIRED', { transportationType: given.option, missing: [field] })
  requireOnTheGlobe(
    latitude(`${field}.latitude`, coordinates.latitude),
    longitude(`${field}.longitude`, coordinates.longitude),
  )
}

/** The transport that a valid input names; null for none. */
export function wantedTransport(given: ReservationTransportInput | null | undefined): WantedTransport | null {
  if (!given || given.option === 'none') return null
  const { meetingPointId, pickup } = given
  return {
    option: given.option,
    meetingPointId: meetingPointId?.toLowerCase() ?? null,
    pickup: pickup?.coordinates
      ? {
          latitude: pickup.coordinates.latitude,
          longitude: pickup.coordinates.longitude,
          hotel: pickup.hotel ?? null,
          address: pickup.address ?? null,
          room: pickup.room ?? null,
          notes: pickup.notes ?? null,
        }
      : null,
  }
}

/** The transport of a reservation, to be priced again. */
export const presentTransport = (transport: Transport | null): WantedTransport | null =>
  transport && {
    option: transport.option,
    meetingPointId: transport.meetingPoint?.isNamed ? transport.meetingPoint.id : null,
    pickup: transport.pickup,
  }

/** A place of type `pickup_zone` describes a zone to people; only the others are places to meet. */
const pointsInUse = (points: MeetingPoints): MeetingPoints =>
  points.filter(({ type, isActive }) => isActive && type === 'MEETING_POINT')

/** Error: ERROR_VALIDACION when it does not say which of several meeting points. */
export function requireMeetingPoint(wanted: WantedTransport | null, points: MeetingPoints): void {
  if (wanted?.option !== 'meeting_point' || wanted.meetingPointId !== null || pointsInUse(points).length <= 1) return
  throw validationError({
    'transport.meetingPointId': [{ code: 'REQUIRED_WITH', field: 'transport.option', value: wanted.option }],
  })
}

/** Whether transport stays the same but for the details for the driver. */
export const isSameRide = (present: Transport | null, wanted: WantedTransport | null): boolean =>
  present?.option === wanted?.option &&
  (wanted?.meetingPointId == null || present?.meetingPoint?.id === wanted.meetingPointId) &&
  present?.pickup?.latitude === wanted?.pickup?.latitude &&
  present?.pickup?.longitude === wanted?.pickup?.longitude

/** The part of a price calculation's input that is transport. */
export const pricedWith = (
  wanted: WantedTransport | null,
): Pick<
  PriceCalculationInput,
  'transportationType' | 'meetingPointId' | 'pickupLatitude' | 'pickupLongitude' | 'pickupLocation'
> =>
  wanted
    ? {
        transportationType: wanted.option.toUpperCase() as Uppercase<typeof wanted.option>,
        meetingPointId: wanted.meetingPointId,
        pickupLatitude: wanted.pickup?.latitude ?? null,
        pickupLongitude: wanted.pickup?.longitude ?? null,
        pickupLocation: wanted.pickup?.hotel ?? null,
      }
    : {}

/** The transport that a price includes, with the details that were given; a quote brings its own without them. */
export function transportOf(
  priced: PricedTransport,
  wanted: WantedTransport | null,
  points: MeetingPoints,
): Transport | null {
  if (!priced) return null
  const option = lowerName(priced.type)
  if (option !== 'meeting_point')
    return {
      option,
      meetingPoint: null,
      pickup: wanted?.pickup ?? quotedPickup(priced),
      minutesBefore: priced.minutesBefore,
    }
  const [first, ...others] = pointsInUse(points)
  const only = others.length === 0 ? first : undefined
  const named = priced.meetingPointId
  const point = named === null ? only : points.find(({ id }) => id === named)
  return {
    option,
    meetingPoint: point
      ? {
          id: point.id,
          name: { en: point.names.en, es: point.names.es },
          address: point.address,
          latitude: point.latitude,
          longitude: point.longitude,
          isNamed: named !== null,
        }
      : null,
    pickup: null,
    minutesBefore: point?.minutesBefore ?? priced.minutesBefore,
  }
}

/** The place of a quote; null when its price was calculated without coordinates. */
function quotedPickup({
  pickupLatitude,
  pickupLongitude,
  pickupLocation,
}: PricedTransport & object): Transport['pickup'] {
  if (pickupLatitude === null || pickupLongitude === null) return null
  return {
    latitude: pickupLatitude,
    longitude: pickupLongitude,
    hotel: pickupLocation,
    address: null,
    room: null,
    notes: null,
  }
}

/** The place of transport in a few words; null when there are none. */
export function placeOf({ meetingPoint, pickup }: Transport): LocalizedText | null {
  const place = pickup?.hotel ?? pickup?.address
  return meetingPoint?.name ?? (place ? { en: place, es: place } : null)
}

/** When a party is picked up, or meets. */
export const pickupInstant = ({ minutesBefore }: Transport, visitAt: Date): Date =>
  new Date(visitAt.getTime() - minutesBefore * minute)

/** When the guests have to be there: at their pickup, or at the start of the visit. */
export const meetingInstant = ({ transport, visitAt }: Pick<Reservation, 'transport' | 'visitAt'>): Date =>
  transport ? pickupInstant(transport, visitAt) : visitAt

/** The pickup in the time zone of its visit. */
export const pickupTime = (
  transport: Transport,
  { visitAt, timezone }: Pick<Reservation, 'visitAt' | 'timezone'>,
): { readonly date: string; readonly time: string } => localDateTime(pickupInstant(transport, visitAt), timezone)

/** Transport as a request names it, for lists of changes. */
export const requestedTransport = (transport: Transport | null): object | null =>
  transport &&
  presentFields({
    option: transport.option,
    meetingPointId: transport.meetingPoint?.id,
    pickup: transport.pickup && placeFields(transport.pickup),
  })

const placeFields = ({ latitude, longitude, ...texts }: Transport['pickup'] & object) => ({
  coordinates: { latitude, longitude },
  ...presentFields(texts),
})

/** A meeting point as readers see it. */
export interface ShownMeetingPoint {
  readonly id: string
  readonly name: string
  readonly address: string
  readonly coordinates: { readonly latitude: number; readonly longitude: number }
}

/** The transport of a reservation as readers see it, in their language; null for none. */
export function shownTransport(
  { transport, visitAt, timezone }: Pick<Reservation, 'transport' | 'visitAt' | 'timezone'>,
  language: Language,
) {
  if (!transport) return null
  const { option, meetingPoint, pickup } = transport
  const position = meetingPoint ?? pickup
  return {
    option,
    meetingPoint: meetingPoint && {
      id: meetingPoint.id,
      name: meetingPoint.name[language],
      address: meetingPoint.address,
      coordinates: { latitude: meetingPoint.latitude, longitude: meetingPoint.longitude },
    },
    pickup: {
      ...pickupTime(transport, { visitAt, timezone }),
      place: placeOf(transport)?.[language] ?? null,
      coordinates: position && { latitude: position.latitude, longitude: position.longitude },
      hotel: pickup?.hotel ?? null,
      address: pickup?.address ?? null,
      room: pickup?.room ?? null,
      notes: pickup?.notes ?? null,
    },
  }
}
