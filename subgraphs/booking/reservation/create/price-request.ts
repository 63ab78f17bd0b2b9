import { addDays, instantOf, localDateTime } from '../../../../platform/values/clock.ts'
import { timedUuid } from '../../../../platform/values/uuid.ts'
import { ageBreakdownOf, partyOf } from '../../../../schema/ages.ts'
import { directPartner } from '../../../../schema/built-in-partners.ts'
import { apiError } from '../../../../schema/errors.ts'
import { isStaff, partnerOf } from '../../caller.ts'
import type { ReservationContext } from '../context.ts'
import type { Reservation } from '../reservation.ts'
import { returnAddresses, termsWith } from '../rules/guest-terms.ts'
import { participantsAfter } from '../rules/participants.ts'
import { reservationPricing, reservedServices } from '../offer/rules/pricing.ts'
import { newHold } from '../rules/hold.ts'
import { newBookingReference, newConfirmationCode } from './rules/reference.ts'
import { pricedWith, requireMeetingPoint, transportOf, wantedTransport } from '../rules/transport.ts'
import { discountConditions } from '../offer/discount-conditions.ts'
import { requestedVisit } from './repeat.ts'
import type { CreationRequest } from './form.ts'
import { readProduct, type Inventories, type SoldProduct } from '../offer/product.ts'
import { inventoriesOfDay } from '../offer/slot.ts'
import { cutText } from '../../../../platform/values/text.ts'

/** A request with all that can be known of its reservation before its places are taken. */
export interface PricedRequest {
  readonly id: string
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
export async function priceRequest(input: CreationRequest, context: ReservationContext): Promise<PricedRequest> {
  const partnerId = partnerOf(context)
  const { identity, services } = context
  const guestEmail = input.guest.email.toLowerCase()
  const agreed = input.residency ? { residency: input.residency } : {}
  const [product, conditions] = await Promise.all([
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
        ...conditions,
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
  const id = timedUuid(context.clock.now())
  const couponCode = priced.priceCalculation.couponDiscount?.code ?? null
  const pricing = reservationPricing(priced, transport, agreed)
  const reserved = { id, couponCode, pricing, services: reservedServices(priced, pickups), transport }
  return {
    id,
    product,
    taken,
    couponCode,
    at: (visitTime) => newReservation(input, visitTime, product, reserved, context),
  }
}

/** The terms of its own that a valid request gives a reservation. */
function requestedTerms(input: CreationRequest, { database }: ReservationContext): Reservation['guestTerms'] {
  const terms = { ...termsWith(null, input), ...returnAddresses(input, input, database.environment).addresses }
  return Object.keys(terms).length === 0 ? null : terms
}

const noOne = partyOf({})

function newReservation(
  input: CreationRequest,
  visitTime: string,
  product: SoldProduct,
  {
    id,
    couponCode,
    pricing,
    services,
    transport,
  }: Pick<Reservation, 'id' | 'couponCode' | 'pricing' | 'services' | 'transport'>,
  context: ReservationContext,
): Reservation {
  const partnerId = partnerOf(context)
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
    ...newHold(
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
