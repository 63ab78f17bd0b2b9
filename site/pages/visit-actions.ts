import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html, type Html } from '../../platform/http/pages.ts'
import { moneyText } from '../../platform/values/display.ts'
import type { Language } from '../../platform/values/i18n.ts'
import type { SiteContext } from '../context.ts'
import { fieldOf } from '../forms.ts'
import { OperationFailed, run } from '../gateway.ts'
import {
  CancelVisitDocument,
  ChangeVisitDocument,
  PlayCheckoutDocument,
  ResendVisitTicketDocument,
} from '../generated/operations.ts'
import { visitTime } from './ticket.ts'
import { inSameLanguage, withQuery, type Visit } from './visit-facts.ts'
import { readVisit, sendVisitPage, type VisitRoute } from './visit-page.ts'

const texts = {
  en: {
    cancel: {
      title: 'Cancel this visit?',
      about: 'The places go to other guests, and the ticket is no longer valid.',
      paid: 'Paid',
      back: 'You get back',
      fees: 'Not paid back',
      all: 'All that was paid',
      part: (percentage: number) => `${percentage}% of what was paid`,
      nothing: 'Nothing',
      takes: 'Paid back within',
      keep: 'Keep the visit',
      confirm: 'Cancel the visit',
      moved: 'The refund is another one meanwhile. Please look at it before you cancel.',
    },
    change: {
      title: 'Choose another hour',
      about: 'These hours of the same day have room for all of you.',
      none: 'No other hour of this day has room for all of you.',
      present: 'now',
      from: 'Until now',
      to: 'New hour',
      price: 'Price',
      same: 'stays the same',
      more: (amount: string) => `${amount} more`,
      less: (amount: string) => `${amount} less`,
      keep: 'Leave it as it is',
      confirm: (time: string) => `Change to ${time}`,
      moved: 'That hour has no room any more, or its price is another one. Please choose again.',
    },
  },
  es: {
    cancel: {
      title: '¿Cancelar esta visita?',
      about: 'Los lugares pasan a otros visitantes y el boleto deja de valer.',
      paid: 'Pagado',
      back: 'Se le devuelve',
      fees: 'No se devuelve',
      all: 'Todo lo pagado',
      part: (percentage: number) => `El ${percentage}\u00a0% de lo pagado`,
      nothing: 'Nada',
      takes: 'Se devuelve en',
      keep: 'Conservar la visita',
      confirm: 'Cancelar la visita',
      moved: 'Entretanto el reembolso es otro. Revíselo antes de cancelar.',
    },
    change: {
      title: 'Elegir otra hora',
      about: 'Estas horas del mismo día tienen lugar para todos ustedes.',
      none: 'Ninguna otra hora de este día tiene lugar para todos ustedes.',
      present: 'ahora',
      from: 'Hasta ahora',
      to: 'Nueva hora',
      price: 'Precio',
      same: 'sigue igual',
      more: (amount: string) => `${amount} más`,
      less: (amount: string) => `${amount} menos`,
      keep: 'Dejar todo como está',
      confirm: (time: string) => `Cambiar a las ${time}`,
      moved: 'Esa hora ya no tiene lugar o su precio es otro. Elija de nuevo.',
    },
  },
} as const

/** Actions count for the token of the visit and the address of the guest. */
const counted = ({ params }: FastifyRequest<VisitRoute>) => ({ language: 'en', signedToken: params.token }) as const

/** Refusals after which the guest should see the present state: what the page showed is no longer true. */
const isOutdated = (error: unknown): boolean =>
  error instanceof OperationFailed && (error.statusCode === 409 || error.statusCode === 422)

/**
 * The actions of a guest, as far as the partner lets it: each has a page that shows its consequences, and is made by a
 * form of its own.
 */
