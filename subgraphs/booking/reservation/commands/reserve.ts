import { randomUUID } from 'node:crypto'
import { addDays, instantOf, isLocalDate, isTimeOfDay } from '../../../../platform/values/clock.ts'
import { apiError, validationError } from '../../../../schema/errors.ts'
import type { FieldErrors } from '../../../../schema/field-errors.ts'
import { partnerOf } from '../../caller.ts'
import type { ReservationContext } from '../context.ts'
import { abandonCoupon, claimCoupon } from '../../coupon-use/index.ts'
import { isCompletedMeanwhile } from '../../idempotency/index.ts'
import type { CreateReservationInput, Residency } from '../../generated/resolvers.ts'
import type { CatalogTerms } from '../../upstream/index.ts'
import { circumstancesOf } from './circumstances.ts'
import { holdLimitExceeded, holdLimitOf } from '../rules/hold-limit.ts'
import { guestErrors, tooLong } from '../rules/guest.ts'
import { completedReservation } from './completed.ts'
import { withEndedHolds } from './jobs.ts'
import { reservationPricing, reservedServices } from '../rules/pricing.ts'
import { newBookingReference, newConfirmationCode } from '../rules/reference.ts'
import { insertReservation } from '../store/insert.ts'
import { peopleOf, type Reservation } from '../reservation.ts'
import { candidateTimes, inventoryAround, inventoryOfDay, isCurrent, notAvailable, refusal } from './slot.ts'
import { maxPeople, visitorErrors } from '../rules/visitors.ts'
import {
  isUnknown,
  requestedReservation,
  type RequestedReservation,
  type RequestOptions,
} from './requested-reservation.ts'

const minute = 60_000
/** A reference of six characters meets another once in a billion; then the database refuses it and we draw again. */
const draws = 3
/** How often a reservation is tried when the facts of its cenote change meanwhile. */
const attempts = 3

/**
 * Takes the places and writes a pending reservation with its history and event, all in one transaction
 * (docs/partner-api/reservations.md#creating). Errors: ERROR_VALIDACION, INVALID_AGE_BREAKDOWN, CENOTE_NOT_FOUND,
 * CENOTE_NOT_AVAILABLE, INSUFFICIENT_CAPACITY, and the SERVICE_, COUPON_ and QUOTE_ codes of pricing.
 */
export async function reserve(
  input: CreateReservationInput,
  context: ReservationContext,
  options: RequestOptions = {},
): Promise<Reservation> {
  const wanted = await requestedReservation(input, context, options)
  return withEndedHolds(context, () => tryToReserve(wanted, context))
}

async function tryToReserve(
  input: RequestedReservation,
  context: ReservationContext,
  attempt = 1,
): Promise<Reservation> {
  const partnerId = partnerOf(context)
  const people = checkInput(input, context)
  const done = await completedReservation(context.database.pool, context)
  if (done) return done
  const { identity, services, database } = context
  const guestEmail = input.guest.email.toLowerCase()
  const agreed = input.residency ? { residency: input.residency.toLowerCase() as Lowercase<Residency> } : {}
  const [terms, circumstances] = await Promise.all([
    services.upstream.cenote(input.cenoteId, identity),
    circumstancesOf(
      { partnerId, visitDate: input.visitDate, guest: input.guest, guestEmail, pricing: agreed },
      context,
    ),
  ])
  const [inventory, priced] = await Promise.all([
    input.visitTime == null ? inventoryOfDay(input, context) : undefined,
    services.upstream.price(
      { id: terms.id, adultCents: terms.pricing.adultCents },
      {
        ageBreakdown: { adult: input.visitors.adults, child: input.visitors.children, senior: input.visitors.seniors },
        selectedServices: input.services?.map(({ id, quantity }) => ({ id, quantity })) ?? [],
        couponCode: input.promoCode ?? null,
        quoteToken: input.quoteToken ?? null,
        ...circumstances,
      },
      identity,
    ),
  ])
  const pickups = new Map((input.services ?? []).map(({ id, pickup }) => [id, pickup ?? null]))
  const pricing = reservationPricing(priced, agreed)
  const booked = reservedServices(priced, pickups)

  const candidates = candidateTimes(input, people, terms, inventory, context)
  if ('reason' in candidates)
    throw notAvailable(input, people, terms, await inventoryAround(input, terms, context), context, candidates.reason)
  const { times } = candidates
  const id = randomUUID()
  const couponCode = priced.priceCalculation.couponDiscount?.code ?? null
  if (couponCode !== null && times.length > 0)
    await claimCoupon(
      { reservationId: id, code: couponCode, cenoteId: terms.id, isQuoted: input.quoteToken != null },
      context,
    )
  try {
    for (const visitTime of times) {
      const reservation = draft({
        id,
        couponCode,
        input,
        context,
        partnerId,
        terms,
        visitTime,
        pricing,
        services: booked,
      })
      const written = await write(reservation, people, terms, context)
      if (written) {
        services.hubs[database.environment].wake()
        if (couponCode !== null && written.id !== id) await abandonCoupon(id, context)
        return written
      }
    }
  } catch (error) {
    // The claim is left to the job when even this fails.
    if (couponCode !== null) await abandonCoupon(id, context).catch(() => undefined)
    throw error
  }
  if (couponCode !== null) await abandonCoupon(id, context)
  if (attempt < attempts && !(await isCurrent(terms, context))) return tryToReserve(input, context, attempt + 1)
  throw refusal(input, people, terms, await inventoryAround(input, terms, context), context)
}

