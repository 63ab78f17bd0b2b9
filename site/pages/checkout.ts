import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { lowerName } from '../../schema/present-fields.ts'
import { html, sendPage, type Html } from '../../platform/http/pages.ts'
import { dateTimeText, moneyText } from '../../platform/values/display.ts'
import type { Language } from '../../platform/values/i18n.ts'
import { fieldOf } from '../forms.ts'
import { frame } from '../frame.ts'
import { OperationFailed, run } from '../gateway.ts'
import { PlayCheckoutDocument, ReadCheckoutDocument, type CheckoutOutcome } from '../generated/operations.ts'
import type { SiteContext } from '../context.ts'
import { priceTable } from './price-table.ts'
import { refundTerms } from './refund-terms.ts'
import { picture, ticket, visitTime } from './ticket.ts'
import {
  inOtherLanguage,
  inSameLanguage,
  languageArgument,
  languageOfVisit,
  partyFacts,
  pathOf,
  stateBadge,
  testNotice,
  withQuery,
  type Visit,
} from './visit-facts.ts'

const texts = {
  en: {
    title: 'Payment',
    with: 'Booked with',
    order: 'Your booking',
    toPay: 'To pay',
    pay: 'Pay',
    decline: 'Decline the card',
    expire: 'Let the hold expire',
    choose: 'This is the sandbox, where no card is charged. The payment can also fail:',
    held: 'The places are held for you until',
    cancelling: 'If you cancel later',
    declined:
      'The card was declined, and nothing was charged. The places are still held for you: try again, or with another card.',
    changed: 'The amount has changed, and nothing was charged. Please check the new amount before you pay.',
    free: 'There is nothing to pay',
    freeWhy: 'Confirm your visit, and your ticket is on its way.',
    confirm: 'Confirm',
    dayClosed: 'This day or time was closed in the meantime. Nothing was charged.',
    another: (partner: string) => html`Choose another day or time with <bdi>${partner}</bdi>.`,
    done: 'Thank you. The visit is confirmed.',
    mailed: 'You get all of this by e-mail, too. Keep the page of your visit: it always shows the present state.',
    visit: 'The page of your visit',
    back: (partner: string) => html`Back to <bdi>${partner}</bdi>`,
    without: (partner: string) => html`Back to <bdi>${partner}</bdi> without paying`,
    lapsed: 'The places are no longer held',
    lapsedWhy: 'The time to pay was over, or the booking was cancelled. Nothing was charged.',
    ended: 'There is nothing to pay',
    endedWhy: 'This visit is over or was cancelled.',
    again: (partner: string) =>
      html`If you still want to come, book again with <bdi>${partner}</bdi>: there may be room at the same hour.`,
    arranged: (partner: string) =>
      html`<bdi>${partner}</bdi> arranges the payment: it sends you the way to pay, or already has. Nothing can be paid
        on this page.`,
  },
  es: {
    title: 'Pago',
    with: 'Reservado con',
    order: 'Su reservación',
    toPay: 'Por pagar',
    pay: 'Pagar',
    decline: 'Rechazar la tarjeta',
    expire: 'Dejar vencer el apartado',
    choose: 'Este es el entorno de pruebas, donde no se cobra a ninguna tarjeta. El pago también puede fallar:',
    held: 'Los lugares están apartados para usted hasta el',
    cancelling: 'Si cancela después',
    declined:
      'La tarjeta fue rechazada y no se cobró nada. Los lugares siguen apartados para usted: inténtelo de nuevo o con otra tarjeta.',
    changed: 'El importe cambió y no se cobró nada. Revise el nuevo importe antes de pagar.',
    free: 'No hay nada que pagar',
    freeWhy: 'Confirme su visita y le enviamos su boleto.',
    confirm: 'Confirmar',
    dayClosed: 'Este día u horario se cerró entretanto. No se cobró nada.',
    another: (partner: string) => html`Elija otro día u horario con <bdi>${partner}</bdi>.`,
    done: 'Gracias. La visita está confirmada.',
    mailed: 'También lo recibe por correo. Guarde la página de su visita: siempre muestra el estado actual.',
    visit: 'La página de su visita',
    back: (partner: string) => html`Volver a <bdi>${partner}</bdi>`,
    without: (partner: string) => html`Volver a <bdi>${partner}</bdi> sin pagar`,
    lapsed: 'Los lugares ya no están apartados',
    lapsedWhy: 'Se acabó el tiempo para pagar o la reservación se canceló. No se cobró nada.',
    ended: 'No hay nada que pagar',
    endedWhy: 'Esta visita ya pasó o se canceló.',
    again: (partner: string) =>
      html`Si todavía quiere venir, reserve de nuevo con <bdi>${partner}</bdi>: puede que haya lugar a la misma hora.`,
    arranged: (partner: string) =>
      html`<bdi>${partner}</bdi> se encarga del pago: le envía la forma de pagar, o ya lo hizo. En esta página no se
        puede pagar.`,
  },
} as const

