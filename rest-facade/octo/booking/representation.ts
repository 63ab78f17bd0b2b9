import type { Static } from 'typebox'
import { instantOf, minute, weekdayOf } from '../../../platform/values/clock.ts'
import type { BookingFieldsFragment } from '../../generated/operations.ts'
import { cutoffMinutesOn } from '../../../schema/visit-terms.ts'
import { defaultOption, endsOn, unitIdOf, writeAvailabilityId, type UnitId } from '../ids.ts'
import type { SoldProduct, Unit } from '../product/index.ts'
import { contactOf } from './contact.ts'
import { bookingPricing, unitPricings } from './pricing.ts'
import type { Booking } from './schema.ts'
import { bookingStatus, bookingTimes, cancellationOf, utcSeconds } from './status.ts'

interface Presentation {
  /** Whether it is of the sandbox. */
  readonly testMode: boolean
  /** Whether the caller wants prices. */
  readonly pricing: boolean
  readonly now: Date
  readonly product: SoldProduct
}

/** The uuid of a booking: the caller's own, or else its id. */
export const uuidOf = ({ id, externalId }: Pick<BookingFieldsFragment, 'id' | 'externalId'>): string => externalId ?? id

/** A reservation as a booking of OCTO. */
export function bookingRepresentation(
  reservation: BookingFieldsFragment,
  { testMode, pricing, now, product }: Presentation,
): Static<typeof Booking> {
  const { bookingReference, participants, pricing: price } = reservation
  const status = bookingStatus(reservation)
  const times = bookingTimes(reservation)
  const { utcRedeemedAt } = times
  const availability = availabilityOf(reservation, product, now)
  const prices = pricing
    ? unitPricings(
        price,
        participants.map(({ category }) => category),
      )
    : []
  return {
    id: reservation.id,
    uuid: uuidOf(reservation),
    testMode,
    resellerReference: reservation.resellerReference,
    supplierReference: bookingReference,
    status,
    ...times,
    productId: reservation.product.id,
    product: product.body,
    optionId: defaultOption,
    option: onlyOption(product),
    cancellable: reservation.cancellation.allowed,
    cancellation: cancellationOf(reservation),
    freesale: false,
    availabilityId: availability.id,
    availability,
    contact: contactOf(reservation.guest),
    notes: reservation.specialRequests,
    deliveryMethods: ['VOUCHER'],
    voucher: { redemptionMethod: 'DIGITAL', utcRedeemedAt, deliveryOptions: deliveryOptionsOf(reservation) },
    unitItems: participants.map(({ id, category, resellerReference, contact }, index) => ({
      uuid: id,
      resellerReference,
      supplierReference: bookingReference,
      unitId: unitIdOf(category),
      unit: unitOf(product, unitIdOf(category)),
      status,
      utcRedeemedAt,
      contact: contactOf(contact),
      ticket: null,
      ...(prices[index] ? { pricing: prices[index] } : {}),
    })),
    ...(pricing ? { pricing: bookingPricing(price) } : {}),
  }
}

function onlyOption({ id, body: { options } }: SoldProduct): SoldProduct['body']['options'][number] {
  const [option] = options
  if (!option) throw new Error(`product ${id} has no option`)
  return option
}

function unitOf({ id, unitBodies }: SoldProduct, unitId: UnitId): Static<typeof Unit> {
  const unit = unitBodies.get(unitId)
  if (!unit) throw new Error(`product ${id} has no unit ${unitId}`)
  return unit
}

/** The slot of a booking. Its places left would take another read, and are in the availability of the product. */
function availabilityOf(
  { visitDate, visitTime, timezone }: BookingFieldsFragment,
  { openingHours, durationMinutes, bookingCutoffMinutes, weekdayCutoffs }: SoldProduct,
  now: Date,
): NonNullable<Static<typeof Booking>['availability']> {
  const id = writeAvailabilityId({ date: visitDate, time: visitTime }, timezone)
  const start = instantOf(visitDate, visitTime, timezone).getTime()
  const cutoffMinutes = cutoffMinutesOn(weekdayOf(visitDate), bookingCutoffMinutes, weekdayCutoffs ?? [])
  const cutoff = new Date(start - cutoffMinutes * minute)
  const available = now < cutoff
  return {
    id,
    localDateTimeStart: id,
    localDateTimeEnd: endsOn(visitDate, timezone, durationMinutes)(visitTime),
    utcCutoffAt: utcSeconds(cutoff.toISOString()),
    allDay: false,
    available,
    status: available ? 'AVAILABLE' : 'CLOSED',
    vacancies: null,
    capacity: null,
    maxUnits: null,
    openingHours: [...openingHours],
  }
}

type DeliveryOptions = NonNullable<Static<typeof Booking>['voucher']>['deliveryOptions']

/** The voucher's code and document, while they are valid. */
function deliveryOptionsOf(reservation: BookingFieldsFragment): DeliveryOptions {
  const { qrCode, documents = [] } = reservation
  if (bookingStatus(reservation) === 'ON_HOLD' || !qrCode?.isValid) return []
  const ticket = documents.findLast(({ type }) => type === 'TICKET')
  return [
    { deliveryFormat: 'QRCODE', deliveryValue: qrCode.data },
    ...(ticket ? [{ deliveryFormat: 'PDF_URL' as const, deliveryValue: ticket.url }] : []),
  ]
}