export function visitActions(context: SiteContext): (app: FastifyInstance) => void {
  const { gateway } = context.options
  const hidden = { schema: { hide: true } as object }

  /** Runs a change, then shows the visit; or, where it no longer fits, the page that it was made on. */
  async function change(
    request: FastifyRequest<VisitRoute>,
    reply: FastifyReply,
    { page, done }: { page: string; done?: string },
    act: () => Promise<unknown>,
  ): Promise<FastifyReply> {
    const { token } = request.params
    const address = (path: string, message?: string): string =>
      inSameLanguage(withQuery(path, { done: message }), request)
    try {
      await act()
    } catch (error) {
      if (!isOutdated(error)) throw error
      return reply.redirect(address(`/visits/${token}/${page}`, 'moved'), 303)
    }
    return reply.redirect(address(`/visits/${token}`, done), 303)
  }
  const leave = (request: FastifyRequest<VisitRoute>, reply: FastifyReply): FastifyReply =>
    reply.redirect(inSameLanguage(withQuery(`/visits/${request.params.token}`, { done: 'closed' }), request), 303)

  return (app) => {
    app.get<VisitRoute>('/visits/:token/cancel', hidden, async (request, reply) => {
      const { visit, language } = await readVisit(context, request)
      if (!visit.cancellationQuote) return leave(request, reply)
      const { title } = texts[language].cancel
      return sendVisitPage(context, request, reply, {
        visit,
        language,
        title,
        body: cancelForm(visit, request, language),
      })
    })
    app.post<VisitRoute>('/visits/:token/cancel', hidden, (request, reply) => {
      const input = { token: request.params.token, refundCents: Number(fieldOf(request, 'refundCents')) }
      return change(request, reply, { page: 'cancel' }, () =>
        run(gateway, request, CancelVisitDocument, { input }, counted(request)),
      )
    })

    app.get<VisitRoute>('/visits/:token/change', hidden, async (request, reply) => {
      const { visit, language } = await readVisit(context, request)
      if (visit.visitTimes.length === 0) return leave(request, reply)
      const { title } = texts[language].change
      return sendVisitPage(context, request, reply, {
        visit,
        language,
        title,
        body: changeForm(visit, request, language),
      })
    })
    app.post<VisitRoute>('/visits/:token/change', hidden, (request, reply) => {
      const input = {
        token: request.params.token,
        visitTime: fieldOf(request, 'visitTime'),
        totalCents: Number(fieldOf(request, 'totalCents')),
      }
      return change(request, reply, { page: 'change', done: 'changed' }, () =>
        run(gateway, request, ChangeVisitDocument, { input }, counted(request)),
      )
    })

    // A visit with something to pay is confirmed by its payment alone.
    app.post<VisitRoute>('/visits/:token/confirm', hidden, async (request, reply) => {
      const { token } = request.params
      let done: string | undefined
      try {
        const input = { token, outcome: 'PAY', amountCents: 0 } as const
        await run(gateway, request, PlayCheckoutDocument, { input }, { language: 'en' })
      } catch (error) {
        if (!(error instanceof OperationFailed) || error.statusCode === 404) throw error
        if (error.code !== 'INVALID_STATE_TRANSITION') done = 'closed'
      }
      return reply.redirect(inSameLanguage(withQuery(`/visits/${token}`, { done }), request), 303)
    })

    app.post<VisitRoute>('/visits/:token/resend', hidden, async (request, reply) => {
      const { token } = request.params
      let done = 'sent'
      try {
        await run(gateway, request, ResendVisitTicketDocument, { input: { token } }, counted(request))
      } catch (error) {
        if (!(error instanceof OperationFailed) || error.statusCode === 404) throw error
        done = error.statusCode === 429 ? 'limit' : 'closed'
      }
      return reply.redirect(inSameLanguage(withQuery(`/visits/${token}`, { done }), request), 303)
    })
  }
}

const movedNotice = (request: FastifyRequest<VisitRoute>, text: string): Html | false =>
  request.query.done === 'moved' && html`<p class="notice warn" role="alert">${text}</p>`

