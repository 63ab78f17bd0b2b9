import { inTransaction } from '../../../../platform/postgres/database.ts'
import { apiError, requireValid } from '../../../../schema/errors.ts'
import { partnerOf } from '../../caller.ts'
import type { SendPaymentLinkInput } from '../../generated/resolvers.ts'
import { recordCompleted } from '../../idempotency/index.ts'
import type { ReservationContext } from '../context.ts'
import type { Reservation } from '../reservation.ts'
import { asOf } from '../rules/expiry.ts'
import { effectiveTerms } from '../rules/guest-terms.ts'
import { allowedTransitions, targetOf } from '../rules/lifecycle.ts'
import { balanceDueCents } from '../rules/payment.ts'
import { findCommunicationsIn, type Communication } from '../store/communications.ts'
import { lockReservation } from '../store/update.ts'
import { findEarlierResult } from '../change/change-reservation.ts'
import { queueOnRequest } from '../resend/resend.ts'

/** How often the payment link of one reservation may be sent within a day. */
const maxSends = 10

/**
 * Mails the guest of a pending reservation a payment link (docs/partner-api/documents.md#messages). Errors:
 * RESERVATION_NOT_FOUND, INVALID_STATE_TRANSITION, ERROR_VALIDACION, RATE_LIMIT_EXCEEDED.
 */
export async function sendPaymentLink(
  { id }: SendPaymentLinkInput,
  context: ReservationContext,
): Promise<Communication> {
  const partnerId = partnerOf(context)
  const { database, clock, services } = context
  const settings = await services.settings[database.environment].present(partnerId)
  return inTransaction(database.pool, async (client) => {
    const stored = await lockReservation(client, partnerId, id)
    if (!stored) throw apiError('RESERVATION_NOT_FOUND', { reservationId: id })
    const type = 'payment_link_email'
    // An earlier attempt at this request has queued it.
    if (!(await findEarlierResult(client, context))) {
      const now = clock.now()
      const reservation = asOf(stored, now)
      requirePayable(reservation, effectiveTerms(reservation, settings).hidePrice)
      await queueOnRequest(client, reservation, type, now, maxSends)
      await recordCompleted(client, context, reservation)
    }
    const message = (await findCommunicationsIn(client, stored)).findLast((one) => one.type === type)
    if (!message) throw new Error('A payment link was not queued')
    return message
  })
}

/** Requires a reservation whose guest can pay for it. */
function requirePayable(reservation: Reservation, hidePrice: boolean): void {
  const { status, guest } = reservation
  const reason = obstacleTo(reservation, hidePrice)
  if (reason !== null)
    throw apiError('INVALID_STATE_TRANSITION', {
      currentStatus: status,
      requestedStatus: targetOf('confirm'),
      allowedTransitions: allowedTransitions(status),
      reason,
    })
  requireValid(guest.email === '' ? { 'guest.email': [{ code: 'EMPTY' }] } : {})
}

function obstacleTo(reservation: Reservation, hidePrice: boolean): string | null {
  if (reservation.status !== 'pending') return `status_${reservation.status}`
  if (hidePrice) return 'price_hidden'
  // Its guests pay the reseller.
  if (reservation.metadata.source === 'octo') return 'sold_by_reseller'
  return balanceDueCents(reservation) === 0 ? 'nothing_due' : null
}
