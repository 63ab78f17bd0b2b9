import type { Environment } from '../../../../../platform/trust/identity.ts'
import { localDateTime } from '../../../../../platform/values/clock.ts'
import type { Reservation } from '../../reservation.ts'
import { isOpenTo } from '../../rules/cancellation.ts'
import { latestHoldEnd } from '../../rules/hold.ts'
import { canApply } from '../../rules/lifecycle.ts'
import { amountRetainedCents, balanceDueCents, returnableCreditCents } from '../../rules/payment.ts'

/** The actions on a reservation, in the order of its lifecycle. */
export const reservationActions = [
  'confirm',
  'record_payment',
  'modify',
  'extend',
  'cancel',
  'check_in',
  'complete',
  'mark_no_show',
  'refund',
] as const
export type ReservationAction = (typeof reservationActions)[number]

/** The parts of a reservation that `modify` may change. */
export const allowedChanges = [
  'visit_time',
  'visitor_count',
  'services',
  'visit_date',
  'product',
  'promo_code',
  'transport',
] as const

/** Who acts; the gate has some of the actions alone, and to confirm only for what it sells itself. */
export type Actor = 'partner' | 'operator' | 'gate' | 'gate of direct'

const atGate: readonly ReservationAction[] = ['record_payment', 'check_in']
const mayDo = (action: ReservationAction, actor: Actor): boolean =>
  actor === 'gate' ? atGate.includes(action) : actor !== 'gate of direct' || [...atGate, 'confirm'].includes(action)

/** The possible actions on a reservation at an instant; the command decides again when it is called. */
export function allowedActions(
  reservation: Reservation,
  at: Date,
  environment: Environment,
  actor: Actor,
  holdMinutes: number,
): ReservationAction[] {
  const { status, visitAt, visitDate, timezone, paymentDeadline } = reservation
  // The sandbox lets partners test visits before their day.
  const hasBegun = environment === 'sandbox' || at >= visitAt
  const isVisitDay = environment === 'sandbox' || localDateTime(at, timezone).date === visitDate
  const possible: Record<ReservationAction, boolean> = {
    confirm: canApply('confirm', status),
    record_payment: canApply('recordPayment', status) && balanceDueCents(reservation) > 0,
    modify: isOpenTo('modify', reservation, at, actor === 'operator'),
    extend: canApply('extend', status) && paymentDeadline < latestHoldEnd(reservation, holdMinutes),
    cancel: canApply('cancel', status),
    check_in: canApply('checkIn', status) && isVisitDay,
    complete: canApply('complete', status),
    mark_no_show: canApply('markNoShow', status) && hasBegun,
    refund: refundLeftCents(reservation) > 0,
  }
  return reservationActions.filter((action) => possible[action] && mayDo(action, actor))
}

function refundLeftCents(reservation: Reservation): number {
  const { refund, status } = reservation
  if (!canApply('refund', status)) return returnableCreditCents(reservation)
  if (refund) return refund.amountCents - refund.settledCents
  return status === 'cancelled' ? 0 : amountRetainedCents(reservation)
}
