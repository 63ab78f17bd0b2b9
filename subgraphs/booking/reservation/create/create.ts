import { authorOf } from '../../../../platform/trust/author.ts'
import { reservationChanges, reservationRefusals } from '../../metrics.ts'
import { findEarlierResult } from '../change/change-reservation.ts'
import { forSeller } from '../../caller.ts'
import type { ReservationContext } from '../context.ts'
import { abandonCoupon, claimCoupon } from '../../coupon-use/index.ts'
import { isCompletedMeanwhile } from '../../idempotency/index.ts'
import type { CreateReservationInput } from '../../generated/resolvers.ts'
import { holdLimitExceeded, holdLimitOf } from '../offer/hold-limit.ts'
import { withEndedCouponUses, withEndedHolds } from '../expire/end-holds.ts'
import { newBookingReference, newConfirmationCode } from './rules/reference.ts'
import { insertReservation } from './store.ts'
import type { Reservation, ShownReservation } from '../reservation.ts'
import { priceRequest } from './price-request.ts'
import { createOnce } from './repeat.ts'
import { isCurrent, wantedPlaces, type SoldProduct } from '../offer/product.ts'
import { candidateTimes, inventoriesAround, notAvailable, refusal } from '../offer/slot.ts'
import { checkRequest, creationRequest, type CreationRequest, type RequestOptions } from './form.ts'

/** A reference of six characters meets another once in a billion; then the database refuses it and we draw again. */
const draws = 3
/** How often a reservation is tried when the facts of its product change meanwhile. */
const attempts = 3

/**
 * Takes the places and writes a pending reservation with its history and event, all in one transaction
 * (docs/partner-api/reservations.md#creating); repeated with the same external id it returns that reservation. Errors:
 * ERROR_VALIDACION, INVALID_AGE_BREAKDOWN, CENOTE_NOT_FOUND, TOUR_NOT_FOUND, CENOTE_NOT_AVAILABLE, TOUR_NOT_AVAILABLE, INSUFFICIENT_CAPACITY,
 * RESERVATION_ALREADY_EXISTS, PARTNER_NOT_FOUND, INSUFFICIENT_PERMISSIONS for another partner, and the SERVICE_, COUPON_ and
 * QUOTE_ codes of pricing.
 */
export async function createReservation(
  input: CreateReservationInput,
  caller: ReservationContext,
  options: RequestOptions = {},
): Promise<ShownReservation> {
  const context = forSeller(input.partnerId, caller)
  const wanted = await creationRequest(input, context, options)
  const { environment } = context.database
  try {
    const people = checkRequest(wanted, context)
    const reservation = await createOnce(wanted, context, () =>
      withEndedHolds(context, () => withEndedCouponUses(context, () => tryToReserve(wanted, people, context))),
    )
    if (reservation.isNew) reservationChanges.inc({ environment, status: reservation.status })
    return reservation
  } catch (error) {
    const { code, details } =
      (error as { extensions?: { code?: unknown; details?: { reason?: unknown } } }).extensions ?? {}
    if (typeof code === 'string')
      reservationRefusals.inc({ environment, code, reason: typeof details?.reason === 'string' ? details.reason : '' })
    throw error
  }
}

async function tryToReserve(
  input: CreationRequest,
  people: number,
  context: ReservationContext,
  attempt = 1,
): Promise<Reservation> {
  const earlier = await findEarlierResult(context.database.pool, context)
  if (earlier) return earlier.reservation
  const { services, database } = context
  const priced = await priceRequest(input, context)
  const { id, product, couponCode } = priced

  const candidates = candidateTimes(input, people, product, priced.taken, context)
  if ('reason' in candidates)
    throw notAvailable(input, people, product, await inventoriesAround(input, product, context), context, candidates)
  const { times } = candidates
  if (couponCode !== null && times.length > 0)
    await claimCoupon(
      { reservationId: id, code: couponCode, productId: product.id, isQuoted: input.quoteToken != null },
      context,
    )
  try {
    for (const visitTime of times) {
      const written = await writeReservation(priced.at(visitTime), people, product, context)
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
  if (attempt < attempts && !(await isCurrent(product, context)))
    return tryToReserve(input, people, context, attempt + 1)
  throw refusal(input, people, product, await inventoriesAround(input, product, context), context)
}

/** The reservation as written; null, and nothing is written, when there is no room for it or its product is closed. */
async function writeReservation(
  reservation: Reservation,
  people: number,
  product: SoldProduct,
  context: ReservationContext,
): Promise<Reservation | null> {
  const { pool } = context.database
  const holdLimit = holdLimitOf(context)
  for (let draw = 1; ; draw += 1) {
    try {
      const insertion = await insertReservation(
        pool,
        reservation,
        { people, places: wantedPlaces(reservation, product), holdLimit },
        { by: authorOf(context.identity), operation: context.operation },
      )
      if (insertion.result === 'over_hold_limit' && holdLimit !== null) {
        const { held } = insertion
        const { visitDate: date } = reservation
        throw holdLimitExceeded({ limit: holdLimit, held, requested: people, date }, context.identity)
      }
      return insertion.result === 'written' ? reservation : null
    } catch (error) {
      if (isCompletedMeanwhile(error)) return (await findEarlierResult(pool, context))?.reservation ?? null
      const { code, constraint } = error as { code?: string; constraint?: string }
      if (code !== '23505' || draw === draws || constraint !== 'reservation_code_key') throw error
      reservation = { ...reservation, bookingReference: newBookingReference(), confirmationCode: newConfirmationCode() }
    }
  }
}
