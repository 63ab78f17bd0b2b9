import type { Reservation } from '../reservation.ts'

/** Whether a pending reservation's hold has ended. */
export const isExpired = ({ status, paymentDeadline }: Reservation, now: Date): boolean =>
  status === 'pending' && paymentDeadline <= now

/** A hold that has ended reads as expired, with the version that this will have, even before the job has come by. */
export function asOf(reservation: Reservation, now: Date): Reservation {
  if (!isExpired(reservation, now)) return reservation
  return { ...reservation, ...expired(reservation.paymentDeadline), version: reservation.version + 1 }
}

/** The reservation after its hold has expired. */
export const expired = (at: Date): Pick<Reservation, 'status' | 'cancellation'> => ({
  status: 'cancelled',
  cancellation: {
    reason: 'hold_expired',
    cancelledAt: at.toISOString(),
    cancelledBy: 'system',
    note: null,
  },
})
