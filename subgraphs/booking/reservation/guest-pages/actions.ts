import { inTransaction } from '../../../../platform/postgres/database.ts'
import { apiError } from '../../../../schema/errors.ts'
import type { PartnerSettings } from '../../partner-settings/index.ts'
import type { ReservationContext } from '../context.ts'
import type {
  CancelVisitInput,
  ChangeVisitInput,
  ResendVisitTicketInput,
  TextLanguage,
} from '../../generated/resolvers.ts'
import type { Reservation } from '../reservation.ts'
import { bindingDeadline } from '../rules/cancellation.ts'
import { effectiveTerms } from '../rules/guest-terms.ts'
import { messageKinds } from '../rules/messages.ts'
import { lockReservation } from '../store/update.ts'
import { cancelAsGuest } from '../cancel/cancel.ts'
import { guestVisit, type GuestVisit } from './guest.ts'
import { modifyReservation } from '../modify/modify.ts'
import { queueOnRequest } from '../resend/resend.ts'

interface Named {
  readonly token: string
  readonly language?: TextLanguage | null | undefined
}

/** The visit that a guest acts on, by the token of its page. Error: NOT_FOUND. */
const visitNamedBy = ({ token, language }: Named, caller: ReservationContext): Promise<GuestVisit> =>
  guestVisit({ token, kinds: ['visit'], language: language ?? undefined }, caller)

const settingsOf = ({ reservation, context }: GuestVisit): Promise<PartnerSettings> =>
  context.services.settings[context.database.environment].present(reservation.partnerId)

const refusals = { cancel: 'CANCELLATION_NOT_ALLOWED', change: 'MODIFICATION_NOT_ALLOWED' } as const

/** Refuses an action that the partner does not leave to guests. */
function requireAllowed(
  action: keyof typeof refusals,
  reservation: Reservation,
  settings: PartnerSettings,
  { clock }: ReservationContext,
): void {
  if (effectiveTerms(reservation, settings).guestMay[action]) return
  throw apiError(refusals[action], {
    reason: 'not_for_guests',
    deadline: bindingDeadline(reservation, false).toISOString(),
    currentTime: clock.now().toISOString(),
  })
}

/**
 * Cancels a visit for its guest, at the refund that was shown. Sent twice it is one cancellation. Errors: NOT_FOUND,
 * CANCELLATION_NOT_ALLOWED, INVALID_STATE_TRANSITION, AMOUNT_CHANGED.
 */
export async function cancelVisit(input: CancelVisitInput, caller: ReservationContext): Promise<GuestVisit> {
  const visit = await visitNamedBy(input, caller)
  const { reservation, context } = visit
  const settings = await settingsOf(visit)
  try {
    const cancelled = await cancelAsGuest(reservation.id, context, {
      refundCents: input.refundCents,
      require: (present) => requireAllowed('cancel', present, settings, context),
    })
    return { ...visit, reservation: cancelled }
  } catch (error) {
    const present = await visitNamedBy(input, caller)
    if (isCancelledByGuest(present.reservation, input.refundCents)) return present
    throw error
  }
}

const isCancelledByGuest = ({ status, cancellation, refund }: Reservation, refundCents: number): boolean =>
  status === 'cancelled' && cancellation?.cancelledBy === 'guest' && (refund?.amountCents ?? 0) === refundCents

/**
 * Moves a visit to another hour of its day for its guest, at the price that was shown. Errors: NOT_FOUND, AMOUNT_CHANGED,
 * and those of modifying.
 */
export async function changeVisit(
  { visitTime, totalCents, ...named }: ChangeVisitInput,
  caller: ReservationContext,
): Promise<GuestVisit> {
  const visit = await visitNamedBy(named, caller)
  const { reservation, context } = visit
  const settings = await settingsOf(visit)
  const modified = await modifyReservation({ id: reservation.id, visitTime, dryRun: false }, context, {
    require: (present) => requireAllowed('change', present, settings, context),
    agreedCents: totalCents,
  })
  return { ...visit, reservation: modified.reservation }
}

/** How often a guest may have the ticket sent again within a day. */
const maxResends = 5

/**
 * Sends the guest the confirmation with the ticket again, or for the first time. Errors: NOT_FOUND,
 * COMMUNICATION_NOT_APPLICABLE, RATE_LIMIT_EXCEEDED.
 */
export async function resendVisitTicket(
  input: ResendVisitTicketInput,
  caller: ReservationContext,
): Promise<GuestVisit> {
  const visit = await visitNamedBy(input, caller)
  const { database, clock } = visit.context
  const type = 'confirmation_email'
  await inTransaction(database.pool, async (client) => {
    const reservation = await lockReservation(client, visit.reservation.partnerId, visit.reservation.id)
    if (!reservation) throw apiError('NOT_FOUND')
    const now = clock.now()
    if (!messageKinds[type].hasPoint(reservation, now) || reservation.guest.email === '')
      throw apiError('COMMUNICATION_NOT_APPLICABLE', { type, status: reservation.status })
    await queueOnRequest(client, reservation, type, now, maxResends)
  })
  return visit
}
