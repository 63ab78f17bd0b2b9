import { requireValid } from '../../../../schema/errors.ts'
import type { ReservationContext } from '../context.ts'
import type { ExtendReservationInput } from '../../generated/resolvers.ts'
import { extendedHold, minutesErrors, prolongedHold } from '../rules/hold.ts'
import { changeReservation } from '../change/change-reservation.ts'
import { updateReservation } from '../store/update.ts'
import type { Reservation } from '../reservation.ts'

/**
 * Changes the end of a pending reservation's hold: to some minutes from now, or once by the length of a hold
 * (docs/partner-api/reservations.md#the-hold). Errors: ERROR_VALIDACION, RESERVATION_NOT_FOUND, INVALID_STATE_TRANSITION,
 * MODIFICATION_NOT_ALLOWED.
 */
export async function extend(input: ExtendReservationInput, context: ReservationContext): Promise<Reservation> {
  const { holdMinutes } = context.services
  const minutes = input.minutes ?? null
  requireValid(minutesErrors('minutes', minutes, holdMinutes))
  return changeReservation(input.id, 'extend', context, async (client, reservation, { at: now, by }) => {
    // With the row locked, so that of two extensions at once the later end stays.
    const end =
      input.keepsLaterEnd && minutes !== null
        ? prolongedHold(reservation, minutes, now, holdMinutes)
        : extendedHold(reservation, minutes, now, holdMinutes)
    if (!end) return reservation
    const changes = minutes === null ? { ...end, extendedAt: now } : end
    return updateReservation(client, reservation, changes, { event: 'reservation.modified', at: now, by, note: null })
  })
}
