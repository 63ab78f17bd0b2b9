import { randomUUID } from 'node:crypto'
import { apiError } from '../../../schema/errors.ts'
import { releasePlaces } from '../availability/index.ts'
import type { Context } from '../context.ts'
import { giveCouponBack } from '../coupon-use/index.ts'
import type { CancelReservationInput } from '../generated/resolvers.ts'
import {
  cancellationDeadline,
  isOperatorReason,
  refundOf,
  refundShare,
  type CancellationReason,
} from './cancellation.ts'
import { changeReservation } from './change.ts'
import { sendCancellation } from './communications.ts'
import { updateReservation } from './repository.ts'
import { peopleOf, type Reservation, type StoredRefund } from './reservation.ts'

/**
 * Cancels a reservation, frees its places and computes its refund (specification 4.2, decisions 6).
 * Errors: RESERVATION_NOT_FOUND, INVALID_STATE_TRANSITION, CANCELLATION_NOT_ALLOWED.
 */
export async function cancel(input: CancelReservationInput, context: Context): Promise<Reservation> {
  const reason = input.reason.toLowerCase() as CancellationReason
  const cancelled = await changeReservation(input.id, 'cancel', context, async (client, reservation, now) => {
    const deadline = cancellationDeadline(reservation.status, reservation.visitAt)
    if (now >= deadline && !isOperatorReason(reason)) {
      throw apiError('CANCELLATION_NOT_ALLOWED', {
        reason: 'too_close_to_visit_date',
        deadline: deadline.toISOString(),
        currentTime: now.toISOString(),
      })
    }
    const changed = await updateReservation(
      client,
      reservation,
      {
        status: 'cancelled',
        cancellation: {
          reason,
          cancelledAt: now.toISOString(),
          cancelledBy: isOperatorReason(reason) ? 'operator' : 'guest',
          note: input.note ?? null,
        },
        refund: refund(input, reason, reservation, now),
      },
      { event: 'reservation.cancelled', at: now, note: input.note ?? null },
    )
    await releasePlaces(client, { ...reservation, people: peopleOf(reservation) })
    // A use that was paid for stays used.
    if (reservation.payment === null) await giveCouponBack(client, reservation, now)
    return changed
  })
  return input.notifyGuest ? sendCancellation(cancelled, context) : cancelled
}

function refund(
  input: CancelReservationInput,
  reason: CancellationReason,
  reservation: Reservation,
  now: Date,
): StoredRefund {
  const paidCents = reservation.payment ? reservation.pricing.totalCents : 0
  const share = input.refundRequested ? refundShare(reason, reservation.visitAt, now) : 0
  const { eligible, amountCents, feesCents } = refundOf(paidCents, share, input.refundAmountCents ?? null)
  return {
    eligible,
    amountCents,
    feesCents,
    processingTime: eligible ? '5-10 business days' : 'none',
    refundId: eligible ? randomUUID() : null,
    status: eligible ? 'processing' : 'not_applicable',
    method: input.refundMethod ?? null,
  }
}
