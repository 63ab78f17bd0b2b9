import { randomUUID } from 'node:crypto'
import type { PoolClient } from '../../../../platform/postgres/database.ts'
import type { Moment } from '../../../../platform/trust/author.ts'
import { apiError } from '../../../../schema/errors.ts'
import type { ReservationContext } from '../context.ts'
import type { RefundReservationInput } from '../../generated/resolvers.ts'
import { changeReservation } from '../change/change-reservation.ts'
import { amountRetainedCents, returnableCreditCents, withReturn } from '../rules/payment.ts'
import { updateReservation } from '../store/update.ts'
import type { Reservation, StoredRefund } from '../reservation.ts'

/**
 * Records that money went back to the guest, all that is due or a part of it (docs/partner-api/reservations.md#refunding).
 * A reservation that is over changes its state once nothing is left. Errors: RESERVATION_NOT_FOUND, INVALID_STATE_TRANSITION,
 * REFUND_NOT_DUE.
 */
export async function refund(input: RefundReservationInput, context: ReservationContext): Promise<Reservation> {
  const hasCredit = (reservation: Reservation): boolean => returnableCreditCents(reservation) > 0
  return changeReservation(
    input.id,
    'refund',
    context,
    (client, reservation, moment) =>
      hasCredit(reservation)
        ? returnCredit(client, reservation, input, moment)
        : settleRefund(client, reservation, input, moment),
    { allows: hasCredit },
  )
}

/** Returns the credit of a reservation that stands, or a part of it; the state stays. */
async function returnCredit(
  client: PoolClient,
  reservation: Reservation,
  input: RefundReservationInput,
  { at: now, by }: Moment,
): Promise<Reservation> {
  const { payment } = reservation
  if (!payment) throw new Error('A credit without a payment')
  const amountCents = refundedCents(input, reservation, returnableCreditCents(reservation))
  return updateReservation(
    client,
    reservation,
    { payment: withReturn(payment, { id: randomUUID(), amountCents, returnedAt: now.toISOString() }) },
    { event: 'reservation.modified', at: now, by, note: null },
  )
}

/** Settles the refund of a reservation that is over, or a part of it. */
async function settleRefund(
  client: PoolClient,
  reservation: Reservation,
  input: RefundReservationInput,
  { at: now, by }: Moment,
): Promise<Reservation> {
  const due = refundDue(reservation)
  const left = due.amountCents - due.settledCents
  const amountCents = refundedCents(input, reservation, left)
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
    { event: 'reservation.refunded', at: now, by, note: null },
  )
}

/** The amount to refund now: the one in the request, or all that is left. Error: REFUND_NOT_DUE. */
function refundedCents(
  { amountCents: requested }: RefundReservationInput,
  { pricing }: Reservation,
  leftCents: number,
): number {
  const amountCents = requested ?? leftCents
  if (amountCents >= 1 && amountCents <= leftCents) return amountCents
  throw apiError('REFUND_NOT_DUE', {
    requestedCents: requested ?? null,
    remainingCents: leftCents,
    currency: pricing.currency,
  })
}

/** The refund computed by the cancellation; everything that was paid after a visit or a no-show. */
function refundDue(reservation: Reservation): StoredRefund {
  const { status, refund } = reservation
  if (refund) return refund
  const amountCents = status === 'cancelled' ? 0 : amountRetainedCents(reservation)
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
