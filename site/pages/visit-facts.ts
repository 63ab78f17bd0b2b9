import { html, type Html } from '../../platform/http/pages.ts'
import type { Language } from '../../platform/values/i18n.ts'
import { partyText } from '../../schema/party-text.ts'
import { transportText } from '../../schema/transport-text.ts'
import type { GuestVisitFieldsFragment } from '../generated/operations.ts'

export type Visit = GuestVisitFieldsFragment

const texts = {
  en: {
    test: 'TEST: this is the sandbox. Nothing is really reserved or charged.',
    when: 'When',
    where: 'Where',
    map: 'Open in a map',
    who: 'Who',
    extras: 'Extras',
    total: 'Total',
    paid: 'Paid',
    returned: 'Returned',
    due: 'Balance due',
    credit: 'To be returned',
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
    when: 'Cuándo',
    where: 'Dónde',
    map: 'Abrir en un mapa',
    who: 'Quiénes',
    extras: 'Extras',
    total: 'Total',
    paid: 'Pagado',
    returned: 'Devuelto',
    due: 'Saldo por pagar',
    credit: 'Por devolver',
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

const localeOf = (language: Language): string => (language === 'es' ? 'es-MX' : 'en-US')

export const amountText = (cents: number, currency: string, language: Language): string =>
  new Intl.NumberFormat(localeOf(language), { style: 'currency', currency, currencyDisplay: 'code' }).format(
    cents / 100,
  )

export const dateText = (localDate: string, language: Language): string =>
  new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'full', timeZone: 'UTC' }).format(new Date(localDate))

/** An instant in the time zone of the cenote. */
export const instantText = (instant: string, { timezone }: Pick<Visit, 'timezone'>, language: Language): string =>
  new Intl.DateTimeFormat(localeOf(language), {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: timezone,
  }).format(new Date(instant))

export const languageOfVisit = ({ language }: Visit): Language => (language === 'es' ? 'es' : 'en')

export const testNotice = (isTest: boolean, language: Language): Html | false =>
  isTest && html`<p class="notice">${texts[language].test}</p>`

/** State, time, place, people and money of a visit. */
export function visitFacts(visit: Visit, language: Language): Html {
  const text = texts[language]
  const { visitors, status, currency } = visit
  const amount = (cents: number): string => amountText(cents, currency, language)
  const map = `https://www.openstreetmap.org/?mlat=${visit.latitude}&mlon=${visit.longitude}#map=15/${visit.latitude}/${visit.longitude}`
  const transport = visit.transport && transportText(visit.transport, visit.visitDate, language)
  const isOpen = status === 'PENDING' || status === 'CONFIRMED' || status === 'IN_PROGRESS' || status === 'COMPLETED'
  return html`<p><span class="state ${isOpen ? 'good' : 'bad'}">${text.states[status]}</span></p>
    <dl class="facts">
      <dt>${text.reference}</dt>
      <dd><strong>${visit.bookingReference}</strong></dd>
      <dt>${text.when}</dt>
      <dd>${dateText(visit.visitDate, language)}, ${visit.visitTime}</dd>
      <dt>${text.where}</dt>
      <dd>${visit.productName}<br />${visit.address}<br /><a href="${map}" rel="noreferrer">${text.map}</a></dd>
      <dt>${text.who}</dt>
      <dd>${visit.guestName && html`${visit.guestName}<br />`}${partyText(visitors, language)}</dd>
      ${
        visit.services.length > 0 &&
        html`<dt>${text.extras}</dt>
          <dd>${visit.services.join(', ')}</dd>`
      }
      ${
        transport &&
        html`<dt>${transport.label}</dt>
          <dd>${transport.value}</dd>`
      }
      <dt>${text.total}</dt>
      <dd>${amount(visit.totalCents)}</dd>
      ${
        visit.paidCents > 0 &&
        html`<dt>${text.paid}</dt>
          <dd>${amount(visit.paidCents)}</dd>`
      }
      ${
        visit.returnedCents > 0 &&
        html`<dt>${text.returned}</dt>
          <dd>${amount(visit.returnedCents)}</dd>`
      }
      ${
        visit.paidCents > 0 &&
        visit.dueCents > 0 &&
        html`<dt>${text.due}</dt>
          <dd>${amount(visit.dueCents)}</dd>`
      }
      ${
        visit.creditCents > 0 &&
        html`<dt>${text.credit}</dt>
          <dd>${amount(visit.creditCents)}</dd>`
      }
    </dl>`
}
