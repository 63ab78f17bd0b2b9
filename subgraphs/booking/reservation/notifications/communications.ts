import { addDays, instantOf } from '../../../../platform/values/clock.ts'
import type { Language } from '../../../../platform/values/i18n.ts'
import {
  cancellationMessage,
  confirmationMessage,
  followUpMessage,
  markedAsTest,
  reminderMessage,
  reviewRequestMessage,
  type Mail,
  type Message,
  type MessageSubject,
} from '../../communication/index.ts'
import type { MailContext } from '../context.ts'
import { formatAmount, formatDate, oneLine, renderConfirmation, renderTicket } from '../../document/index.ts'
import { documentSubject } from './files.ts'
import { guestLanguage } from '../rules/language.ts'
import { addCommunication, insertReminder, markConfirmationSent, wasSent } from '../store/communications.ts'
import type { Reservation } from '../reservation.ts'

/** Sends the confirmation with the documents that were made; returns the reservation as it is afterwards. */
export async function sendConfirmation(reservation: Reservation, context: MailContext): Promise<Reservation> {
  await scheduleReminder(reservation, context)
  const sent = await sendOnce(reservation, 'confirmation_email', confirmationMessage, context, true)
  if (!sent) return reservation
  await markConfirmationSent(context.database.pool, reservation.id)
  return { ...reservation, confirmationSent: true }
}

/** Sends the guest the cancellation and its refund. */
export async function sendCancellation(reservation: Reservation, context: MailContext): Promise<Reservation> {
  await sendOnce(reservation, 'cancellation_email', cancellationMessage, context, false)
  return reservation
}

/** Asks the guest for a review of the visit. */
export async function sendReviewRequest(reservation: Reservation, context: MailContext): Promise<void> {
  await sendOnce(reservation, 'review_request', reviewRequestMessage, context, false)
}

/** Thanks the guest for the visit. */
export async function sendFollowUp(reservation: Reservation, context: MailContext): Promise<void> {
  await sendOnce(reservation, 'follow_up_email', followUpMessage, context, false)
}

/**
 * Sends and records one e-mail. A failure is recorded and logged: the change that it reports stays. Each type is sent
 * once in a reservation's life, so a retry after a lost response sends none twice.
 */
async function sendOnce(
  reservation: Reservation,
  type: string,
  write: Writer,
  context: MailContext,
  withDocuments: boolean,
): Promise<boolean> {
  const { database, clock } = context
  if (await wasSent(database, reservation.id, type)) return true
  const recipient = reservation.guest.email
  // There is no recipient.
  if (recipient === '') return false
  const sentAt = await send(reservation, write, context, { withDocuments })
  await addCommunication(
    database,
    { reservationId: reservation.id, type, status: sentAt ? 'sent' : 'failed', sentAt, scheduledFor: null, recipient },
    clock.now(),
  )
  return sentAt !== null
}

type Writer = (language: Language, about: MessageSubject) => Message

/** Sends one e-mail to the guest; null, and the reason in the log, when it could not be sent. */
async function send(
  reservation: Reservation,
  write: Writer,
  context: MailContext,
  { withDocuments = false, messageId }: { withDocuments?: boolean; messageId?: string },
): Promise<Date | null> {
  const { services, identity, database } = context
  const language = guestLanguage(reservation)
  try {
    const terms = await services.upstream.cenote(reservation.cenoteId, { ...identity, locale: language })
    const isTest = database.environment === 'sandbox'
    const cenote = { name: terms.name, address: terms.location.address }
    const subject = { ...documentSubject(reservation, cenote, language), isTest }
    const { pricing, refund } = reservation
    const message = write(language, {
      // A name is a single line without direction marks: it can neither add lines to a mail in our name nor reverse
      // text.
      guestName: oneLine(reservation.guest.name),
      cenoteName: oneLine(terms.name),
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
    const marked = isTest ? markedAsTest(message, language) : message
    const mail = { ...marked, to: reservation.guest.email, attachments, ...(messageId ? { messageId } : {}) }
    return (await services.mailers[database.environment].send(mail)).sentAt
  } catch (error) {
    services.logger.error({ err: error, reservationId: reservation.id }, 'an e-mail could not be sent')
    return null
  }
}

/** Local time of the day before a visit at which its guest is reminded of it. */
const reminderTime = '10:00'

/** Has the guest reminded on the day before the visit; not when that has begun by now. */
async function scheduleReminder(reservation: Reservation, { database, clock }: MailContext): Promise<void> {
  const { id, visitDate, timezone, guest } = reservation
  const at = instantOf(addDays(visitDate, -1), reminderTime, timezone)
  const now = clock.now()
  if (at > now && guest.email !== '')
    await insertReminder(database.pool, { reservationId: id, at, recipient: guest.email }, now)
}

/** Sends a reminder that is due; whether it went out. */
export const sendReminder = async (reservation: Reservation, context: MailContext): Promise<Date | null> =>
  send(reservation, reminderMessage, context, {
    messageId: `<reminder-${reservation.id}@${new URL(context.services.publicUrl).hostname}>`,
  })
