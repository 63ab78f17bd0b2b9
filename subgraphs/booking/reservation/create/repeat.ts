import { setTimeout } from 'node:timers/promises'
import { apiError } from '../../../../schema/errors.ts'
import { partnerOf } from '../../caller.ts'
import { openClaimsOf, usedUpCouponOf } from '../../coupon-use/index.ts'
import type { ReservationContext } from '../context.ts'
import type { RequestedVisit, Reservation, ShownReservation } from '../reservation.ts'
import { asOf } from '../rules/expiry.ts'
import { isRepetition } from './rules/repetition.ts'
import { findReservation } from '../store/read.ts'
import { findEarlierResult } from '../change/change-reservation.ts'
import type { CreationRequest } from './form.ts'

/** The part of a creation that its repetition must have, too. */
export const requestedVisit = ({
  productId,
  visitDate,
  time,
  visitors,
}: CreationRequest): Omit<RequestedVisit, 'visitTime'> => ({ productId, visitDate, time, visitors })

/**
 * The reservation that a creation repeats, as it is now; null when its external id is new, or it has none. Error:
 * RESERVATION_ALREADY_EXISTS when the id is that of other work, or the id of a reservation of the partner.
 */
export async function repeatedReservation(
  wanted: CreationRequest,
  context: ReservationContext,
): Promise<Reservation | null> {
  if (wanted.externalId == null) return null
  const existing = await findReservation(context.database, partnerOf(context), wanted.externalId)
  return existing && asOf(requireRepetition(wanted, existing), context.clock.now())
}

/** Error: RESERVATION_ALREADY_EXISTS when a creation does not repeat that of a reservation. */
export function requireRepetition<R extends Reservation>(wanted: CreationRequest, existing: R): R {
  const { id, bookingReference, externalId, requested } = existing
  if (requested && externalId === wanted.externalId && isRepetition(requestedVisit(wanted), requested)) return existing
  throw apiError('RESERVATION_ALREADY_EXISTS', {
    externalId: wanted.externalId,
    reservationId: id,
    bookingReference,
  })
}

/** A creation takes milliseconds; longer than this it is not waited for. */
const timeoutMilliseconds = 5_000
const pauseMilliseconds = 20

/**
 * Creates a reservation, or returns the one that this creation repeats, also when that is being written meanwhile: the
 * database lets the second of two wait for the first, whose places or uses may be what the second was refused for.
 */
export async function createOnce(
  wanted: CreationRequest,
  context: ReservationContext,
  create: () => Promise<Reservation>,
): Promise<ShownReservation> {
  // Under an Idempotency-Key the response is that of the first time.
  const earlier = wanted.externalId == null ? null : await findEarlierResult(context.database.pool, context)
  if (earlier) return { ...earlier.reservation, isNew: true }
  const repeated = await repeatedReservation(wanted, context)
  if (repeated) return repeated
  try {
    return { ...(await create()), isNew: true }
  } catch (error) {
    const couponCode = usedUpCouponOf(error)
    if (wanted.externalId != null && couponCode !== undefined) await untilClaimsEnd(couponCode, context)
    const written = await repeatedReservation(wanted, context)
    if (written) return written
    throw error
  }
}

/** Waits for the creations that are counting a use of a coupon at the moment. */
async function untilClaimsEnd(couponCode: string, { database }: ReservationContext): Promise<void> {
  const pending = new Set(await openClaimsOf(database.pool, couponCode))
  for (let waited = 0; pending.size > 0 && waited < timeoutMilliseconds; waited += pauseMilliseconds) {
    await setTimeout(pauseMilliseconds)
    const open = new Set(await openClaimsOf(database.pool, couponCode))
    for (const id of pending) if (!open.has(id)) pending.delete(id)
  }
}
