import type { FastifyInstance, FastifyRequest } from 'fastify'
import { html, type Html } from '../../platform/http/pages.ts'
import { dateTimeText, moneyText } from '../../platform/values/display.ts'
import type { Language } from '../../platform/values/i18n.ts'
import type { SiteContext } from '../context.ts'
import { placeSection } from './place.ts'
import { priceTable } from './price-table.ts'
import { refundTerms } from './refund-terms.ts'
import { ticket } from './ticket.ts'
import { visitActions } from './visit-actions.ts'
import { inSameLanguage, type Visit } from './visit-facts.ts'
import { readCalendarFile, readVisit, sendVisitPage, type VisitRoute } from './visit-page.ts'

const texts = {
  en: {
    title: 'Your visit',
    bring: 'Before the visit',
    included: 'Included',
    price: 'Price',
    plans: 'If plans change',
    unpaid: 'Nothing was paid yet: you can let the booking lapse.',
    partlyPaid: 'If the booking lapses or is cancelled before it is confirmed, what was paid is paid back in full.',
    ask: (partner: string) => html`To change or cancel the visit, contact <bdi>${partner}</bdi>.`,
    change: 'Choose another hour',
    cancel: 'Cancel the visit',
    questions: 'Questions',
    booking: (partner: string) =>
      html`About your booking and its payment, ask <strong><bdi>${partner}</bdi></strong
        >, with whom you booked, and name the reference`,
    place: 'At the place itself',
    lost: 'Lost the e-mail with the ticket?',
    resend: 'Send the ticket again',
    done: {
      changed: 'The hour is changed. The ticket on this page is the new one.',
      sent: 'The ticket is on its way to your e-mail address.',
      limit: 'The ticket was sent often enough for today. You can open it on this page.',
      closed: 'This can no longer be done here.',
    },
    next: {
      PENDING: (partner: string) =>
        html`The visit is not paid yet. Until it is, nothing is certain: <bdi>${partner}</bdi> holds the places until`,
      CANCELLED: (partner: string) =>
        html`This visit is cancelled. To come another time, book again with <bdi>${partner}</bdi>.`,
      REFUNDED: () => html`This visit was refunded.`,
      NO_SHOW: (partner: string) => html`We did not see you. If that is wrong, tell <bdi>${partner}</bdi>.`,
      COMPLETED: () => html`Thank you for coming.`,
    },
    free: (partner: string) =>
      html`There is nothing to pay. Confirm your visit: <bdi>${partner}</bdi> holds the places until`,
    confirm: 'Confirm',
    refund: (amount: string) => `${amount} will be paid back.`,
    due: (amount: string, partner: string) =>
      html`<strong>${amount}</strong> is still to be paid: ask <bdi>${partner}</bdi> how.`,
    again: 'Book again',
  },
  es: {
    title: 'Su visita',
    bring: 'Antes de la visita',
    included: 'Incluye',
    price: 'Precio',
    plans: 'Si cambian los planes',
    unpaid: 'Aún no se ha pagado nada: puede dejar vencer la reservación.',
    partlyPaid: 'Si la reservación vence o se cancela antes de confirmarse, lo pagado se devuelve por completo.',
    ask: (partner: string) => html`Para cambiar o cancelar la visita, comuníquese con <bdi>${partner}</bdi>.`,
    change: 'Elegir otra hora',
    cancel: 'Cancelar la visita',
    questions: 'Preguntas',
    booking: (partner: string) =>
      html`Sobre su reservación y el pago, pregunte a <strong><bdi>${partner}</bdi></strong
        >, con quien reservó, e indique la referencia`,
    place: 'En el lugar',
    lost: '¿Perdió el correo con el boleto?',
    resend: 'Enviar el boleto otra vez',
    done: {
      changed: 'La hora se cambió. El boleto de esta página es el nuevo.',
      sent: 'El boleto va en camino a su correo.',
      limit: 'El boleto ya se envió bastantes veces hoy. Puede abrirlo en esta página.',
      closed: 'Esto ya no se puede hacer aquí.',
    },
    next: {
      PENDING: (partner: string) =>
        html`La visita aún no está pagada. Hasta entonces nada es seguro: <bdi>${partner}</bdi> aparta los lugares hasta
          el`,
      CANCELLED: (partner: string) =>
        html`Esta visita está cancelada. Para venir otro día, reserve de nuevo con <bdi>${partner}</bdi>.`,
      REFUNDED: () => html`Esta visita fue reembolsada.`,
      NO_SHOW: (partner: string) => html`No lo vimos. Si es un error, avise a <bdi>${partner}</bdi>.`,
      COMPLETED: () => html`Gracias por su visita.`,
    },
    free: (partner: string) =>
      html`No hay nada que pagar. Confirme su visita: <bdi>${partner}</bdi> aparta los lugares hasta el`,
    confirm: 'Confirmar',
    refund: (amount: string) => `Se devolverán ${amount}.`,
    due: (amount: string, partner: string) =>
      html`Faltan por pagar <strong>${amount}</strong>: pregunte a <bdi>${partner}</bdi> cómo.`,
    again: 'Reservar de nuevo',
  },
} as const

