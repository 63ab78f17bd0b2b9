import type { PoolClient } from '../../../../platform/postgres/database.ts'
import type { Moment } from '../../../../platform/trust/author.ts'
import { minute } from '../../../../platform/values/clock.ts'
import { requireValid, validationError } from '../../../../schema/errors.ts'
import type { ReservationContext } from '../context.ts'
import type { CompleteReservationInput } from '../../generated/resolvers.ts'
import { changeReservation } from '../change/change-reservation.ts'
import { reviewAddress } from '../notifications/addresses.ts'
import { visitErrors } from './rules/reported-visit.ts'
import { mailsGuest } from '../rules/guest-terms.ts'
import { updateReservation } from '../store/update.ts'
import { staffOf, withInternalNote, type Reservation } from '../reservation.ts'

const reviewMilliseconds = 30 * 24 * 60 * minute
const maxMinutes = 7 * 24 * 60

/**
 * Ends a visit (docs/partner-api/reservations.md#the-visit). The e-mails are queued with it. Errors:
 * RESERVATION_NOT_FOUND, INVALID_STATE_TRANSITION, ERROR_VALIDACION when it would end before it began.
 */
export async function complete(input: CompleteReservationInput, context: ReservationContext): Promise<Reservation> {
  const { actualDurationMinutes: reportedMinutes, notes = null } = input
  const staff = staffOf(input.staff)
  // In the sandbox a visit may end at any instant, so that partners can test one of any length.
  const endedAt = context.database.environment === 'live' ? input.completedAt : null
  const fieldErrors = visitErrors(input, 'completedAt', endedAt, context)
  if (reportedMinutes != null && reportedMinutes > maxMinutes)
    fieldErrors['actualDuration'] = [{ code: 'TOO_LARGE', max: maxMinutes }]
  requireValid(fieldErrors)
  const change = (client: PoolClient, reservation: Reservation, { at: now, by }: Moment): Promise<Reservation> => {
    const checkedInAt = new Date(reservation.checkIn?.checkedInAt ?? now)
    if (input.completedAt && input.completedAt < checkedInAt)
      throw validationError({ completedAt: [{ code: 'BEFORE_CHECK_IN', checkedInAt: checkedInAt.toISOString() }] })
    // A check-in may lie a little ahead of our clock.
    const completedAt = input.completedAt ?? (checkedInAt > now ? checkedInAt : now)
    const reviewEnd = new Date(now.getTime() + reviewMilliseconds)
    const totalVisitMinutes = Math.round((completedAt.getTime() - checkedInAt.getTime()) / minute)
    return updateReservation(
      client,
      reservation,
      {
        status: 'completed',
        completion: {
          completedAt: completedAt.toISOString(),
          actualDurationMinutes: reportedMinutes ?? totalVisitMinutes,
          totalVisitMinutes,
          staff,
          // Only cenotes are reviewed.
          review:
            input.requestReview && reservation.productType === 'cenote'
              ? { link: reviewAddress(reservation, reviewEnd, context), expiresAt: reviewEnd.toISOString() }
              : null,
        },
        notes: withInternalNote(reservation, notes),
      },
      { event: 'reservation.completed', at: now, by, note: notes },
    )
  }
  return changeReservation(input.id, 'complete', context, change, {
    messages: (completed) => [
      ...(completed.completion?.review && mailsGuest(completed) ? (['review_request'] as const) : []),
      ...(input.followUpEmail ? (['follow_up_email'] as const) : []),
    ],
  })
}
