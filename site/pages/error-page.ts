import type { FastifyReply, FastifyRequest } from 'fastify'
import { html, sendPage } from '../../platform/http/pages.ts'
import { frame, languageFor } from '../frame.ts'
import type { Assets } from '../../platform/http/assets.ts'

const texts = {
  en: {
    404: ['There is no such page', 'The address may be mistyped, or it has expired.'],
    400: ['This form is incomplete', 'Go back, reload the page and try once more.'],
    403: ['This was not sent from our page', 'Go back, reload the page and try once more.'],
    429: ['Too many requests', 'Please wait a moment and try again.'],
    500: ['Something went wrong', 'The failure is ours. Please try again in a moment.'],
    503: ['Not available right now', 'Please try again in a moment.'],
    // Guests open these addresses from e-mails and have no start page here.
    guest404:
      'Open the link in your e-mail again: the address may have been cut off. Links end 30 days after the visit. If it still does not work, contact the company that you booked with.',
    home: 'To the start page',
    id: 'Request',
  },
  es: {
    404: ['Esta página no existe', 'Puede que la dirección esté mal escrita o haya vencido.'],
    400: ['Este formulario está incompleto', 'Vuelva atrás, recargue la página e inténtelo otra vez.'],
    403: ['Esto no se envió desde nuestra página', 'Vuelva atrás, recargue la página e inténtelo otra vez.'],
    429: ['Demasiadas solicitudes', 'Espere un momento e inténtelo de nuevo.'],
    500: ['Algo salió mal', 'La falla es nuestra. Inténtelo de nuevo en un momento.'],
    503: ['No disponible por ahora', 'Inténtelo de nuevo en un momento.'],
    guest404:
      'Abra otra vez el enlace de su correo: puede que la dirección esté incompleta. Los enlaces vencen 30 días después de la visita. Si sigue sin funcionar, comuníquese con la empresa con la que reservó.',
    home: 'Ir al inicio',
    id: 'Solicitud',
  },
} as const

type PageStatus = 400 | 403 | 404 | 429 | 500 | 503

const statusOf = (status: number): PageStatus =>
  status === 400 || status === 403 || status === 404 || status === 429 || status === 503
    ? status
    : status < 500
      ? 404
      : 500

/** Whether an address is one of those that guests are sent. */
const isForGuests = (url: string): boolean => /^\/(checkout|visits|reviews|documents)\//.test(url)

/** A page instead of an error in JSON. */
export function sendErrorPage(
  assets: Assets,
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
): FastifyReply {
  const language = languageFor(request)
  const text = texts[language]
  const shown = statusOf(status)
  const [title, advice] = text[shown]
  const isGuest = isForGuests(request.url)
  const body = html`<h1>${title}</h1>
    <p class="lead">${isGuest && shown === 404 ? text.guest404 : advice}</p>
    ${!isGuest && html`<p><a href="/">${text.home}</a></p>`}
    ${shown >= 500 && html`<p>${text.id}: <code>${request.id}</code></p>`}`
  return sendPage(
    reply.code(shown),
    frame({ title, language, assets, body, audience: isGuest ? 'guest' : 'developer' }),
  )
}
