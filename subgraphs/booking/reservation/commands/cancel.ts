import { randomUUID } from 'node:crypto'
import type { PoolClient } from '../../../../platform/postgres/database.ts'
import type { Moment } from '../../../../platform/trust/author.ts'
import { apiError, requireValid } from '../../../../schema/errors.ts'
import { changePlaces } from '../../availability/index.ts'
import { isOperator } from '../../caller.ts'
import type { ReservationContext } from '../context.ts'
import { returnCoupon } from '../../coupon-use/index.ts'
import type { CancelReservationInput } from '../../generated/resolvers.ts'
import { bindingDeadline, isOperatorReason, refundOf, refundShare } from '../rules/cancellation.ts'
import { cancellationReasons, type RequestedCancellationReason } from '../../../../schema/reservation-statuses.ts'
import { ownReservation } from './find.ts'
import { changeReservation, requirePossible } from './transition.ts'
import { tooLong } from '../rules/guest.ts'
import { amountRetainedCents, creditDueCents, requireAmount } from '../rules/payment.ts'
import { updateReservation } from '../store/update.ts'
import { heldPlaces, type Reservation, type StoredRefund } from '../reservation.ts'

/**
 * Cancels a reservation, frees its places and computes its refund (docs/partner-api/reservations.md#cancelling).
 * Errors: RESERVATION_NOT_FOUND, INVALID_STATE_TRANSITION, CANCELLATION_NOT_ALLOWED.
 */
export async function cancel(input: CancelReservationInput, context: ReservationContext): Promise<Reservation> {
  const reason = checkedReason(input)
  const isOperators = isOperator(context)
  const change = async (
    client: PoolClient,
    reservation: Reservation,
    { at: now, by }: Moment,
  ): Promise<Reservation> => {
    const refund = refundWhenCancelled(input, reason, reservation, now, isOperators)
    return writeCancellation(client, reservation, { reason, note: input.note ?? null, refund }, { at: now, by })
  }
  return changeReservation(input.id, 'cancel', context, change, {
    messages: input.notifyGuest ? ['cancellation_email'] : [],
  })
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
      const refund = guestRefund(reservation, moment.at)
      requireAmount(refundCents, refund.amountCents, reservation)
      return writeCancellation(client, reservation, { reason: 'guest_request', note: null, refund }, moment)
    },
    { messages: ['cancellation_email'] },
  )

/** Cancels a locked reservation for a reason of the operator, with a full refund, within the caller's transaction. */
export const cancelInFull = (
  client: PoolClient,
  reservation: Reservation,
  { reason, note }: { readonly reason: RequestedCancellationReason; readonly note: string | null },
  moment: Moment,
): Promise<Reservation> => {
  const refund = refundWhenCancelled({ refundRequested: true }, reason, reservation, moment.at, true)
  return writeCancellation(client, reservation, { reason, note, refund }, moment)
}

/** Writes a cancellation and frees the places, within the caller's transaction. */
async function writeCancellation(
  client: PoolClient,
  reservation: Reservation,
  {
    reason,
    note,
    refund,
  }: {
    readonly reason: RequestedCancellationReason
    readonly note: string | null
    readonly refund: StoredRefund
  },
  { at: now, by }: Moment,
): Promise<Reservation> {
  const changed = await updateReservation(
    client,
    reservation,
    {
      status: 'cancelled',
      cancellation: {
        reason,
        cancelledAt: now.toISOString(),
        cancelledBy: isOperatorReason(reason) ? 'operator' : 'guest',
        note,
      },
      refund: refund.eligible ? { ...refund, refundId: randomUUID() } : refund,
    },
    { event: 'reservation.cancelled', at: now, by, note },
  )
  await changePlaces(client, { release: [heldPlaces(reservation)] })
  // A use that was paid for stays used.
  if (reservation.payment === null) await returnCoupon(client, reservation, now)
  return changed
}

/** The refund of a guest who cancels at an instant, in time. */
export const guestRefund = (reservation: Reservation, now: Date): StoredRefund =>
  refundWhenCancelled({ refundRequested: true }, 'guest_request', reservation, now, false)

/** The refund that cancelling would cause now; it fails where cancelling would, and changes nothing. */
export async function quote(
  input: CancelReservationInput,
  context: ReservationContext,
): Promise<{ reservation: Reservation; refund: StoredRefund }> {
  const reason = checkedReason(input)
  const reservation = await ownReservation(input.id, context)
  requirePossible('cancel', reservation, context)
  return {
    reservation,
    refund: refundWhenCancelled(input, reason, reservation, context.clock.now(), isOperator(context)),
  }
}

/** The reason of a valid input: one that somebody can have. */
function checkedReason({ reason: given, note, refundMethod }: CancelReservationInput): RequestedCancellationReason {
  const reason = cancellationReasons.find((one) => one === given)
  requireValid({
    ...tooLong([
      ['note', note, 2_000],
      ['refundMethod', refundMethod, 100],
    ]),
    ...(reason ? {} : { reason: [{ code: 'NOT_ONE_OF', values: cancellationReasons.join(', ').toUpperCase() }] }),
  })
  return reason as RequestedCancellationReason
}

/** The refund of cancelling at an instant; throws CANCELLATION_NOT_ALLOWED when it is too late. */
function refundWhenCancelled(
  input: Pick<CancelReservationInput, 'refundRequested' | 'refundAmountCents' | 'refundMethod' | 'force'>,
  reason: RequestedCancellationReason,
  reservation: Reservation,
  now: Date,
  isOperators: boolean,
): StoredRefund {
  const deadline = bindingDeadline(reservation, isOperators)
  const isForced = isOperators && input.force === true
  if (now >= deadline && !isForced && !isOperatorReason(reason)) {
    throw apiError('CANCELLATION_NOT_ALLOWED', {
      reason: 'too_close_to_visit_date',
      deadline: deadline.toISOString(),
      currentTime: now.toISOString(),
    })
  }
  const paid = { retainedCents: amountRetainedCents(reservation), creditCents: creditDueCents(reservation) }
  // What was paid for a pending one is due in full.
  const isPending = reservation.status === 'pending'
  const share = isPending ? 1 : input.refundRequested ? refundShare(reason, reservation, now) : 0
  const requestedCents = isPending ? null : (input.refundAmountCents ?? null)
  const { eligible, amountCents, feesCents } = refundOf(paid, share, requestedCents)
  // Confirmed without a payment, which the partner was to collect on site.
  const isUnpaid = reservation.status === 'confirmed' && reservation.payment === null
  return {
    eligible,
    amountCents,
    settledCents: 0,
    feesCents,
    processingTime: eligible ? '5-10 business days' : 'none',
    refundId: null,
    status: eligible ? 'processing' : isUnpaid ? 'not_paid' : 'not_applicable',
    method: input.refundMethod ?? null,
  }
}
