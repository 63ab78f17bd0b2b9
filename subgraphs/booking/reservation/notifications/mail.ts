import type { Clock } from '../../../../platform/values/clock.ts'
import type { Identity } from '../../../../platform/trust/identity.ts'
import { type Mail, type Message, renderers, type RenderJob } from '../../messages/index.ts'
import type { ReservationServices } from '../context.ts'
import type { Reservation } from '../reservation.ts'
import { guestLanguage } from '../rules/guest.ts'
import { messageKinds } from '../rules/messages.ts'
import type { QueuedMail } from '../store/mail-queue.ts'
import type { GuestFacingVisit } from '../rules/diff.ts'
import { ticketCode } from '../ticket-code.ts'
import { fileAddress, paymentAddress } from './addresses.ts'
import { calendarEntry } from './calendar-entry.ts'
import { guestChanges } from './guest-changes.ts'
import { documentSubject, messageSubject, type DocumentContext } from './guest-facts.ts'
import { productFacts } from './product-facts.ts'
import type { Upstream } from '../../upstream/index.ts'

export type MailContext = DocumentContext & {
  readonly services: Pick<ReservationServices, 'checkoutUrls'> & {
    readonly upstream: Pick<Upstream, 'cenote' | 'tour'>
  }
  readonly clock: Clock
}

/** A mail to a reservation's guest as it is now, with the message that it carries. */
export async function writeMail(
  { type, communicationId, round }: QueuedMail,
  reservation: Reservation,
  changedFrom: GuestFacingVisit | null,
  requestId: string,
  context: MailContext,
): Promise<{ readonly mail: Mail; readonly message: Message }> {
  const { services, database } = context
  const { write, withDocuments = false, withVisit = false } = messageKinds[type]
  const language = guestLanguage(reservation)
  const { partnerId } = reservation
  const identity: Identity = { partnerId, environment: database.environment, scopes: [], locale: language, requestId }
  const product = await productFacts(reservation, services.upstream, identity)
  const { hostname } = new URL(services.publicUrl)
  const { bookingReference } = reservation
  const contentId = `${communicationId}.qr@${hostname}`
  const hasCode = withVisit && (reservation.status === 'confirmed' || reservation.status === 'in_progress')
  const subject = await messageSubject(reservation, product, language, context)
  const changes = changedFrom ? guestChanges(changedFrom, reservation, product, language) : []
  const message = write(language, {
    ...subject,
    changes,
    paymentUrl: paymentAddress(reservation, context),
    qrUrl: hasCode ? `cid:${contentId}` : null,
  })
  const render = (job: RenderJob): Promise<Buffer> => renderers[database.environment].render(job, { partnerId })
  const attachments: NonNullable<Mail['attachments']>[number][] = []
  if (hasCode)
    attachments.push({
      filename: `${bookingReference}.png`,
      content: await render({ kind: 'qr', data: ticketCode(reservation, services.signingSecret), format: 'png' }),
      contentType: 'image/png',
      contentId,
    })
  if (withVisit)
    attachments.push({
      filename: `${bookingReference}.ics`,
      content: Buffer.from(calendarEntry(reservation, product, language, context)),
      contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
    })
  if (withDocuments && hasCode) {
    // The mail itself shows the picture; without it both documents fit.
    const subject = { ...(await documentSubject(reservation, product, language, context)), picture: null }
    for (const document of [...reservation.documents].sort((a, b) => b.type.localeCompare(a.type))) {
      const content = await render({ kind: document.type, subject })
      attachments.push({ filename: document.name, content, contentType: 'application/pdf' })
    }
  }
  const messageId = `<${communicationId}${round === 0 ? '' : `.${round}`}@${hostname}>`
  const qrUrl = fileAddress(reservation, 'qr', context)
  return {
    mail: { ...message, to: reservation.guest.email, messageId, attachments },
    // Shown without the mail's attachments.
    message: { ...message, html: message.html.replaceAll(`cid:${contentId}`, qrUrl) },
  }
}
