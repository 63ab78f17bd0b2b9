import type { Identity } from '../../../../platform/trust/identity.ts'
import type { Mail, Message } from '../../communication/index.ts'
import { renderConfirmation, renderTicket } from '../../document/index.ts'
import type { Reservation } from '../reservation.ts'
import { guestLanguage } from '../rules/language.ts'
import { messageKinds } from '../rules/messages.ts'
import type { QueuedMail } from '../store/mail-queue.ts'
import { documentSubject, messageSubject, type FactsContext } from './guest-facts.ts'
import { productFacts } from './product-facts.ts'
import type { Upstream } from '../../upstream/index.ts'

export type MailContext = FactsContext & { readonly services: { readonly upstream: Pick<Upstream, 'cenote' | 'tour'> } }

/** A mail to a reservation's guest as it is now, with the message that it carries. */
export async function writeMail(
  { type, communicationId, round }: QueuedMail,
  reservation: Reservation,
  requestId: string,
  context: MailContext,
): Promise<{ readonly mail: Mail; readonly message: Message }> {
  const { services, database } = context
  const { write, withDocuments = false } = messageKinds[type]
  const language = guestLanguage(reservation)
  const { partnerId } = reservation
  const identity: Identity = { partnerId, environment: database.environment, scopes: [], locale: language, requestId }
  const product = await productFacts(reservation, services.upstream, identity)
  const message = write(language, await messageSubject(reservation, product, language, context))
  const attachments: NonNullable<Mail['attachments']>[number][] = []
  if (withDocuments) {
    const subject = await documentSubject(reservation, product, language, context)
    for (const document of reservation.documents) {
      const content = await (document.type === 'ticket' ? renderTicket(subject) : renderConfirmation(subject))
      attachments.push({ filename: document.name, content, contentType: 'application/pdf' })
    }
  }
  const { hostname } = new URL(services.publicUrl)
  const messageId = `<${communicationId}${round === 0 ? '' : `.${round}`}@${hostname}>`
  return { mail: { ...message, to: reservation.guest.email, messageId, attachments }, message }
}