/** The page that a guest opens from an e-mail: the ticket, the way, the price, the terms, whom to ask, and the actions that the guest has. */
export function visits(context: SiteContext): (app: FastifyInstance) => void {
  const { publicUrl } = context.options
  return (app) => {
    app.get<VisitRoute>('/visits/:token', { schema: { hide: true } as object }, async (request, reply) => {
      const { visit, language } = await readVisit(context, request)
      const body = html`${doneNotice(request.query.done, language)} ${ticket(visit, language, publicUrl)}
        ${nextStep(visit, request, language)}
        <div class="visit-sections">
          ${
            isAhead(visit)
              ? html`<div>${preparations(visit, language)} ${placeSection(visit, language)}</div>
                  <div>
                    ${prices(visit, language)} ${plans(visit, request, language)} ${questions(visit, request, language)}
                  </div>`
              : html`<div>${questions(visit, request, language)}</div>
                  <div>${prices(visit, language)}</div>`
          }
        </div>`
      return sendVisitPage(context, request, reply, { visit, language, title: texts[language].title, body })
    })

    app.get<VisitRoute>('/visits/:token/visit.ics', { schema: { hide: true } as object }, async (request, reply) => {
      const { calendarFile, bookingReference, language } = await readCalendarFile(context, request)
      return reply
        .type('text/calendar; charset=utf-8')
        .headers({
          'cache-control': 'no-store',
          'content-disposition': `inline; filename="${bookingReference}.ics"`,
          'content-language': language,
        })
        .send(calendarFile)
    })
    visitActions(context)(app)
  }
}

/** Whether the guest still comes, and reads what to bring and how to get there. */
const isAhead = ({ status }: Visit): boolean =>
  status === 'PENDING' || status === 'CONFIRMED' || status === 'IN_PROGRESS'

function doneNotice(done: unknown, language: Language): Html | false {
  const messages = texts[language].done
  if (typeof done !== 'string' || !Object.hasOwn(messages, done)) return false
  const kind = done as keyof typeof messages
  const tone = kind === 'changed' || kind === 'sent' ? 'good' : 'warn'
  return html`<p class="notice ${tone}" role="status">${messages[kind]}</p>`
}

