import { maxPeople } from '../../../../schema/visit-terms.ts'
import { addDays, instantOf, isLocalDate, isTimeOfDay, localDateTime } from '../../../../platform/values/clock.ts'
import { timedUuid } from '../../../../platform/values/uuid.ts'
import { ageBreakdownOf, hasAdult, partyOf, shownParty } from '../../../../schema/ages.ts'
import { directPartner } from '../../../../schema/built-in-partners.ts'
import { apiError, requireValid } from '../../../../schema/errors.ts'
import type { FieldErrors } from '../../../../schema/field-errors.ts'
import { isStaff, partnerOf } from '../../caller.ts'
import type { ReservationContext } from '../context.ts'
import { peopleOf, type Reservation } from '../reservation.ts'
import { guestErrors, tooLong, resellerReferenceErrors } from '../rules/guest.ts'
import { returnAddresses, termsWith } from '../rules/guest-terms.ts'
import { visitorErrors, participantErrors, participantsAfter } from '../rules/participants.ts'
import { reservationPricing, reservedServices } from '../offer/rules/pricing.ts'
import { holdUntil, minutesErrors, type HoldEnd } from '../rules/hold.ts'
import { newBookingReference, newConfirmationCode } from './rules/reference.ts'
import {
  pricedWith,
  requireMeetingPoint,
  requirePickup,
  transportErrors,
  transportOf,
  wantedTransport,
} from '../rules/transport.ts'
import { discountConditions } from '../offer/discount-conditions.ts'
import { requestedVisit } from './repeat.ts'
import type { CreationRequest } from './form.ts'
import { readProduct, type Inventories, type SoldProduct } from '../offer/product.ts'
import { inventoriesOfDay } from '../offer/slot.ts'
import { cutText } from '../../../../platform/values/text.ts'

const minute = 60_000

/** A new reservation with all that can be known of it before its places are taken. */
export interface Preparation {
  readonly id: string
  readonly people: number
  readonly product: SoldProduct
  /** Of the day of the visit; read only when no slot is requested. */
  readonly taken: Inventories | undefined
  readonly couponCode: string | null
  /** The reservation in a slot. */
  at(visitTime: string): Reservation
}

/**
 * Reads the facts of the product and the price. Errors: CENOTE_NOT_FOUND, TOUR_NOT_FOUND, ERROR_VALIDACION for transport to one of several
 * meeting points, and of pricing PICKUP_OUT_OF_ZONE, MEETING_POINT_NOT_FOUND, and the SERVICE_, COUPON_ and QUOTE_ codes.
 */
export async function prepare(
  input: CreationRequest,
  people: number,
  context: ReservationContext,
): Promise<Preparation> {
  const partnerId = partnerOf(context)
  const { identity, services } = context
  const guestEmail = input.guest.email.toLowerCase()
  const agreed = input.residency ? { residency: input.residency } : {}
  const [product, circumstances] = await Promise.all([
    readProduct(input, context),
    discountConditions(
      { partnerId, visitDate: input.visitDate, guest: input.guest, guestEmail, pricing: agreed },
      context,
    ),
  ])
  const wanted = wantedTransport(input.transport)
  // A quote says which one.
  if (input.quoteToken == null) requireMeetingPoint(wanted, product.priced.meetingPoints)
  const [taken, priced] = await Promise.all([
    input.visitTime == null ? inventoriesOfDay(input, product, context) : undefined,
    services.upstream.price(
      product.priced,
      {
        ageBreakdown: ageBreakdownOf(input.visitors),
        selectedServices: input.services?.map(({ id, quantity }) => ({ id, quantity })) ?? [],
        couponCode: input.promoCode ?? null,
        quoteToken: input.quoteToken ?? null,
        ...pricedWith(wanted),
        ...circumstances,
      },
      identity,
    ),
  ])
  const pickups = new Map((input.services ?? []).map(({ id, pickup }) => [id, pickup ?? null]))
  const { transportation } = priced.priceCalculation
  // Pricing takes a request without transport for one that leaves it to the quote.
  if (input.transport?.option === 'none' && transportation) throw apiError('QUOTE_MISMATCH', { fields: ['transport'] })
  const transport = transportOf(transportation, wanted, product.priced.meetingPoints)
  // A calculation, and so a quote, may leave open at which of several.
  if (!transport?.meetingPoint) requireMeetingPoint(wanted, product.priced.meetingPoints)
  const pricing = reservationPricing(priced, transport, agreed)
  const booked = reservedServices(priced, pickups)
  const id = timedUuid(context.clock.now())
  const couponCode = priced.priceCalculation.couponDiscount?.code ?? null
  const common = { id, couponCode, input, context, partnerId, product, pricing, services: booked, transport }
  return { id, people, product, taken, couponCode, at: (visitTime) => draft({ ...common, visitTime }) }
}

