import {
  ConfirmBookingDocument,
  type BookingFieldsFragment,
  type ConfirmReservationInput,
} from '../../generated/operations.ts'
import { change, type BookingRequest } from './bookings.ts'
import { paymentByReseller, resellersMethod } from './input.ts'
import { uuidOf } from './representation.ts'

const maxPayments = 5

/**
 * The booking once the reseller's payment of what a change made due is recorded, by this request or a concurrent one,
 * whose change may make more due.
 */
export async function withBalancePaid(
  context: BookingRequest,
  booking: BookingFieldsFragment,
  attempt = 1,
): Promise<BookingFieldsFragment> {
  const { facade, request, reply } = context
  const input = balanceInput(booking)
  if (!input || attempt > maxPayments) return booking
  // The response stored for an Idempotency-Key is that of the first attempt; later ones pay another balance.
  const options = { ignoresIdempotencyKey: attempt > 1 }
  const present = await change(
    context,
    { uuid: uuidOf(booking) },
    async () =>
      (await facade.executeOrThrow(request, reply, ConfirmBookingDocument, { input }, options)).confirmReservation,
    (now) => (attempt < maxPayments || !balanceInput(now) ? now : undefined),
  )
  return withBalancePaid(context, present, attempt + 1)
}

/**
 * The input that records what a change made due, as paid to the reseller; null when nothing is due, the reseller has
 * paid nothing of the booking, or it is not confirmed. The version makes it another payment than those of earlier
 * changes.
 */
function balanceInput(booking: BookingFieldsFragment): ConfirmReservationInput | null {
  const { id, status, payment, balanceDueCents, version } = booking
  const payments = payment ? [payment, ...payment.additional] : []
  const isPaidByReseller = payments.some(({ method }) => method === resellersMethod)
  if (status !== 'CONFIRMED' || balanceDueCents === 0 || !isPaidByReseller) return null
  return {
    id,
    ...paymentByReseller(`${uuidOf(booking)}:${version}`),
    generateDocuments: false,
    confirmationEmail: false,
  }
}
