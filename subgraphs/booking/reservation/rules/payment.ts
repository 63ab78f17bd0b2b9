import { isVoid } from './lifecycle.ts'
import type { Payment, RecordedPayment, Reservation } from '../reservation.ts'

/** All that was paid for a reservation, in cents. */
export const amountPaidCents = ({ payment }: Pick<Reservation, 'payment'>): number => payment?.amountCents ?? 0

/** What is still to be paid: the price as it is now less all that was paid, in cents. */
export function balanceDueCents(reservation: Pick<Reservation, 'payment' | 'pricing' | 'status'>): number {
  if (isVoid(reservation.status)) return 0
  return Math.max(0, reservation.pricing.totalCents - amountPaidCents(reservation))
}

/** Every payment of a reservation with its own amount, the first one first. */
export function paymentsOf({ payment }: Pick<Reservation, 'payment'>): RecordedPayment[] {
  if (!payment) return []
  const { id, method, provider, transactionId, paidAt, amountCents, additional = [] } = payment
  const later = additional.reduce((sum, one) => sum + one.amountCents, 0)
  return [{ id, method, provider, transactionId, paidAt, amountCents: amountCents - later }, ...additional]
}

/** The payment of a reservation with one more recorded. */
export function withPayment(payment: Payment | null, recorded: RecordedPayment): Payment {
  if (!payment) return { ...recorded, status: 'completed' }
  return {
    ...payment,
    amountCents: payment.amountCents + recorded.amountCents,
    additional: [...(payment.additional ?? []), recorded],
  }
}
