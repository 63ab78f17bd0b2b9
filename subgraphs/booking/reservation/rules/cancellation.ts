import { hour } from '../../../../platform/values/clock.ts'
import type { RequestedCancellationReason } from '../../../../schema/reservation-statuses.ts'
import { refundTiers } from '../../../../schema/visit-terms.ts'
import type { Reservation } from '../reservation.ts'
import { canApply, type Status } from './lifecycle.ts'
import { amountRetainedCents } from './payment.ts'

export { refundTiers } from '../../../../schema/visit-terms.ts'

const deadlineHours = refundTiers[1].hoursBefore

/** Durations before the visit, as `cancellation.policy` writes them. */
export const policy = { fullRefund: '48_hours', partialRefund: '24_hours', noRefund: 'same_day' } as const

/**
 * Latest instant at which a guest may cancel or change a confirmed reservation. A pending one shows it too, although it
 * does not apply yet: what the guest has read must not move when the reservation is confirmed.
 */
export const cancellationDeadline = (visitAt: Date): Date => new Date(visitAt.getTime() - deadlineHours * hour)

/** The facts of a reservation that decide until when it may be cancelled or changed. */
export interface Changeable {
  readonly status: Status
  readonly visitAt: Date
  readonly disrupted: boolean
}

/**
 * The deadline that applies now: a pending reservation, and one whose day was closed, may be cancelled or changed until
 * the visit itself, and any by the operator.
 */
export const bindingDeadline = ({ status, visitAt, disrupted }: Changeable, isOperator: boolean): Date =>
  status === 'pending' || disrupted || isOperator ? visitAt : cancellationDeadline(visitAt)

/** Whether a guest, or the operator for it, may still cancel or change a reservation at an instant. */
export const isOpenTo = (
  operation: 'cancel' | 'modify',
  reservation: Changeable,
  at: Date,
  isOperator: boolean,
): boolean => canApply(operation, reservation.status) && at < bindingDeadline(reservation, isOperator)

/** Whether the reason is the operator's, who may cancel at any time and pays everything back. */
export const isOperatorReason = (reason: RequestedCancellationReason): boolean => reason !== 'guest_request'

/**
 * Share of what was paid that comes back when cancelling now, 0 to 1 (docs/partner-api/reservations.md#cancelling). A
 * guest's is at most the one that held when the reservation was moved.
 */
export function refundShare(
  reason: RequestedCancellationReason,
  { visitAt, disrupted, refundCeiling }: Pick<Reservation, 'visitAt' | 'disrupted' | 'refundCeiling'>,
  now: Date,
): number {
  if (isOperatorReason(reason) || disrupted) return 1
  const hoursLeft = (visitAt.getTime() - now.getTime()) / hour
  const share = (refundTiers.find(({ hoursBefore }) => hoursLeft >= hoursBefore)?.percentage ?? 0) / 100
  return Math.min(share, refundCeiling)
}

/** The ceiling of refunds after a move: the share that holds now, unless nothing is paid or all of it would come back. */
export function refundCeilingAfterMove(
  reservation: Pick<Reservation, 'status' | 'visitAt' | 'disrupted' | 'refundCeiling' | 'payment'>,
  now: Date,
): number {
  const isBound = reservation.status !== 'pending' && !reservation.disrupted && amountRetainedCents(reservation) > 0
  return isBound ? refundShare('guest_request', reservation, now) : reservation.refundCeiling
}
