import { apiError } from '../../../../../schema/errors.ts'
import type { Reservation, StoredRefund } from '../../reservation.ts'
import { bindingDeadline, isOperatorReason, refundShare } from '../../rules/cancellation.ts'
import { amountRetainedCents, creditDueCents } from '../../rules/payment.ts'
import { refundTime } from '../../rules/wording.ts'
import type { CancellationRequest } from '../form.ts'

/** The part of a request that decides about the refund. */
type RefundRequest = Pick<CancellationRequest, 'reason' | 'refundRequested' | 'refundAmountCents' | 'refundMethod'>

/** A cancellation by the guest, in time. */
export const byGuest: RefundRequest = { reason: 'guest_request', refundRequested: true }

/** CANCELLATION_NOT_ALLOWED when it is too late: a guest's deadline has passed, or the visit has begun. */
export function refuseCancellation(
  reservation: Reservation,
  { reason, force }: Pick<CancellationRequest, 'reason' | 'force'>,
  now: Date,
  isOperators: boolean,
): Error | undefined {
  const deadline = bindingDeadline(reservation, isOperators)
  const isForced = isOperators && force === true
  if (now < deadline || isForced || isOperatorReason(reason)) return undefined
  return apiError('CANCELLATION_NOT_ALLOWED', {
    reason: 'too_close_to_visit_date',
    deadline: deadline.toISOString(),
    currentTime: now.toISOString(),
  })
}

/** The refund of cancelling at an instant. What was paid for a pending reservation is due in full. */
export function refundFor(
  reservation: Reservation,
  { reason, refundRequested, refundAmountCents, refundMethod }: RefundRequest,
  now: Date,
): StoredRefund {
  const { status, payment } = reservation
  const isPending = status === 'pending'
  const share = isPending ? 1 : refundRequested ? refundShare(reason, reservation, now) : 0
  const paid = { retainedCents: amountRetainedCents(reservation), creditCents: creditDueCents(reservation) }
  const { amountCents, feesCents } = refundOf(paid, share, isPending ? null : (refundAmountCents ?? null))
  const eligible = amountCents > 0
  // Confirmed without a payment, which the partner was to collect on site.
  const isUnpaid = status === 'confirmed' && payment === null
  return {
    eligible,
    amountCents,
    settledCents: 0,
    feesCents,
    processingTime: eligible ? refundTime : 'none',
    refundId: null,
    status: eligible ? 'processing' : isUnpaid ? 'not_paid' : 'not_applicable',
    method: refundMethod ?? null,
  }
}

/**
 * The refunded part of a payment and the rest: the credit in full, and a share of what is not credit. A requested amount
 * may lower the share, never raise it; it leaves the credit, which is owed whether or not the visit takes place.
 */
export function refundOf(
  { retainedCents, creditCents }: { readonly retainedCents: number; readonly creditCents: number },
  share: number,
  requestedCents: number | null,
): Pick<StoredRefund, 'amountCents' | 'feesCents'> {
  const due = creditCents + Math.floor((retainedCents - creditCents) * share + 0.5)
  const amountCents = Math.max(creditCents, Math.min(due, requestedCents ?? due))
  return { amountCents, feesCents: retainedCents - amountCents }
}
