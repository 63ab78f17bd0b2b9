import type { FastifyInstance } from 'fastify'
import { html, sendPage, socketsOf, strictPagePolicy, wantsPage, type Html } from '../../platform/http/pages.ts'
import type { Language } from '../../platform/values/i18n.ts'
import { frame, languageFor, productName } from '../frame.ts'
import { run } from '../gateway.ts'
import { ReadStateDocument, type ServiceState } from '../generated/operations.ts'
import type { SiteContext } from '../context.ts'

const texts = {
  en: {
    title: 'Sell visits to cenotes and tours',
    lead: 'Availability, prices and reservations of cenotes and tours in Yucatán, Quintana Roo and Campeche, for partners who sell visits to them. One address, one API key: as REST, as GraphQL, or as live events.',
    states: { OPERATIONAL: 'Up and running', DEGRADED: 'Some parts do not respond', UNAVAILABLE: 'Not available now' },
    ways: 'Three ways in',
    withKey:
      'These requests work as they are: the key belongs to the demo data of the sandbox, where nothing is really booked or charged.',
    withoutKey: 'Replace YOUR_API_KEY with the key that you were given.',
    rest: 'Plain HTTP and JSON, for booking engines and back offices.',
    graphql: 'Exactly the fields that a page shows, in one request.',
    socket:
      'Every change of your reservations, once and in order. Paste this into the console of your browser, or into Node.js 22 or later.',
    first: 'Make the first booking',
    console: 'Open the console',
    reference: 'REST reference',
    copy: 'Copy',
    next: 'Next',
    links: [
      ['/docs/quickstarts/partner', 'First booking in ten minutes', 'for partner developers'],
      ['/docs/quickstarts/frontend', 'Cenotes on a page in ten minutes', 'for frontend developers'],
      ['/docs/quickstarts/subscriber', 'Live events in ten minutes', 'over WebSocket or server-sent events'],
      ['/docs/quickstarts/operator', 'Run it yourself', 'for operators'],
      ['/docs/typed-client', 'Typed client', 'for TypeScript, installed from this address'],
      ['/docs/samples', 'Code samples', 'every main operation in curl, JavaScript and Python'],
      ['/docs/testing', 'Testing', 'demo keys, coupons and special dates'],
      ['/docs/events-reference', 'Event reference', 'every message of WebSocket, server-sent events and webhooks'],
    ],
  },
  es: {
    title: 'Venda visitas a cenotes y tours',
    lead: 'Disponibilidad, precios y reservaciones de cenotes y tours en Yucatán, Quintana Roo y Campeche, para socios que venden visitas. Una dirección y una clave: por REST, por GraphQL o como eventos en vivo.',
    states: { OPERATIONAL: 'En servicio', DEGRADED: 'Algunas partes no responden', UNAVAILABLE: 'Fuera de servicio' },
    ways: 'Tres maneras de empezar',
    withKey:
      'Estas solicitudes funcionan tal cual: la clave es de los datos de demostración del entorno de pruebas, donde nada se reserva ni se cobra de verdad.',
    withoutKey: 'Sustituya YOUR_API_KEY por la clave que recibió.',
    rest: 'HTTP y JSON, para motores de reservas y sistemas internos.',
    graphql: 'Solo los campos que una página muestra, en una solicitud.',
    socket:
      'Cada cambio de sus reservaciones, una vez y en orden. Péguelo en la consola del navegador, o en Node.js 22 o posterior.',
    first: 'Haga la primera reservación',
    console: 'Abrir la consola',
    reference: 'Referencia REST',
    copy: 'Copiar',
    next: 'Siguiente paso',
    links: [
      ['/docs/quickstarts/partner', 'Primera reservación en diez minutos', 'para socios (en inglés)'],
      ['/docs/quickstarts/frontend', 'Cenotes en una página en diez minutos', 'para desarrollo web (en inglés)'],
      ['/docs/quickstarts/subscriber', 'Eventos en vivo en diez minutos', 'por WebSocket o SSE (en inglés)'],
      ['/docs/quickstarts/operator', 'Instalación propia', 'para operadores (en inglés)'],
      ['/docs/typed-client', 'Cliente tipado', 'para TypeScript, se instala desde esta dirección (en inglés)'],
      ['/docs/samples', 'Ejemplos de código', 'en curl, JavaScript y Python (en inglés)'],
      ['/docs/testing', 'Pruebas', 'claves, cupones y fechas especiales (en inglés)'],
      ['/docs/events-reference', 'Referencia de eventos', 'mensajes por WebSocket, SSE y webhooks (en inglés)'],
    ],
  },
} as const

