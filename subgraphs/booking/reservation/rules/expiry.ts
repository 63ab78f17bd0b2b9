import type { Reservation, StoredRefund } from '../reservation.ts'
import { amountRetainedCents } from './payment.ts'
import { refundTime } from './wording.ts'

/** Whether a pending reservation's hold has ended. */
export const isExpired = ({ status, paymentDeadline }: Reservation, now: Date): boolean =>
  status === 'pending' && paymentDeadline <= now

/** A hold that has ended reads as expired, with the version that this will have, even before the job has come by. */
export function asOf(reservation: Reservation, now: Date): Reservation {
  if (!isExpired(reservation, now)) return reservation
  return { ...reservation, ...expired(reservation, reservation.paymentDeadline), version: reservation.version + 1 }
}

/** The reservation after its hold has expired: what was paid for it is due in full. */
export const expired = (
  reservation: Pick<Reservation, 'payment'>,
  at: Date,
): Pick<Reservation, 'status' | 'cancellation'> & Partial<Pick<Reservation, 'refund'>> => ({
  status: 'cancelled',
  cancellation: {
    reason: 'hold_expired',
    cancelledAt: at.toISOString(),
    cancelledBy: 'system',
    note: null,
  },
  ...(amountRetainedCents(reservation) > 0 ? { refund: refundInFull(amountRetainedCents(reservation)) } : {}),
})

const refundInFull = (amountCents: number): StoredRefund => ({
  eligible: true,
  amountCents,
  settledCents: 0,
  feesCents: 0,
  processingTime: refundTime,
  refundId: null,
  status: 'processing',
  method: null,
})
