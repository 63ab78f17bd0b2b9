import { changedFields, type Change } from '../../../../platform/postgres/changes.ts'
import { shownParty } from '../../../../schema/ages.ts'
import { cenoteIdOf, tourIdOf, type Reservation } from '../reservation.ts'
import { amountPaidCents, amountReturnedCents } from '../rules/payment.ts'

/**
 * The change that an operator made to a reservation, as it is recorded. Records are kept, so this one holds no data of the
 * guest, nor texts that may have it: `guestData` only names the members that changed. `before` is null for a creation.
 */
export function operatorChange(before: Reservation | null, after: Reservation): Change {
  const guestData = before && changedGuestData(before, after)
  return {
    subject: { type: 'reservation', id: after.id },
    action: before === null ? 'created' : 'updated',
    before: before && factsOf(before),
    after: { ...factsOf(after), ...(guestData && guestData.length > 0 ? { guestData } : {}) },
  }
}

const factsOf = (reservation: Reservation) => {
  const { bookingReference, externalId, status, visitDate, visitTime } = reservation
  const { services, pricing, couponCode, paymentDeadline, cancellation, disrupted } = reservation
  return {
    bookingReference,
    externalId,
    status,
    cenoteId: cenoteIdOf(reservation),
    tourId: tourIdOf(reservation),
    visitDate,
    visitTime,
    visitors: shownParty(reservation),
    services: services.map(({ id, quantity }) => ({ id, quantity })),
    couponCode,
    totalCents: pricing.totalCents,
    amountPaidCents: amountPaidCents(reservation),
    amountReturnedCents: amountReturnedCents(reservation),
    paymentDeadline,
    cancellationReason: cancellation?.reason ?? null,
    disrupted,
  }
}

function changedGuestData(before: Reservation, after: Reservation): string[] {
  const [old, current] = [before, after].map(({ guest, participants, specialRequests, resellerReference }) => ({
    ...guest,
    participants,
    specialRequests,
    resellerReference,
  }))
  return Object.keys(changedFields(old ?? null, current ?? null)?.after ?? {})
}
