import type { PoolClient } from '../../../../platform/postgres/database.ts'
import type { LocalizedText } from '../../../../platform/values/i18n.ts'
import type { Author, Moment } from '../../../../platform/trust/author.ts'
import type { RequestedCancellationReason } from '../../../../schema/reservation-statuses.ts'
import { queueMessages } from '../notifications/queue-messages.ts'
import type { Reservation } from '../reservation.ts'
import { isExpired } from '../rules/expiry.ts'
import { mailsGuest } from '../rules/guest-terms.ts'
import { guestLanguage } from '../rules/guest.ts'
import { canApply, isActive } from '../rules/lifecycle.ts'
import type { ReservationKey } from '../store/codes.ts'
import { lockReservation, updateReservation } from '../store/update.ts'
import { writeCancellation } from '../cancel/cancel.ts'
import { refundFor } from '../cancel/rules/refund.ts'
import { expire } from '../change/change-reservation.ts'

/** The treatment of a reservation that stands where something was closed. */
export interface Disrupting {
  readonly order: 'cancel' | 'keep' | 'clear'
  readonly reason: RequestedCancellationReason
  readonly note: LocalizedText | null
  readonly notifyGuests: boolean
  readonly by: Author
  /** Whether the reservation, as it is now, is where something was closed. */
  concerns(reservation: Reservation): boolean
}

/** The outcome of a treatment. */
export type DisruptionOutcome = 'cancelled' | 'failed' | 'moved' | 'marked' | 'cleared'

/** The outcome, and the reservation when this changed it. */
export interface Disrupted {
  readonly outcome: DisruptionOutcome
  readonly changed: Reservation | null
}

/**
 * Cancels or marks a reservation, or takes its mark away, within the caller's transaction, with its row locked: whatever
 * its guest or partner does at the same time comes before or after.
 */
export async function disruptReservation(
  client: PoolClient,
  { partnerId, id }: ReservationKey,
  at: Date,
  decide: () => Promise<(Disrupting & { readonly isMarkedElsewhere: boolean }) | null>,
): Promise<Disrupted | null> {
  const reservation = await lockReservation(client, partnerId, id)
  // With the row locked: another process that has worked on it has committed.
  const disrupting = reservation && (await decide())
  if (!disrupting) return null
  const { order, isMarkedElsewhere, by } = disrupting
  const moment = { at, by }
  const unchanged = (outcome: DisruptionOutcome): Disrupted => ({ outcome, changed: null })
  if (order === 'clear')
    return reservation.disrupted && !isMarkedElsewhere
      ? { outcome: 'cleared', changed: await mark(client, reservation, false, moment) }
      : unchanged(isCancelled(reservation) ? 'cancelled' : 'cleared')
  if (isExpired(reservation, at)) return { outcome: 'cancelled', changed: await expire(client, reservation, moment) }
  if (isCancelled(reservation)) return unchanged('cancelled')
  if (!disrupting.concerns(reservation)) return unchanged('moved')
  if (order === 'cancel') {
    if (!canApply('cancel', reservation.status)) return unchanged('failed')
    return { outcome: 'cancelled', changed: await cancel(client, reservation, disrupting, moment) }
  }
  if (!isActive(reservation.status)) return unchanged('failed')
  return {
    outcome: 'marked',
    changed: reservation.disrupted ? null : await mark(client, reservation, true, moment),
  }
}

const isCancelled = ({ cancellation }: Reservation): boolean => cancellation !== null

async function cancel(
  client: PoolClient,
  reservation: Reservation,
  { reason, note, notifyGuests }: Disrupting,
  moment: Moment,
): Promise<Reservation> {
  const text = note?.[guestLanguage(reservation)] ?? null
  const refund = refundFor(reservation, { reason, refundRequested: true }, moment.at)
  const cancelled = await writeCancellation(client, reservation, { reason, note: text, refund }, moment)
  if (notifyGuests && mailsGuest(cancelled))
    await queueMessages(client, cancelled, ['cancellation_email'], moment.at, null)
  return cancelled
}

const mark = (
  client: PoolClient,
  reservation: Reservation,
  disrupted: boolean,
  { at, by }: Moment,
): Promise<Reservation> =>
  updateReservation(
    client,
    reservation,
    { disrupted },
    { event: disrupted ? 'reservation.disrupted' : 'reservation.modified', at, by, note: null },
  )
