import { randomUUID } from 'node:crypto'
import type { Context } from '../context.ts'
import type { ConfirmReservationInput } from '../generated/resolvers.ts'
import { sendConfirmation } from './communications.ts'
import { changeReservation } from './change.ts'
import { tooLong } from './guest.ts'
import { requireInputs } from './on-site.ts'
import { updateReservation } from './repository.ts'
import type { Reservation, StoredDocument } from './reservation.ts'

/**
 * Confirms a pending reservation (specification 4.2, decisions 6). Errors: RESERVATION_NOT_FOUND,
 * INVALID_STATE_TRANSITION, ERROR_VALIDACION. The e-mail goes out after the commit: its failure is told in `communications`.
 */
export async function confirm(input: ConfirmReservationInput, context: Context): Promise<Reservation> {
  requireInputs(
    tooLong([
      ['paymentId', input.paymentId, 200],
      ['paymentMethod', input.paymentMethod, 100],
      ['transactionId', input.transactionId, 200],
    ]),
  )
  const confirmed = await changeReservation(input.id, 'confirm', context, (client, reservation, now) => {
    const documents: StoredDocument[] = input.generateDocuments
      ? (['confirmation', 'ticket'] as const).map((type) => ({
          type,
          name: `${type}-${reservation.bookingReference}.pdf`,
          generatedAt: now.toISOString(),
        }))
      : []
    return updateReservation(
      client,
      reservation,
      {
        status: 'confirmed',
        payment: {
          id: input.paymentId ?? randomUUID(),
          status: 'completed',
          method: input.paymentMethod ?? null,
          provider: null,
          transactionId: input.transactionId ?? null,
          paidAt: now.toISOString(),
          amountCents: reservation.pricing.totalCents,
        },
        documents,
      },
      { event: 'reservation.confirmed', at: now, note: null },
    )
  })
  return input.confirmationEmail ? sendConfirmation(confirmed, context) : confirmed
}