/** Checks what GraphQL's types let through; returns the number of people. */
function checkInput(input: RequestedReservation, { clock }: ReservationContext): number {
  const { visitDate, visitTime, visitors, guest, services } = input
  const { adults, children, seniors } = visitors
  const fields: FieldErrors = {
    ...visitorErrors(visitors),
    ...(isUnknown(guest) ? {} : guestErrors(guest, clock.now())),
    ...tooLong(boundedTexts(input)),
  }
  if (!isLocalDate(visitDate)) fields.visitDate = [{ code: 'NOT_A_DATE' }]
  if (visitTime != null && !isTimeOfDay(visitTime)) fields.visitTime = [{ code: 'NOT_A_TIME' }]
  services?.forEach(({ quantity }, index) => {
    if (quantity < 1 || quantity > maxPeople)
      fields[`services.${index}.quantity`] = [{ code: 'OUT_OF_RANGE', min: 1, max: maxPeople }]
  })
  if (new Set(services?.map(({ id }) => id)).size !== (services?.length ?? 0))
    fields.services = [{ code: 'SERVICE_NAMED_TWICE' }]
  if (Object.keys(fields).length > 0) throw validationError(fields)
  if (adults + seniors === 0) throw apiError('INVALID_AGE_BREAKDOWN', { adults, children, seniors })
  return peopleOf(visitors)
}

/** Texts with their maximum characters. */
const boundedTexts = ({ specialRequests, promoCode, metadata, services }: RequestedReservation) =>
  [
    ['specialRequests', specialRequests, 2_000],
    ['promoCode', promoCode, 64],
    ['metadata.source', metadata?.source, 100],
    ['metadata.affiliateId', metadata?.affiliateId, 200],
    ...(services ?? []).map(
      ({ pickup }, index) => [`services.${index}.pickup.location`, pickup?.location, 500] as const,
    ),
  ] as const

/** The reservation as written; null, and nothing is written, when there is no room for it or its cenote is closed. */
async function write(
  reservation: Reservation,
  people: number,
  terms: CatalogTerms,
  context: ReservationContext,
): Promise<Reservation | null> {
  const { pool } = context.database
  const holdLimit = holdLimitOf(context)
  for (let draw = 1; ; draw += 1) {
    try {
      const insertion = await insertReservation(
        pool,
        reservation,
        { people, ...terms.capacity, factsVersion: terms.version, holdLimit },
        context.operation,
      )
      if (insertion.result === 'over_hold_limit' && holdLimit !== null) {
        const { held } = insertion
        throw holdLimitExceeded({ limit: holdLimit, held, requested: people, date: reservation.visitDate })
      }
      return insertion.result === 'written' ? reservation : null
    } catch (error) {
      if (isCompletedMeanwhile(error)) return completedReservation(pool, context)
      const { code, constraint } = error as { code?: string; constraint?: string }
      if (code !== '23505' || draw === draws || !/booking_reference|confirmation_code/.test(constraint ?? ''))
        throw error
      reservation = { ...reservation, bookingReference: newBookingReference(), confirmationCode: newConfirmationCode() }
    }
  }
}

function draft({
  id,
  couponCode,
  input,
  context,
  partnerId,
  terms,
  visitTime,
  pricing,
  services,
}: {
  id: string
  couponCode: string | null
  input: RequestedReservation
  context: ReservationContext
  partnerId: string
  terms: CatalogTerms
  visitTime: string
  pricing: Reservation['pricing']
  services: Reservation['services']
}): Reservation {
  const now = context.clock.now()
  const { timezone } = terms.schedule
  const visitAt = instantOf(input.visitDate, visitTime, timezone)
  const { guest, metadata, visitors } = input
  return {
    id,
    partnerId,
    bookingReference: newBookingReference(),
    confirmationCode: newConfirmationCode(),
    status: 'pending',
    cenoteId: terms.id,
    visitDate: input.visitDate,
    visitTime,
    timezone,
    visitAt,
    dayEndsAt: instantOf(addDays(input.visitDate, 1), '00:00', timezone),
    ...visitors,
    guest: { ...guest, emergencyContact: guest.emergencyContact ?? null },
    guestEmail: guest.email.toLowerCase(),
    language: context.language,
    pricing,
    services,
    specialRequests: input.specialRequests ?? null,
    notes: null,
    metadata: {
      source: metadata?.source ?? 'api',
      // Headers of the caller, not fields of the request: cut rather than refused.
      userAgent: metadata?.userAgent?.slice(0, 500) ?? '',
      referrer: metadata?.referrer?.slice(0, 2_000) ?? '',
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
    paymentDeadline: new Date(Math.min(now.getTime() + context.services.holdMinutes * minute, visitAt.getTime())),
    extendedAt: null,
    couponCode,
    version: 1,
    createdAt: now,
    updatedAt: now,
  }
}
