import type { FastifyInstance } from 'fastify'
import { html, sendPage } from '../../platform/http/pages.ts'
import { frame } from '../frame.ts'
import { run } from '../gateway.ts'
import { ReadVisitDocument } from '../generated/operations.ts'
import type { SiteContext } from '../context.ts'
import { amountText, instantText, languageOfVisit, testNotice, visitFacts } from './visit-facts.ts'

const texts = {
  en: {
    title: 'Your visit',
    entrance: 'At the entrance',
    show: 'Show this code.',
    code: 'Confirmation code',
    qr: 'QR code of the reservation',
    ticket: 'Ticket (PDF)',
    bring: 'Before the visit',
    included: 'Included',
    way: 'How to get there',
    terms: 'Cancelling',
    until: 'A confirmed visit can be cancelled until',
    tiers: 'All is paid back until 48 hours before the visit, half until 24 hours before it.',
    moved: (percentage: number) =>
      percentage > 0
        ? `As it was moved late, ${percentage}% is paid back.`
        : 'As it was moved late, nothing is paid back.',
    refund: 'Refund',
  },
  es: {
    title: 'Su visita',
    entrance: 'En la entrada',
    show: 'Muestre este código.',
    code: 'Código de confirmación',
    qr: 'Código QR de la reservación',
    ticket: 'Boleto (PDF)',
    bring: 'Antes de la visita',
    included: 'Incluye',
    way: 'Cómo llegar',
    terms: 'Cancelación',
    until: 'Una visita confirmada puede cancelarse hasta el',
    tiers: 'Se devuelve todo hasta 48 horas antes de la visita y la mitad hasta 24 horas antes.',
    moved: (percentage: number) =>
      percentage > 0
        ? `Como se cambió con poca anticipación, se devuelve el ${percentage} %.`
        : 'Como se cambió con poca anticipación, no se devuelve nada.',
    refund: 'Reembolso',
  },
} as const

/** The page that a guest opens from an e-mail: the visit, the ticket, directions and the conditions. */
export function visits({ options, assets }: SiteContext): (app: FastifyInstance) => void {
  return (app) => {
    app.get<{ Params: { token: string } }>(
      '/visits/:token',
      { schema: { hide: true } as object },
      async (request, reply) => {
        const { token } = request.params
        const signed = { language: 'en', signedToken: token } as const
        const { guestVisit: visit } = await run(options.gateway, request, ReadVisitDocument, { token }, signed)
        const language = languageOfVisit(visit)
        const text = texts[language]
        const list = (items: readonly string[]) =>
          html`<ul>
            ${items.map((item) => html`<li>${item}</li>`)}
          </ul>`
        const body = html`<h1>${text.title}: <bdi>${visit.productName}</bdi></h1>
          ${testNotice(visit.isTest, language)}
          <section class="card">
            ${visitFacts(visit, language)}
            ${visit.refundCents != null && html`<p>${text.refund}: ${amountText(visit.refundCents, visit.currency, language)}</p>`}
          </section>
          ${
            visit.isValid &&
            html`<section class="card">
              <h2>${text.entrance}</h2>
              <p>${text.show} ${text.code}: <strong>${visit.confirmationCode}</strong></p>
              <p><img class="qr" src="${pathOf(visit.qrUrl)}" alt="${text.qr} ${visit.bookingReference}" /></p>
              ${visit.ticketUrl && html`<p><a class="button" href="${pathOf(visit.ticketUrl)}">${text.ticket}</a></p>`}
            </section>`
          }
          ${
            visit.includes.length > 0 &&
            html`<h2>${text.included}</h2>
              ${list(visit.includes)}`
          }
          ${
            visit.preparations.length > 0 &&
            html`<h2>${text.bring}</h2>
              ${list(visit.preparations)}`
          }
          ${
            visit.directions &&
            html`<h2>${text.way}</h2>
              <p>${visit.directions}</p>`
          }
          <h2>${text.terms}</h2>
          <p>
            ${text.until} ${instantText(visit.cancellationDeadline, visit, language)}.
            ${visit.refundCeiling < 1 ? text.moved(visit.refundCeiling * 100) : text.tiers}
          </p>`
        return sendPage(
          reply.header('cache-control', 'no-store'),
          frame({ title: `${text.title} – ${visit.bookingReference}`, language, assets, body, audience: 'guest' }),
        )
      },
    )
  }
}

/** The path of a URL of this server, so that the link also works under another name of the server. */
const pathOf = (address: string): string => {
  const { pathname, search } = new URL(address)
  return pathname + search
}
