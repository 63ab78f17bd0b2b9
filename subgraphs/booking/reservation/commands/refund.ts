import { randomUUID } from 'node:crypto'
import { apiError } from '../../../../schema/errors.ts'
import type { ReservationContext } from '../context.ts'
import type { RefundReservationInput } from '../../generated/resolvers.ts'
import { changeReservation } from './transition.ts'
import { amountPaidCents } from '../rules/payment.ts'
import { updateReservation } from '../store/update.ts'
import type { Reservation, StoredRefund } from '../reservation.ts'

/**
 * Records that money went back to the guest, all that is due or a part of it; the state changes once nothing is left
 * (docs/partner-api/reservations.md#refunding). Errors: RESERVATION_NOT_FOUND, INVALID_STATE_TRANSITION,
 * REFUND_NOT_DUE.
 */
export async function refund(input: RefundReservationInput, context: ReservationContext): Promise<Reservation> {
  return changeReservation(input.id, 'refund', context, (client, reservation, now) => {
    const due = refundDue(reservation)
    const left = due.amountCents - due.settledCents
    const amountCents = input.amountCents ?? left
    if (amountCents < 1 || amountCents > left)
      throw apiError('REFUND_NOT_DUE', {
        requestedCents: input.amountCents ?? null,
        remainingCents: left,
        currency: reservation.pricing.currency,
      })
    const settled = amountCents === left
    return updateReservation(
      client,
      reservation,
      {
        status: settled ? 'refunded' : reservation.status,
        refund: {
          ...due,
          settledCents: due.settledCents + amountCents,
          status: settled ? 'completed' : 'processing',
        },
      },
      { event: 'reservation.refunded', at: now, note: null },
    )
  })
}

/** What cancelling computed; everything that was paid after a visit or a no-show. */
function refundDue(reservation: Reservation): StoredRefund {
  const { status, refund } = reservation
  if (refund) return refund
  const amountCents = status === 'cancelled' ? 0 : amountPaidCents(reservation)
  return {
    eligible: amountCents > 0,
    amountCents,
    settledCents: 0,
    feesCents: 0,
    processingTime: 'none',
    refundId: randomUUID(),
    status: 'processing',
    method: null,
  }
}