/** Checks what GraphQL's types let through; returns the number of people. */
export function checkInput(input: CreationRequest, context: ReservationContext): number {
  const { visitDate, visitTime, visitors, guest, services } = input
  const fields: FieldErrors = {
    ...visitorErrors(visitors),
    ...participantErrors(input.participants, visitors),
    ...guestErrors({ ...guest, email: guest.email || null }, context.clock.now()),
    ...tooLong(boundedTexts(input)),
    ...resellerReferenceErrors(input.resellerReference),
    ...transportErrors(input.transport),
    ...minutesErrors('holdMinutes', input.holdMinutes, context.services.holdMinutes),
    ...returnAddresses(input, input, context.database.environment).fieldErrors,
  }
  if (!isLocalDate(visitDate)) fields.visitDate = [{ code: 'NOT_A_DATE' }]
  if (visitTime != null && !isTimeOfDay(visitTime)) fields.visitTime = [{ code: 'NOT_A_TIME' }]
  services?.forEach(({ quantity }, index) => {
    if (quantity < 1 || quantity > maxPeople)
      fields[`services.${index}.quantity`] = [{ code: 'OUT_OF_RANGE', min: 1, max: maxPeople }]
  })
  if (new Set(services?.map(({ id }) => id)).size !== (services?.length ?? 0))
    fields.services = [{ code: 'SERVICE_NAMED_TWICE' }]
  requireValid(fields)
  requirePickup(input.transport)
  if (!hasAdult(visitors)) throw apiError('INVALID_AGE_BREAKDOWN', { ...shownParty(visitors) })
  return peopleOf(visitors)
}

/** Texts with their maximum characters. */
const boundedTexts = ({ specialRequests, promoCode, metadata, services }: CreationRequest) =>
  [
    ['specialRequests', specialRequests, 2_000],
    ['promoCode', promoCode, 64],
    ['metadata.source', metadata?.source, 100],
    ['metadata.affiliateId', metadata?.affiliateId, 200],
    ...(services ?? []).map(
      ({ pickup }, index) => [`services.${index}.pickup.location`, pickup?.location, 500] as const,
    ),
  ] as const

/** The terms of its own that a valid request gives a reservation. */
function requestedTerms(input: CreationRequest, { database }: ReservationContext): Reservation['guestTerms'] {
  const terms = { ...termsWith(null, input), ...returnAddresses(input, input, database.environment).addresses }
  return Object.keys(terms).length === 0 ? null : terms
}

const noOne = partyOf({})

const minutesOnSite = 15

/** When an unpaid hold ends. A sale on site for today is paid at once, also when the visit has begun. */
function holdEnd(now: Date, visitAt: Date, isOnSite: boolean, minutes: number): HoldEnd {
  const ownEnd = new Date(now.getTime() + (isOnSite ? Math.min(minutes, minutesOnSite) : minutes) * minute)
  return isOnSite ? { holdEndsAt: ownEnd, paymentDeadline: ownEnd } : holdUntil(ownEnd, visitAt)
}

function draft({
  id,
  couponCode,
  input,
  context,
  partnerId,
  product,
  visitTime,
  pricing,
  services,
  transport,
}: {
  id: string
  couponCode: string | null
  input: CreationRequest
  context: ReservationContext
  partnerId: string
  product: SoldProduct
  visitTime: string
  pricing: Reservation['pricing']
  services: Reservation['services']
  transport: Reservation['transport']
}): Reservation {
  const now = context.clock.now()
  const { timezone } = product
  const visitAt = instantOf(input.visitDate, visitTime, timezone)
  const { guest, metadata, visitors } = input
  return {
    id,
    partnerId,
    // Guests read it; a sale of the operator's own names no seller.
    partnerName: partnerId === directPartner.id ? null : (context.identity.partnerName ?? null),
    bookingReference: newBookingReference(),
    confirmationCode: newConfirmationCode(),
    resellerReference: input.resellerReference ?? null,
    externalId: input.externalId ?? null,
    requested: input.externalId == null ? null : { ...requestedVisit(input), productId: product.id, visitTime },
    isHold: input.hold ?? false,
    status: 'pending',
    productId: product.id,
    productType: product.type,
    productNames: product.names,
    stops: product.stopsAt(input.visitDate, visitTime),
    visitDate: input.visitDate,
    visitTime,
    timezone,
    visitAt,
    dayEndsAt: instantOf(addDays(input.visitDate, 1), '00:00', timezone),
    ...visitors,
    participants: participantsAfter({ ...noOne, id, version: 0, participants: null }, input.participants, visitors),
    guest: { ...guest, emergencyContact: guest.emergencyContact ?? null },
    guestEmail: guest.email.toLowerCase(),
    language: context.language,
    pricing,
    services,
    transport,
    specialRequests: input.specialRequests ?? null,
    notes: null,
    metadata: {
      source: metadata?.source ?? 'api',
      // Headers of the caller, not fields of the request: cut rather than refused.
      userAgent: cutText(metadata?.userAgent ?? '', 500),
      referrer: cutText(metadata?.referrer ?? '', 2_000),
      affiliateId: metadata?.affiliateId ?? null,
    },
    payment: null,
    cancellation: null,
    refund: null,
    documents: [],
    checkIn: null,
    completion: null,
    confirmationSent: false,
    reminderSent: false,
    disrupted: false,
    refundCeiling: 1,
    ...holdEnd(
      now,
      visitAt,
      isStaff(context) && localDateTime(now, timezone).date === input.visitDate,
      input.holdMinutes ?? context.services.holdMinutes,
    ),
    extendedAt: null,
    couponCode,
    guestTerms: requestedTerms(input, context),
    version: 1,
    createdAt: now,
    updatedAt: now,
  }
}
