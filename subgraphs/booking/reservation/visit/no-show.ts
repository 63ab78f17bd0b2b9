import type { PoolClient } from '../../../../platform/postgres/database.ts'
import type { Moment } from '../../../../platform/trust/author.ts'
import { apiError, requireValid } from '../../../../schema/errors.ts'
import { changePlaces } from '../../availability/index.ts'
import type { ReservationContext } from '../context.ts'
import type { MarkReservationNoShowInput } from '../../generated/resolvers.ts'
import { changeReservation } from '../change/change-reservation.ts'
import { tooLong } from '../rules/guest.ts'
import { updateReservation } from '../store/update.ts'
import { heldPlaces, type Reservation } from '../reservation.ts'

/**
 * Records a no-show (docs/partner-api/reservations.md#the-visit). Before the visit begins: MODIFICATION_NOT_ALLOWED,
 * except in the sandbox, where partners test. Other errors: RESERVATION_NOT_FOUND, INVALID_STATE_TRANSITION.
 */
export async function markNoShow(input: MarkReservationNoShowInput, context: ReservationContext): Promise<Reservation> {
  const { note = null } = input
  requireValid(tooLong([['note', note, 2_000]]))
  return changeReservation(input.id, 'markNoShow', context, async (client, reservation, { at: now, by }) => {
    if (context.database.environment === 'live' && now < reservation.visitAt)
      throw apiError('MODIFICATION_NOT_ALLOWED', {
        reason: 'visit_not_started',
        startsAt: reservation.visitAt.toISOString(),
        currentTime: now.toISOString(),
      })
    const missed = await recordNoShow(client, reservation, { at: now, by }, note)
    await changePlaces(client, { release: [heldPlaces(reservation)] })
    return missed
  })
}

/** Records a missed visit whose places the caller releases, within its transaction. */
export const recordNoShow = (
  client: PoolClient,
  reservation: Reservation,
  { at, by }: Moment,
  note: string | null,
): Promise<Reservation> =>
  updateReservation(client, reservation, { status: 'no_show' }, { event: 'reservation.no_show', at, by, note })
