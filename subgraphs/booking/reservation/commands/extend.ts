import { apiError } from '../../../../schema/errors.ts'
import type { ReservationContext } from '../context.ts'
import type { ExtendReservationInput } from '../../generated/resolvers.ts'
import { changeReservation } from './transition.ts'
import { updateReservation } from '../store/update.ts'
import type { Reservation } from '../reservation.ts'

const minute = 60_000

/**
 * Extends the hold of a pending reservation once, by the length of a hold, at most to the start of the visit. Errors:
 * RESERVATION_NOT_FOUND, INVALID_STATE_TRANSITION, MODIFICATION_NOT_ALLOWED.
 */
export async function extend(input: ExtendReservationInput, context: ReservationContext): Promise<Reservation> {
  return changeReservation(input.id, 'extend', context, (client, reservation, { at: now, by }) => {
    const { paymentDeadline, visitAt, extendedAt } = reservation
    const refuse = (reason: string): Error =>
      apiError('MODIFICATION_NOT_ALLOWED', {
        reason,
        deadline: paymentDeadline.toISOString(),
        currentTime: now.toISOString(),
      })
    if (extendedAt) throw refuse('already_extended')
    const prolonged = paymentDeadline.getTime() + context.services.holdMinutes * minute
    const deadline = new Date(Math.min(prolonged, visitAt.getTime()))
    if (deadline <= paymentDeadline) throw refuse('too_close_to_visit_date')
    return updateReservation(
      client,
      reservation,
      { paymentDeadline: deadline, extendedAt: now },
      { event: 'reservation.modified', at: now, by, note: null },
    )
  })
}
