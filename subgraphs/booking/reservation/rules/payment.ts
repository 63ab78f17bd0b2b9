import { apiError } from '../../../../schema/errors.ts'
import { canApply, isActive, isVoid } from './lifecycle.ts'
import type { Payment, RecordedPayment, Reservation } from '../reservation.ts'

type Paid = Pick<Reservation, 'payment'>
type Settled = Pick<Reservation, 'payment' | 'refund'>
type Owed = Pick<Reservation, 'payment' | 'pricing' | 'refund' | 'status'>

/** All that was paid for a reservation, in cents, whether or not some of it went back. */
export const amountPaidCents = ({ payment }: Paid): number => payment?.amountCents ?? 0

/** The credits refunded while the reservation was active, in cents. */
const creditReturnedCents = ({ payment }: Paid): number => payment?.returnedCents ?? 0

/** All that went back to the guest, in cents: credits, and what of a refund has been settled. */
export const amountReturnedCents = (reservation: Settled): number =>
  creditReturnedCents(reservation) + (reservation.refund?.settledCents ?? 0)

/** The refundable amount, in cents: all that was paid, less the credits refunded before. */
export const amountRetainedCents = (reservation: Paid): number =>
  amountPaidCents(reservation) - creditReturnedCents(reservation)

/** The balance due, in cents. A refund after the visit is not owed again, so only returned credits count. */
export function balanceDueCents({ payment, pricing, status }: Omit<Owed, 'refund'>): number {
  if (isVoid(status)) return 0
  return Math.max(0, pricing.totalCents - amountRetainedCents({ payment }))
}

/** The credit due: the amount paid above the current price and not refunded, in cents. Once cancelled it is in the refund. */
export function creditDueCents(reservation: Owed): number {
  const { status, pricing } = reservation
  if (status === 'cancelled' || status === 'refunded') return 0
  return Math.max(0, amountPaidCents(reservation) - amountReturnedCents(reservation) - pricing.totalCents)
}

/** The part of a credit that can be refunded now, in cents: all of it before the visit. */
export const returnableCreditCents = (reservation: Owed): number =>
  canApply('returnCredit', reservation.status) ? creditDueCents(reservation) : 0

/** Amount still to be refunded, in cents: the credit of an active reservation, or the rest of a cancelled one's refund. */
export function refundDueCents(reservation: Owed): number {
  const { status, refund } = reservation
  if (status === 'cancelled') return Math.max(0, (refund?.amountCents ?? 0) - (refund?.settledCents ?? 0))
  return isActive(status) ? creditDueCents(reservation) : 0
}

/** Every payment of a reservation with its own amount, the first one first. */
export function paymentsOf({ payment }: Paid): RecordedPayment[] {
  if (!payment) return []
  const { id, method, provider, transactionId, paidAt, amountCents, note, additional = [] } = payment
  const later = additional.reduce((sum, one) => sum + one.amountCents, 0)
  return [
    {
      id,
      method,
      provider,
      transactionId,
      paidAt,
      ...(note == null ? {} : { note }),
      amountCents: amountCents - later,
    },
    ...additional,
  ]
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

/** The payment of a reservation with a part of its credit returned. */
export const withReturn = (payment: Payment, returned: NonNullable<Payment['returns']>[number]): Payment => ({
  ...payment,
  returnedCents: (payment.returnedCents ?? 0) + returned.amountCents,
  returns: [...(payment.returns ?? []), returned],
})

/**
 * A payment of this id that was recorded before. Error: PAYMENT_ALREADY_RECORDED when it has another amount; without an
 * amount it is the one recorded.
 */
export function recordedPayment(
  reservation: Paid & Pick<Reservation, 'pricing'>,
  paymentId: string | null,
  amountCents: number | null,
): RecordedPayment | undefined {
  const known = paymentsOf(reservation).find(({ id }) => id === paymentId)
  if (known && amountCents !== null && amountCents !== known.amountCents)
    throw apiError('PAYMENT_ALREADY_RECORDED', {
      paymentId,
      recordedCents: known.amountCents,
      requestedCents: amountCents,
      currency: reservation.pricing.currency,
    })
  return known
}

/** Error: AMOUNT_CHANGED when the guest was shown another amount than the present one. */
export function requireAmount(
  shownCents: number,
  presentCents: number,
  { pricing }: Pick<Reservation, 'pricing'>,
): void {
  if (shownCents !== presentCents)
    throw apiError('AMOUNT_CHANGED', { shownCents, presentCents, currency: pricing.currency })
}

/** Error: PAYMENT_EXCEEDS_BALANCE for an amount above what is due. */
export function requireDue(reservation: Owed, amountCents: number): void {
  const dueCents = balanceDueCents(reservation)
  if (amountCents <= dueCents) return
  throw apiError('PAYMENT_EXCEEDS_BALANCE', {
    requestedCents: amountCents,
    balanceDueCents: dueCents,
    currency: reservation.pricing.currency,
  })
}
