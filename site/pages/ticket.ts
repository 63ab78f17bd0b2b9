import { html, type Html } from '../../platform/http/pages.ts'
import { dateText, shortDateText } from '../../platform/values/display.ts'
import type { Language } from '../../platform/values/i18n.ts'
import { lowerName } from '../../schema/present-fields.ts'
import { transportNames, visitStart } from '../../schema/transport-text.ts'
import { partyFacts, pathOf, stateBadge, withQuery, type Visit } from './visit-facts.ts'

const texts = {
  en: {
    with: 'Booked with',
    hours: (count: string) => (count === '1' ? '1 hour' : `${count} hours`),
    minutes: (count: number) => `${count} minutes`,
    show: 'Show this code at the entrance',
    code: 'Confirmation code',
    qr: 'QR code of the reservation',
    forEach: 'Each of you has a ticket of their own in the PDF; all of them carry this code.',
    ticket: 'Ticket (PDF)',
    tickets: 'Tickets (PDF)',
    calendar: 'Add to calendar',
  },
  es: {
    with: 'Reservado con',
    hours: (count: string) => (count === '1' ? '1 hora' : `${count} horas`),
    minutes: (count: number) => `${count} minutos`,
    show: 'Muestre este código en la entrada',
    code: 'Código de confirmación',
    qr: 'Código QR de la reservación',
    forEach: 'En el PDF cada persona tiene su propio boleto; todos llevan este código.',
    ticket: 'Boleto (PDF)',
    tickets: 'Boletos (PDF)',
    calendar: 'Agregar al calendario',
  },
} as const

/** The picture of the product. Only pictures of this server are shown: a page of a guest loads nothing from elsewhere. */
export function picture({ pictureUrl }: Pick<Visit, 'pictureUrl'>, publicUrl: string): Html {
  const isOwn = pictureUrl?.startsWith(`${publicUrl}/`)
  return isOwn && pictureUrl
    ? html`<img class="visit-picture" src="${pathOf(pictureUrl)}" alt="" width="960" height="400" />`
    : html`<div class="visit-picture drawn" aria-hidden="true"></div>`
}

/** When the guests have to be there in large type, and how they are fetched; below it the start and length of the visit. */
export function visitTime(visit: Visit, language: Language): Html {
  const { meeting, durationMinutes } = visit
  const text = texts[language]
  const length =
    durationMinutes >= 60 && durationMinutes % 30 === 0
      ? text.hours(String(durationMinutes / 60))
      : text.minutes(durationMinutes)
  const start = meeting.option && visitStart(startOf(visit), meeting.date, language, shortDateText).sentence
  return html`<p class="visit-when">
    ${meeting.option && html`<span class="visit-way">${transportNames[lowerName(meeting.option)][language]}</span>`}
    <time datetime="${meeting.date}T${meeting.time}"
      ><span class="visit-day">${dateText(meeting.date, language)}</span>
      <span class="visit-hour">${meeting.time}</span></time
    >
    <span class="visit-length">${start && html`${start} · `}${length}</span>
  </p>`
}

const startOf = ({ productType, visitDate, visitTime }: Visit) => ({
  productType: lowerName(productType),
  visitDate,
  visitTime,
})

/** The visit as a ticket: once it is valid with the code to show, and what to take along. */
export function ticket(visit: Visit, language: Language, publicUrl: string): Html {
  const text = texts[language]
  const isForEach = visit.tickets === 'PERSON'
  return html`<article class="ticket${visit.isValid ? '' : visit.status === 'PENDING' ? ' unpaid' : ' void'}">
    ${picture(visit, publicUrl)}
    <div class="ticket-body">
      <div class="ticket-main">
        <p class="ticket-seller">${text.with} <bdi>${visit.partnerName}</bdi></p>
        <h1><bdi>${visit.productName}</bdi></h1>
        <p>${stateBadge(visit, language)}</p>
        ${visitTime(visit, language)}
        <p class="visit-place"><bdi>${visit.meeting.place}</bdi></p>
        ${partyFacts(visit, language)}
      </div>
      ${
        visit.isValid &&
        html`<div class="ticket-stub">
          <img
            class="qr"
            src="${pathOf(visit.qrUrl)}"
            alt="${text.qr} ${visit.bookingReference}"
            width="220"
            height="220"
          />
          <p>${text.show}</p>
          <p class="ticket-code"><span>${text.code}</span> <strong>${visit.confirmationCode}</strong></p>
        </div>`
      }
    </div>
    ${
      visit.isValid &&
      html`<p class="ticket-actions">
        ${visit.ticketUrl && html`<a class="button primary" href="${pathOf(visit.ticketUrl)}">${isForEach ? text.tickets : text.ticket}</a>`}
        <a class="button" href="${withQuery(`${pathOf(visit.visitUrl)}/visit.ics`, { lang: language })}"
          >${text.calendar}</a
        >
        ${isForEach && visit.ticketUrl && html`<span class="hint">${text.forEach}</span>`}
      </p>`
    }
  </article>`
}
