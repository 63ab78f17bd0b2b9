import type { PoolClient } from '../../../../platform/postgres/database.ts'
import type { Moment } from '../../../../platform/trust/author.ts'
import { changePlaces } from '../../availability/index.ts'
import { isOperator } from '../../caller.ts'
import { returnCoupon } from '../../coupon-use/index.ts'
import type { CancelReservationInput } from '../../generated/resolvers.ts'
import { ownReservation } from '../read/find.ts'
import { changeReservation, requirePossible } from '../change/change-reservation.ts'
import type { ReservationContext } from '../context.ts'
import { heldPlaces, type Reservation, type StoredRefund } from '../reservation.ts'
import { requireAmount } from '../rules/payment.ts'
import { cancellationRequest } from './form.ts'
import { byGuest, refundFor, refuseCancellation } from './rules/refund.ts'
import { saveCancellation, type CancellationRecord } from './store.ts'

/**
 * Cancels a reservation, frees its places and computes its refund (docs/partner-api/reservations.md#cancelling).
 * Errors: RESERVATION_NOT_FOUND, INVALID_STATE_TRANSITION, CANCELLATION_NOT_ALLOWED.
 */
export async function cancelReservation(
  input: CancelReservationInput,
  context: ReservationContext,
): Promise<Reservation> {
  const request = cancellationRequest(input)
  return changeReservation(
    request.id,
    'cancel',
    context,
    async (client, reservation, moment) => {
      const refusal = refuseCancellation(reservation, request, moment.at, isOperator(context))
      if (refusal) return refusal
      const refund = refundFor(reservation, request, moment.at)
      return writeCancellation(client, reservation, { ...request, note: request.note ?? null, refund }, moment)
    },
    { messages: request.notifyGuest ? ['cancellation_email'] : [] },
  )
}

/** The refund that cancelling would cause now; it fails where cancelling would, and changes nothing. */
export async function quoteCancellation(
  input: CancelReservationInput,
  context: ReservationContext,
): Promise<{ reservation: Reservation; refund: StoredRefund }> {
  const request = cancellationRequest(input)
  const reservation = await ownReservation(request.id, context)
  requirePossible('cancel', reservation, context)
  const now = context.clock.now()
  const refusal = refuseCancellation(reservation, request, now, isOperator(context))
  if (refusal) throw refusal
  return { reservation, refund: refundFor(reservation, request, now) }
}

/**
 * Cancels a reservation for its guest, who was shown a refund. `require` refuses what the guest may not do. Errors:
 * INVALID_STATE_TRANSITION, CANCELLATION_NOT_ALLOWED, AMOUNT_CHANGED.
 */
export const cancelAsGuest = (
  id: string,
  context: ReservationContext,
  { refundCents, require }: { readonly refundCents: number; readonly require: (reservation: Reservation) => void },
): Promise<Reservation> =>
  changeReservation(
    id,
    'cancel',
    context,
    async (client, reservation, moment) => {
      require(reservation)
      const refusal = refuseCancellation(reservation, byGuest, moment.at, false)
      if (refusal) return refusal
      const refund = refundFor(reservation, byGuest, moment.at)
      requireAmount(refundCents, refund.amountCents, reservation)
      return writeCancellation(client, reservation, { reason: byGuest.reason, note: null, refund }, moment)
    },
    { messages: ['cancellation_email'] },
  )

/** Writes the cancellation of a locked reservation and gives back what it holds, within the caller's transaction. */
export async function writeCancellation(
  client: PoolClient,
  reservation: Reservation,
  cancellation: CancellationRecord,
  moment: Moment,
): Promise<Reservation> {
  const cancelled = await saveCancellation(client, reservation, cancellation, moment)
  await changePlaces(client, { release: [heldPlaces(reservation)] })
  // A use that was paid for stays used.
  if (reservation.payment === null) await returnCoupon(client, reservation, moment.at)
  return cancelled
}