const outcomes: readonly CheckoutOutcome[] = ['PAY', 'DECLINE', 'EXPIRE']

/** Page for each refusal of a payment. A second press of the button shows the outcome of the first. */
const refusals: Readonly<Record<string, 'closed' | 'changed' | undefined>> = {
  CENOTE_NOT_AVAILABLE: 'closed',
  TOUR_NOT_AVAILABLE: 'closed',
  AMOUNT_CHANGED: 'changed',
  INVALID_STATE_TRANSITION: undefined,
}

/** Cents of a form's field; null for anything else, which the API refuses. */
const centsIn = (text: string): number | null => (/^\d{1,10}$/.test(text) ? Number(text) : null)

interface CheckoutRoute {
  Params: { reservation: string }
  Querystring: { token?: unknown; ended?: unknown }
}

/** Whether the guest can pay: the hold runs, or something is due after a change. */
const isOpen = ({ status, dueCents }: Visit): boolean =>
  status === 'PENDING' || (status === 'CONFIRMED' && dueCents > 0)

/** Who hides prices still has to name what is paid here; in live nothing is. */
const showsAmount = ({ hidePrice, isTest }: Visit): boolean => !hidePrice || isTest

/** The payment page of a reservation: in the sandbox it simulates the payment, in live it refers to the partner. */
export function checkout({ options, assets }: SiteContext): (app: FastifyInstance) => void {
  const { gateway, publicUrl } = options

  async function read(request: FastifyRequest<CheckoutRoute>): Promise<{ token: string; visit: Visit }> {
    const { token } = request.query
    if (typeof token !== 'string') throw new OperationFailed('NOT_FOUND', 'No token', 404)
    const variables = { reservation: request.params.reservation, token, language: languageArgument(request) }
    const signed = { language: 'en', signedToken: token } as const
    const { checkoutVisit } = await run(gateway, request, ReadCheckoutDocument, variables, signed)
    return { token, visit: checkoutVisit }
  }

  return (app) => {
    app.get<CheckoutRoute>('/checkout/:reservation', { schema: { hide: true } as object }, async (request, reply) => {
      const { visit } = await read(request)
      return send(request, reply, visit)
    })

    app.post<CheckoutRoute>('/checkout/:reservation', { schema: { hide: true } as object }, async (request, reply) => {
      const { token, visit } = await read(request)
      const outcome = outcomes.find((one) => one === fieldOf(request, 'outcome'))
      const amountCents = centsIn(fieldOf(request, 'amountCents'))
      let ended = outcome === 'DECLINE' ? 'declined' : undefined
      // Pressed twice, or in two windows: the page shows the outcome.
      if (outcome && isOpen(visit))
        await run(
          gateway,
          request,
          PlayCheckoutDocument,
          { input: { token, outcome, amountCents } },
          { language: 'en' },
        ).catch((error: unknown) => {
          if (!(error instanceof OperationFailed) || !Object.hasOwn(refusals, error.code)) throw error
          ended = refusals[error.code]
        })
      const address = withQuery(`/checkout/${request.params.reservation}`, { token, ended })
      return reply.redirect(inSameLanguage(address, request), 303)
    })
  }

  function send(request: FastifyRequest<CheckoutRoute>, reply: FastifyReply, visit: Visit): FastifyReply {
    const language = languageOfVisit(visit, request)
    const text = texts[language]
    const body = html`${testNotice(visit.isTest, language)}
    ${isOpen(visit) ? toPay(visit, request.query.ended, language) : outcome(visit, language)}`
    return sendPage(
      reply.header('cache-control', 'no-store'),
      frame({
        title: `${text.title} – ${visit.bookingReference}`,
        language,
        assets,
        body,
        audience: 'guest',
        brand: visit.partnerName,
        otherLanguage: inOtherLanguage(request, language),
        styles: ['guest'],
      }),
    )
  }

  /** The booking, and its payment. */
  function toPay(visit: Visit, ended: unknown, language: Language): Html {
    const text = texts[language]
    const { partnerName, cancelUrl } = visit
    const isFree = visit.dueCents === 0
    return html`<h1>${isFree ? text.order : text.title}</h1>
      ${endedNotice(visit, ended, language)}
      <div class="checkout">
        <section class="order card" aria-labelledby="order">
          ${picture(visit, publicUrl)}
          <h2 id="order" class="visually-hidden">${text.order}</h2>
          <p class="ticket-seller">${text.with} <bdi>${partnerName}</bdi></p>
          <p class="visit-name"><bdi>${visit.productName}</bdi></p>
          <p>${stateBadge(visit, language)}</p>
          ${visitTime(visit, language)}
          <p class="visit-place"><bdi>${visit.meeting.place}</bdi></p>
          ${partyFacts(visit, language)} ${!visit.hidePrice && priceTable(visit, language)}
        </section>
        <section class="payment card" aria-labelledby="to-pay">
          <h2 id="to-pay">${isFree ? text.free : text.toPay}</h2>
          ${!isFree && showsAmount(visit) && html`<p class="amount">${moneyText(visit.dueCents, visit.currency)}</p>`}
          ${
            visit.heldUntil &&
            html`<p class="held">
              ${text.held} <strong>${dateTimeText(visit.heldUntil, language, visit.timezone)}</strong>.
            </p>`
          }
          ${isFree ? confirmForm(language) : visit.isTest ? payForm(visit, language) : html`<p>${text.arranged(partnerName)}</p>`}
          <h3>${text.cancelling}</h3>
          ${refundTerms(visit, language)}
          ${cancelUrl && html`<p><a href="${cancelUrl}">${text.without(partnerName)}</a></p>`}
        </section>
      </div>`
  }

  /** Above the booking: below it, a guest with a phone would not see that the payment failed. */
  function endedNotice(visit: Visit, ended: unknown, language: Language): Html | false {
    const text = texts[language]
    if (ended === 'declined') return html`<p class="notice bad" role="alert">${text.declined}</p>`
    if (ended === 'changed') return html`<p class="notice warn" role="alert">${text.changed}</p>`
    if (ended === 'closed')
      return html`<p class="notice bad" role="alert">${text.dayClosed} ${text.another(visit.partnerName)}</p>`
    return false
  }

  /** For a visit that costs nothing. */
  function confirmForm(language: Language): Html {
    const text = texts[language]
    return html`<p>${text.freeWhy}</p>
      <form method="post" class="pay">
        <input type="hidden" name="amountCents" value="0" />
        <button class="primary" name="outcome" value="PAY">${text.confirm}</button>
      </form>`
  }

  function payForm(visit: Visit, language: Language): Html {
    const text = texts[language]
    return html`<form method="post" class="pay">
      <input type="hidden" name="amountCents" value="${visit.dueCents}" />
      <button class="primary" name="outcome" value="PAY">
        ${text.pay} ${moneyText(visit.dueCents, visit.currency)}
      </button>
      <p class="hint">${text.choose}</p>
      <p class="actions">
        <button name="outcome" value="DECLINE">${text.decline}</button>
        ${visit.status === 'PENDING' && html`<button name="outcome" value="EXPIRE">${text.expire}</button>`}
      </p>
    </form>`
  }

  /** The ticket once it is paid, or why there is nothing to pay and what to do. */
  function outcome(visit: Visit, language: Language): Html {
    const text = texts[language]
    const { partnerName, returnUrl, cancelUrl } = visit
    if (visit.isValid)
      return html`<div class="notice good">
          <p role="status"><strong>${text.done}</strong></p>
          <p>${text.mailed}</p>
        </div>
        <p class="actions">
          ${returnUrl && html`<a class="button" href="${returnUrl}">${text.back(partnerName)}</a>`}
          <a class="button" href="${inSameLanguageOf(visit, language)}">${text.visit}</a>
        </p>
        ${ticket(visit, language, publicUrl)}`
    const isUnpaid = visit.status === 'CANCELLED' && visit.paidCents === 0
    const home = cancelUrl ?? returnUrl
    return html`<section class="card decision">
      <p>${stateBadge(visit, language)}</p>
      <h1>${isUnpaid ? text.lapsed : text.ended}</h1>
      <p class="lead"><bdi>${visit.productName}</bdi></p>
      ${visitTime(visit, language)}
      <p role="status">${isUnpaid ? text.lapsedWhy : text.endedWhy}</p>
      <p>${text.again(partnerName)}</p>
      ${home && html`<p class="actions"><a class="button primary" href="${home}">${text.back(partnerName)}</a></p>`}
    </section>`
  }
}

/** The page of the visit, in the language of this one. */
const inSameLanguageOf = (visit: Visit, language: Language): string =>
  withQuery(pathOf(visit.visitUrl), { lang: language === lowerName(visit.language) ? undefined : language })
