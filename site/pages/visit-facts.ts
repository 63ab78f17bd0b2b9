import type { FastifyRequest } from 'fastify'
import { lowerName } from '../../schema/present-fields.ts'
import { html, type Html } from '../../platform/http/pages.ts'
import type { Language } from '../../platform/values/i18n.ts'
import { partyText } from '../../schema/party-text.ts'
import type { GuestVisitFieldsFragment, ReservationStatus, TextLanguage } from '../generated/operations.ts'

export type Visit = GuestVisitFieldsFragment

const texts = {
  en: {
    test: 'TEST: this is the sandbox. Nothing is really reserved or charged.',
    who: 'Who',
    extras: 'Extras',
    reference: 'Booking reference',
    states: {
      PENDING: 'Waiting for payment',
      CONFIRMED: 'Confirmed',
      IN_PROGRESS: 'You are there',
      COMPLETED: 'Completed',
      CANCELLED: 'Cancelled',
      NO_SHOW: 'Missed',
      REFUNDED: 'Refunded',
    },
  },
  es: {
    test: 'TEST (PRUEBA): este es el entorno de pruebas. No se reserva ni se cobra nada.',
    who: 'Quiénes',
    extras: 'Extras',
    reference: 'Referencia',
    states: {
      PENDING: 'En espera de pago',
      CONFIRMED: 'Confirmada',
      IN_PROGRESS: 'En curso',
      COMPLETED: 'Realizada',
      CANCELLED: 'Cancelada',
      NO_SHOW: 'No se presentó',
      REFUNDED: 'Reembolsada',
    },
  },
} as const

/** Classes of badges by what a state means for the guest; what is over is none of them. */
const tones: Readonly<Partial<Record<ReservationStatus, string>>> = {
  PENDING: 'warn',
  CONFIRMED: 'good',
  IN_PROGRESS: 'info',
  COMPLETED: 'good',
}

/** The language that the page's address names; undefined for the guest's own. */
export function requestedLanguage({ query }: Pick<FastifyRequest, 'query'>): Language | undefined {
  const { lang } = (query ?? {}) as { lang?: unknown }
  return lang === 'en' || lang === 'es' ? lang : undefined
}

/** The same as an argument of an operation. */
export const languageArgument = (request: Pick<FastifyRequest, 'query'>): TextLanguage | null =>
  (requestedLanguage(request)?.toUpperCase() as TextLanguage | undefined) ?? null

export const languageOfVisit = ({ language }: Pick<Visit, 'language'>, request: FastifyRequest): Language =>
  requestedLanguage(request) ?? lowerName(language)

/** An address with members of its query replaced, or left out when undefined. */
export function withQuery(address: string, members: Readonly<Record<string, string | undefined>>): string {
  const [path = '', query = ''] = address.split('?')
  const params = new URLSearchParams(query)
  for (const [name, value] of Object.entries(members))
    if (value === undefined) params.delete(name)
    else params.set(name, value)
  return params.size > 0 ? `${path}?${params}` : path
}

/** The same page in the other language; a message about what was just done is not repeated there. */
export const inOtherLanguage = ({ url }: FastifyRequest, language: Language): string =>
  withQuery(url, { lang: language === 'en' ? 'es' : 'en', ended: undefined, done: undefined })

/** A path with the language that the page's address names, so that the guest stays in it. */
export const inSameLanguage = (path: string, request: Pick<FastifyRequest, 'query'>): string =>
  withQuery(path, { lang: requestedLanguage(request) })

/** The path of a URL of this server, so that the link also works under another name of the server. */
export function pathOf(address: string): string {
  const { pathname, search } = new URL(address)
  return pathname + search
}

export const testNotice = (isTest: boolean, language: Language): Html | false =>
  isTest && html`<p class="notice warn">${texts[language].test}</p>`

export const stateBadge = ({ status }: Pick<Visit, 'status'>, language: Language): Html =>
  html`<span class="badge ${tones[status]}">${texts[language].states[status]}</span>`

/** The party, and what it booked besides the visit. */
export function partyFacts(visit: Visit, language: Language): Html {
  const text = texts[language]
  const fact = (name: string, value: Html | string) =>
    html`<div>
      <dt>${name}</dt>
      <dd>${value}</dd>
    </div>`
  return html`<dl class="visit-facts">
    ${fact(
      text.who,
      html`${partyText(visit.visitors, language)}${visit.guestName && html`<br /><bdi>${visit.guestName}</bdi>`}`,
    )}
    ${visit.services.length > 0 && fact(text.extras, visit.services.join(', '))}
    ${fact(text.reference, html`<strong class="reference">${visit.bookingReference}</strong>`)}
  </dl>`
}