/** A request to paste, for each interface. */
export function firstRequests(publicUrl: string, apiKey: string): { rest: string; graphql: string; socket: string } {
  const query = '{ cenotes(first: 3) { nodes { name pricing { adultCents currency } } } }'
  const subscription = 'subscription { reservationEvents { type reservation { bookingReference status } } }'
  return {
    rest: `curl -H 'X-API-Key: ${apiKey}' '${publicUrl}/api/partner/cenotes?perPage=3&fields=name,pricing'`,
    graphql: `curl -H 'X-API-Key: ${apiKey}' -H 'Content-Type: application/json' \\
  -d '${JSON.stringify({ query })}' ${publicUrl}/graphql`,
    socket: `socket = new WebSocket('${publicUrl.replace(/^http/, 'ws')}/graphql', 'graphql-transport-ws')
send = (message) => socket.send(JSON.stringify(message))
socket.onopen = () => send({ type: 'connection_init', payload: { apiKey: '${apiKey}' } })
socket.onmessage = ({ data }) => {
  const message = JSON.parse(data)
  console.log(message)
  if (message.type === 'ping') send({ type: 'pong' })
  if (message.type === 'connection_ack')
    send({ id: '1', type: 'subscribe', payload: { query: '${subscription}' } })
}`,
  }
}

function content(
  language: Language,
  state: ServiceState,
  requests: ReturnType<typeof firstRequests>,
  hasKey: boolean,
): Html {
  const text = texts[language]
  const way = (id: string, title: string, about: string, kind: string, request: string) =>
    html`<section class="way" aria-labelledby="${id}">
      <div>
        <h3 id="${id}">${title}</h3>
        <p>${about}</p>
      </div>
      <div class="sample">
        <div class="sample-head">
          <span>${kind}</span>
          <button type="button" class="copy">${text.copy}</button>
        </div>
        <pre tabindex="0"><code>${request}</code></pre>
      </div>
    </section>`
  return html`<h1>${text.title}</h1>
    <p class="lead">${text.lead}</p>
    <p><span class="state ${state === 'OPERATIONAL' ? 'good' : 'bad'}">${text.states[state]}</span></p>
    <p class="actions">
      <a class="button primary" href="/docs/quickstarts/partner">${text.first}</a>
      <a class="button" href="/console">${text.console}</a>
      <a class="button" href="/docs/api">${text.reference}</a>
    </p>
    <h2>${text.ways}</h2>
    <p>${hasKey ? text.withKey : text.withoutKey}</p>
    ${way('rest', 'REST', text.rest, 'curl', requests.rest)}
    ${way('graphql', 'GraphQL', text.graphql, 'curl', requests.graphql)}
    ${way('websocket', 'WebSocket', text.socket, 'JavaScript', requests.socket)}
    <h2>${text.next}</h2>
    <ul class="next">
      ${text.links.map(
        ([address, title, about]) =>
          html`<li>
            <a class="card" href="${address}"><strong>${title}</strong> ${about}</a>
          </li>`,
      )}
    </ul>`
}

/** The page at `/`, for browsers; API clients get 404, as at any unknown path. */
export function landing({ options, assets }: SiteContext): (app: FastifyInstance) => void {
  const { publicUrl, demoKey, gateway } = options
  const requests = firstRequests(publicUrl, demoKey ?? 'YOUR_API_KEY')
  return (app) => {
    app.get('/', { schema: { hide: true } as object }, async (request, reply) => {
      if (!wantsPage(request)) return reply.callNotFound()
      const language = languageFor(request)
      const state = await run(gateway, request, ReadStateDocument, {}, { language }).then(
        ({ serviceStatus }) => serviceStatus.state,
        () => 'UNAVAILABLE' as const,
      )
      const page = frame({
        title: `${texts[language].title} – ${productName}`,
        description: texts[language].lead,
        language,
        assets,
        audience: 'developer',
        isListed: true,
        otherLanguage: language === 'en' ? '/?lang=es' : '/?lang=en',
        scripts: ['copy'],
        styles: ['landing'],
        body: content(language, state, requests, demoKey !== undefined),
      })
      return sendPage(reply.code(200), page, strictPagePolicy({ sockets: socketsOf(request.host) }))
    })
  }
}
