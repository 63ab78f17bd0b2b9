import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html, sendPage, type Html } from '../../platform/http/pages.ts'
import type { Language } from '../../platform/values/i18n.ts'
import { fieldOf } from '../forms.ts'
import { frame } from '../frame.ts'
import { OperationFailed, run } from '../gateway.ts'
import { PlayCheckoutDocument, ReadCheckoutDocument, type CheckoutOutcome } from '../generated/operations.ts'
import type { SiteContext } from '../context.ts'
import { amountText, instantText, languageOfVisit, testNotice, visitFacts, type Visit } from './visit-facts.ts'

const texts = {
  en: {
    title: 'Payment',
    pay: 'Pay',
    decline: 'Decline the card',
    expire: 'Let the hold expire',
    choose: 'Play the guest: choose how the payment ends.',
    held: 'The places are held until',
    declined: 'The card was declined. The places are still held: try again.',
    dayClosed: 'This day or time was closed in the meantime. Nothing was charged.',
    done: 'Thank you. The visit is confirmed.',
    closed: 'There is nothing to pay.',
    arranged: 'The company that you booked with arranges the payment. Please contact it.',
  },
  es: {
    title: 'Pago',
    pay: 'Pagar',
    decline: 'Rechazar la tarjeta',
    expire: 'Dejar vencer el apartado',
    choose: 'Haga de cliente: elija cómo termina el pago.',
    held: 'Los lugares están apartados hasta',
    declined: 'La tarjeta fue rechazada. Los lugares siguen apartados: inténtelo de nuevo.',
    dayClosed: 'Este día u horario se cerró entretanto. No se cobró nada.',
    done: 'Gracias. La visita está confirmada.',
    closed: 'No hay nada que pagar.',
    arranged: 'La empresa con la que reservó se encarga del pago. Comuníquese con ella.',
  },
} as const

const outcomes: readonly CheckoutOutcome[] = ['PAY', 'DECLINE', 'EXPIRE']

interface CheckoutRoute {
  Params: { reservation: string }
  Querystring: { token?: unknown; ended?: unknown }
}

/** The payment page of a reservation: in the sandbox it simulates the payment, in live it refers to the partner. */
export function checkout({ options, assets }: SiteContext): (app: FastifyInstance) => void {
  const { gateway } = options

  async function read(request: FastifyRequest<CheckoutRoute>): Promise<{ token: string; visit: Visit }> {
    const { token } = request.query
    if (typeof token !== 'string') throw new OperationFailed('NOT_FOUND', 'No token', 404)
    const { reservation } = request.params
    const signed = { language: 'en', signedToken: token } as const
    const { checkoutVisit } = await run(gateway, request, ReadCheckoutDocument, { reservation, token }, signed)
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
      // Pressed twice, or in two windows: the page shows the outcome.
      const isOpen = visit.status === 'PENDING' || (visit.status === 'CONFIRMED' && visit.dueCents > 0)
      let isClosed = false
      if (outcome && isOpen)
        await run(gateway, request, PlayCheckoutDocument, { input: { token, outcome } }, { language: 'en' }).catch(
          (error: unknown) => {
            if (!(error instanceof OperationFailed)) throw error
            isClosed = error.code === 'CENOTE_NOT_AVAILABLE' || error.code === 'TOUR_NOT_AVAILABLE'
            if (!isClosed && error.code !== 'INVALID_STATE_TRANSITION') throw error
          },
        )
      const ended = isClosed ? '&ended=closed' : outcome === 'DECLINE' ? '&ended=declined' : ''
      return reply.redirect(`/checkout/${request.params.reservation}?token=${encodeURIComponent(token)}${ended}`, 303)
    })
  }

  function send(request: FastifyRequest<CheckoutRoute>, reply: FastifyReply, visit: Visit): FastifyReply {
    const language = languageOfVisit(visit)
    const text = texts[language]
    const body = html`<h1>${text.title}: <bdi>${visit.productName}</bdi></h1>
      ${testNotice(visit.isTest, language)}
      <section class="card">${visitFacts(visit, language)}</section>
      ${next(visit, request.query.ended, language)}`
    return sendPage(
      reply.header('cache-control', 'no-store'),
      frame({ title: `${text.title} – ${visit.bookingReference}`, language, assets, body, audience: 'guest' }),
    )
  }

  function next(visit: Visit, ended: unknown, language: Language): Html {
    const text = texts[language]
    const notice = ended === 'declined' ? text.declined : ended === 'closed' ? text.dayClosed : undefined
    const isOpen = visit.status === 'PENDING' || (visit.status === 'CONFIRMED' && visit.dueCents > 0)
    if (visit.status === 'CONFIRMED' && visit.dueCents === 0) return html`<p role="status">${text.done}</p>`
    if (!isOpen) return html`<p role="status">${text.closed}</p>`
    const held = visit.heldUntil && html`<p>${text.held} ${instantText(visit.heldUntil, visit, language)}.</p>`
    if (!visit.isTest)
      return html`${held}
        <p>${text.arranged}</p>`
    return html`${held} ${notice && html`<p class="notice" role="alert">${notice}</p>`}
      <p>${text.choose}</p>
      <form method="post" class="actions">
        <button class="primary" name="outcome" value="PAY">
          ${text.pay} ${amountText(visit.dueCents, visit.currency, language)}
        </button>
        <button name="outcome" value="DECLINE">${text.decline}</button>
        ${visit.status === 'PENDING' && html`<button name="outcome" value="EXPIRE">${text.expire}</button>`}
      </form>`
  }
}
