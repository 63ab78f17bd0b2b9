import {
  cancellationMessage,
  confirmationMessage,
  followUpMessage,
  reviewRequestMessage,
  type Mail,
  type Message,
  type MessageSubject,
} from '../communication/index.ts'
import type { Context } from '../context.ts'
import { formatAmount, formatDate, renderConfirmation, renderTicket } from '../document/index.ts'
import { documentSubject } from './files.ts'
import { addCommunication, markConfirmationSent, wasSent } from './repository.ts'
import type { Reservation } from './reservation.ts'

/** Sends the confirmation with the documents that were made; returns the reservation as it is afterwards. */
export async function sendConfirmation(reservation: Reservation, context: Context): Promise<Reservation> {
  const sent = await tell(reservation, 'confirmation_email', confirmationMessage, context, true)
  if (!sent) return reservation
  await markConfirmationSent(context.database.pool, reservation.id)
  return { ...reservation, confirmationSent: true }
}

/** Tells the guest of the cancellation and its refund. */
export async function sendCancellation(reservation: Reservation, context: Context): Promise<Reservation> {
  await tell(reservation, 'cancellation_email', cancellationMessage, context, false)
  return reservation
}

/** Asks the guest to review the visit. */
export async function sendReviewRequest(reservation: Reservation, context: Context): Promise<void> {
  await tell(reservation, 'review_request', reviewRequestMessage, context, false)
}

/** Thanks the guest for the visit. */
export async function sendFollowUp(reservation: Reservation, context: Context): Promise<void> {
  await tell(reservation, 'follow_up_email', followUpMessage, context, false)
}

/**
 * Sends and records one e-mail. A failure is recorded and logged: the change it tells of stands all the same. Each type
 * goes out once in a reservation's life, so a request made again after its answer was lost sends none twice.
 */
async function tell(
  reservation: Reservation,
  type: string,
  write: (language: Context['language'], about: MessageSubject) => Message,
  context: Context,
  withDocuments: boolean,
): Promise<boolean> {
  const { services, language, identity, database, clock } = context
  if (await wasSent(database, reservation.id, type)) return true
  const recipient = reservation.guest.email
  let sentAt: Date | null = null
  try {
    const terms = await services.terms.cenote(reservation.cenoteId, identity)
    const subject = documentSubject(reservation, { name: terms.name, address: terms.location.address }, language)
    const { pricing, refund } = reservation
    const message = write(language, {
      // A name is one line: nobody adds lines of their own to a mail in our name.
      guestName: reservation.guest.name.replace(/[\r\n]+/g, ' '),
      cenoteName: terms.name,
      bookingReference: reservation.bookingReference,
      confirmationCode: reservation.confirmationCode,
      date: formatDate(reservation.visitDate, language),
      time: reservation.visitTime,
      total: formatAmount(pricing.totalCents, pricing.currency, language),
      refund: refund?.eligible ? formatAmount(refund.amountCents, pricing.currency, language) : null,
      reviewLink: reservation.completion?.review?.link ?? null,
    })
    const attachments: NonNullable<Mail['attachments']>[number][] = []
    for (const document of withDocuments ? reservation.documents : []) {
      const content = await (document.type === 'ticket' ? renderTicket(subject) : renderConfirmation(subject))
      attachments.push({ filename: document.name, content, contentType: 'application/pdf' })
    }
    sentAt = (await services.mailer.send({ ...message, to: recipient, attachments })).sentAt
  } catch (error) {
    services.logger.error({ err: error, reservationId: reservation.id }, 'an e-mail could not be sent')
  }
  await addCommunication(
    database,
    { reservationId: reservation.id, type, status: sentAt ? 'sent' : 'failed', sentAt, scheduledFor: null, recipient },
    clock.now(),
  )
  return sentAt !== null
}