const heading = (visit: Visit, title: string, language: Language): Html =>
  html`<h1>${title}</h1>
    <p class="lead"><bdi>${visit.productName}</bdi></p>
    ${visitTime(visit, language)}`

function cancelForm(visit: Visit, request: FastifyRequest<VisitRoute>, language: Language): Html {
  const text = texts[language].cancel
  const refund = visit.cancellationQuote?.refund
  const money = (cents: number): string => moneyText(cents, visit.currency)
  const amount = refund?.eligible ? refund.amountCents : 0
  const fees = refund?.feesCents ?? 0
  // Without amounts, the share of what was paid.
  const share =
    amount === 0 ? text.nothing : fees === 0 ? text.all : text.part(Math.round((100 * amount) / (amount + fees)))
  return html`${movedNotice(request, text.moved)}
    <section class="card decision">
      ${heading(visit, text.title, language)}
      <p>${text.about}</p>
      <dl class="facts">
        ${
          !visit.hidePrice &&
          html`<dt>${text.paid}</dt>
            <dd>${money(visit.paidCents)}</dd>`
        }
        <dt>${text.back}</dt>
        <dd><strong>${visit.hidePrice ? share : money(amount)}</strong></dd>
        ${
          !visit.hidePrice &&
          fees > 0 &&
          html`<dt>${text.fees}</dt>
            <dd>${money(fees)}</dd>`
        }
        ${
          refund &&
          amount > 0 &&
          html`<dt>${text.takes}</dt>
            <dd>${refund.processingTime}</dd>`
        }
      </dl>
      <form method="post" class="actions">
        <a class="button primary" href="${inSameLanguage(`/visits/${request.params.token}`, request)}">${text.keep}</a>
        <button class="danger" name="refundCents" value="${amount}">${text.confirm}</button>
      </form>
    </section>`
}

function changeForm(visit: Visit, request: FastifyRequest<VisitRoute>, language: Language): Html {
  const text = texts[language].change
  const { visitTimes, currency } = visit
  const page = inSameLanguage(`/visits/${request.params.token}/change`, request)
  const price = (cents: number): string =>
    cents === 0 ? text.same : cents > 0 ? text.more(moneyText(cents, currency)) : text.less(moneyText(-cents, currency))
  const chosen = visitTimes.find((one) => one.visitTime === request.query.time && !one.isCurrent)
  const keep = html`<a class="button" href="${inSameLanguage(`/visits/${request.params.token}`, request)}"
    >${text.keep}</a
  >`
  const quote =
    chosen &&
    html`<dl class="facts">
        <dt>${text.from}</dt>
        <dd>${visit.visitTime}</dd>
        <dt>${text.to}</dt>
        <dd><strong>${chosen.visitTime}</strong></dd>
        <dt>${text.price}</dt>
        <dd>${price(chosen.differenceCents)}</dd>
      </dl>
      <form method="post" action="${page}" class="actions">
        <input type="hidden" name="totalCents" value="${visit.totalCents + chosen.differenceCents}" />
        <button class="primary" name="visitTime" value="${chosen.visitTime}">${text.confirm(chosen.visitTime)}</button>
        ${keep}
      </form>`
  return html`${movedNotice(request, text.moved)}
    <section class="card decision">
      ${heading(visit, text.title, language)}
      <p>${visitTimes.length > 1 ? text.about : text.none}</p>
      <ul class="hours">
        ${visitTimes.map(({ visitTime: time, isCurrent, differenceCents }) =>
          isCurrent
            ? html`<li>
                <span class="hour">${time} <small>${text.present}</small></span>
              </li>`
            : html`<li>
                <a
                  class="button"
                  href="${withQuery(page, { time })}"
                  ${time === chosen?.visitTime && html` aria-current="true"`}
                  >${time}${differenceCents !== 0 && html` <small>${price(differenceCents)}</small>`}</a
                >
              </li>`,
        )}
      </ul>
      ${quote || html`<p class="actions">${keep}</p>`}
    </section>`
}
