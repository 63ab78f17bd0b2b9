import { localDateTime, minute } from '../../../../platform/values/clock.ts'
import { partyOf } from '../../../../schema/ages.ts'
import { apiError, requireValid } from '../../../../schema/errors.ts'
import type { ReservationContext } from '../context.ts'
import type { CheckInReservationInput } from '../../generated/resolvers.ts'
import { readProduct } from '../offer/product.ts'
import { changeReservation } from '../change/change-reservation.ts'
import { visitorErrors } from '../rules/participants.ts'
import { visitErrors } from './rules/reported-visit.ts'
import { balanceDueCents } from '../rules/payment.ts'
import { updateReservation } from '../store/update.ts'
import { staffOf, withInternalNote, type Reservation } from '../reservation.ts'

/**
 * Records that the guests have come (docs/partner-api/reservations.md#the-visit). Errors: RESERVATION_NOT_FOUND,
 * INVALID_STATE_TRANSITION, MODIFICATION_NOT_ALLOWED on another day than the visit's, PAYMENT_REQUIRED.
 */
export async function checkIn(input: CheckInReservationInput, context: ReservationContext): Promise<Reservation> {
  const { notes = null } = input
  const actualVisitors = input.actualVisitors && partyOf(input.actualVisitors)
  const staff = staffOf(input.staff)
  requireValid({
    ...visitErrors(input, 'checkedInAt', input.checkedInAt, context),
    ...(actualVisitors ? visitorErrors(actualVisitors, 'actualVisitors') : {}),
  })
  return changeReservation(input.id, 'checkIn', context, async (client, reservation, { at: now, by }) => {
    const checkedInAt = input.checkedInAt ?? now
    if (input.requirePaid) requirePaid(reservation)
    if (context.database.environment === 'live') requireVisitDate(reservation, [now, checkedInAt], now)
    const { durationMinutes } = await readProduct(reservation, context)
    return updateReservation(
      client,
      reservation,
      {
        status: 'in_progress',
        checkIn: {
          checkedInAt: checkedInAt.toISOString(),
          expectedDeparture: new Date(checkedInAt.getTime() + durationMinutes * minute).toISOString(),
          actualVisitors: partyOf(actualVisitors ?? reservation),
          staff,
        },
        notes: withInternalNote(reservation, notes),
      },
      { event: 'reservation.checked_in', at: now, by, note: notes },
    )
  })
}

/** Error: PAYMENT_REQUIRED while something is still to be paid. */
function requirePaid(reservation: Reservation): void {
  const dueCents = balanceDueCents(reservation)
  if (dueCents > 0)
    throw apiError('PAYMENT_REQUIRED', { balanceDueCents: dueCents, currency: reservation.pricing.currency })
}

/** Guests can only come on their day, in the cenote's time zone. The sandbox takes any, so that partners can test. */
function requireVisitDate({ visitDate, timezone, dayEndsAt }: Reservation, moments: readonly Date[], now: Date): void {
  if (moments.every((moment) => localDateTime(moment, timezone).date === visitDate)) return
  throw apiError('MODIFICATION_NOT_ALLOWED', {
    reason: 'not_visit_date',
    visitDate,
    deadline: dayEndsAt.toISOString(),
    currentTime: now.toISOString(),
  })
}