/** The first thing that a guest without a valid ticket should know. */
function nextStep(visit: Visit, request: FastifyRequest<VisitRoute>, language: Language): Html | false {
  const text = texts[language]
  const { status, partnerName, currency, cancelUrl } = visit
  if (status === 'IN_PROGRESS' || status === 'CONFIRMED')
    return (
      visit.dueCents > 0 &&
      !visit.hidePrice &&
      html`<p class="notice warn">${text.due(moneyText(visit.dueCents, currency), partnerName)}</p>`
    )
  const until = visit.heldUntil && dateTimeText(visit.heldUntil, language, visit.timezone)
  const isFree = status === 'PENDING' && visit.dueCents === 0
  const refund = visit.refundCents != null && status === 'CANCELLED' && !visit.hidePrice
  return html`<div class="notice${status === 'PENDING' ? ' warn' : ''}">
    <p>
      ${(isFree ? text.free : text.next[status])(partnerName)}${until && html` <strong>${until}</strong>.`}
      ${refund && text.refund(moneyText(visit.refundCents ?? 0, currency))}
    </p>
    ${
      isFree &&
      html`<form method="post" action="${inSameLanguage(`/visits/${request.params.token}/confirm`, request)}">
        <button class="primary">${text.confirm}</button>
      </form>`
    }
    ${status === 'CANCELLED' && cancelUrl && html`<p class="actions"><a class="button" href="${cancelUrl}">${text.again}</a></p>`}
  </div>`
}

const list = (title: string, items: readonly string[], kind: string): Html | false =>
  items.length > 0 &&
  html`<section class="card">
    <h2>${title}</h2>
    <ul class="${kind}">
      ${items.map((item) => html`<li>${item}</li>`)}
    </ul>
  </section>`

const preparations = (visit: Visit, language: Language): Html =>
  html`${list(texts[language].bring, visit.preparations, 'bring')}
  ${list(texts[language].included, visit.includes, 'included')}`

const prices = (visit: Visit, language: Language): Html | false =>
  !visit.hidePrice &&
  html`<section class="card">
    <h2>${texts[language].price}</h2>
    ${priceTable(visit, language)}
  </section>`

/** Until when how much is paid back, and what the guest may do here. */
function plans(visit: Visit, request: FastifyRequest<VisitRoute>, language: Language): Html | false {
  const text = texts[language]
  const { status, guestMay, visitTimes } = visit
  if (status !== 'PENDING' && status !== 'CONFIRMED') return false
  const link = (page: string): string => inSameLanguage(`/visits/${request.params.token}/${page}`, request)
  const mayChange = guestMay.change && visitTimes.length > 1
  const terms =
    status === 'PENDING'
      ? html`<p>${visit.paidCents > 0 ? text.partlyPaid : text.unpaid}</p>`
      : refundTerms(visit, language)
  return html`<section class="card" id="plans">
    <h2>${text.plans}</h2>
    ${terms}
    ${
      mayChange || visit.cancellationQuote
        ? html`<p class="actions">
            ${mayChange && html`<a class="button" href="${link('change')}">${text.change}</a>`}
            ${visit.cancellationQuote && html`<a class="button danger" href="${link('cancel')}">${text.cancel}</a>`}
          </p>`
        : html`<p>${text.ask(visit.partnerName)}</p>`
    }
  </section>`
}

function questions(visit: Visit, request: FastifyRequest<VisitRoute>, language: Language): Html {
  const text = texts[language]
  return html`<section class="card">
    <h2>${text.questions}</h2>
    <p>${text.booking(visit.partnerName)} <strong class="reference">${visit.bookingReference}</strong>.</p>
    ${
      visit.contact.length > 0 &&
      html`<h3>${text.place}</h3>
        <ul class="contact">
          ${visit.contact.map((one) => html`<li>${contactLink(one)}</li>`)}
        </ul>`
    }
    ${
      visit.isValid &&
      isAhead(visit) &&
      html`<form method="post" action="${inSameLanguage(`/visits/${request.params.token}/resend`, request)}">
        <h3>${text.lost}</h3>
        <button>${text.resend}</button>
      </form>`
    }
  </section>`
}

/** A telephone number, an e-mail address or a website as a link. */
function contactLink(contact: string): Html {
  if (/^https?:\/\//i.test(contact))
    return html`<a href="${contact}" rel="noreferrer">${contact.replace(/^https?:\/\//i, '')}</a>`
  if (contact.includes('@')) return html`<a href="mailto:${contact}">${contact}</a>`
  return html`<a href="tel:${contact.replace(/[^+\d]/g, '')}">${contact}</a>`
}
