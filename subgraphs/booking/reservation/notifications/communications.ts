import { addDays, instantOf } from '../../../../platform/values/clock.ts'
import {
  cancellationMessage,
  confirmationMessage,
  followUpMessage,
  reminderMessage,
  reviewRequestMessage,
  type Mail,
  type Message,
  type MessageWriter,
} from '../../communication/index.ts'
import type { MailContext } from '../context.ts'
import { renderConfirmation, renderTicket } from '../../document/index.ts'
import { documentSubject, messageSubject } from './guest-facts.ts'
import { guestLanguage } from '../rules/language.ts'
import { addCommunication, insertReminder, markConfirmationSent, wasSent } from '../store/communications.ts'
import type { Reservation } from '../reservation.ts'

/** Sends the confirmation with the documents that were made; returns the reservation as it is afterwards. */
export async function sendConfirmation(reservation: Reservation, context: MailContext): Promise<Reservation> {
  await scheduleReminder(reservation, context)
  const sent = await sendOnce(reservation, 'confirmation_email', confirmationMessage, context, true)
  if (!sent) return reservation
  await markConfirmationSent(context.database.pool, reservation)
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
  write: MessageWriter,
  context: MailContext,
  withDocuments: boolean,
): Promise<boolean> {
  const { database, clock } = context
  if (await wasSent(database, reservation, type)) return true
  const recipient = reservation.guest.email
  // There is no recipient.
  if (recipient === '') return false
  const sent = await send(reservation, write, context, { withDocuments })
  await addCommunication(
    database,
    {
      partnerId: reservation.partnerId,
      reservationId: reservation.id,
      type,
      status: sent ? 'sent' : 'failed',
      sentAt: sent?.sentAt ?? null,
      recipient,
    },
    storedMessage(sent, context),
    clock.now(),
  )
  return sent !== null
}

interface SentMessage {
  readonly sentAt: Date
  readonly message: Message
}

/** The stored content of a message: those of the sandbox, for partners to read; a guest's of the live environment is not. */
const storedMessage = (sent: SentMessage | null, { database }: MailContext): Message | null =>
  sent && database.environment === 'sandbox' ? sent.message : null

/** Sends one e-mail to the guest; null, and the reason in the log, when it could not be sent. */
async function send(
  reservation: Reservation,
  write: MessageWriter,
  context: MailContext,
  { withDocuments = false, messageId }: { withDocuments?: boolean; messageId?: string },
): Promise<SentMessage | null> {
  const { services, identity, database } = context
  const language = guestLanguage(reservation)
  try {
    const terms = await services.upstream.cenote(reservation.cenoteId, { ...identity, locale: language })
    const message = write(language, messageSubject(reservation, terms, language, context))
    const subject = documentSubject(reservation, terms, language, context)
    const attachments: NonNullable<Mail['attachments']>[number][] = []
    for (const document of withDocuments ? reservation.documents : []) {
      const content = await (document.type === 'ticket' ? renderTicket(subject) : renderConfirmation(subject))
      attachments.push({ filename: document.name, content, contentType: 'application/pdf' })
    }
    const mail = { ...message, to: reservation.guest.email, attachments, ...(messageId ? { messageId } : {}) }
    const { sentAt } = await services.mailers[database.environment].send(mail)
    return { sentAt, message }
  } catch (error) {
    services.logger.error({ err: error, reservationId: reservation.id }, 'an e-mail could not be sent')
    return null
  }
}

/** Local time of the day before a visit at which its guest is reminded of it. */
const reminderTime = '10:00'

/** Has the guest reminded on the day before the visit; not when that has begun by now. */
async function scheduleReminder(reservation: Reservation, { database, clock }: MailContext): Promise<void> {
  const { partnerId, id, visitDate, timezone, guest } = reservation
  const at = instantOf(addDays(visitDate, -1), reminderTime, timezone)
  const now = clock.now()
  if (at > now && guest.email !== '')
    await insertReminder(database.pool, { partnerId, reservationId: id, at, recipient: guest.email }, now)
}

/** Sends a reminder that is due; when it went out and what is stored of it, null when it could not be sent. */
export async function sendReminder(
  reservation: Reservation,
  context: MailContext,
): Promise<{ readonly sentAt: Date; readonly stored: Message | null } | null> {
  const sent = await send(reservation, reminderMessage, context, {
    messageId: `<reminder-${reservation.id}@${new URL(context.services.publicUrl).hostname}>`,
  })
  return sent && { sentAt: sent.sentAt, stored: storedMessage(sent, context) }
}
