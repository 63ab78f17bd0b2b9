import type { Language } from '../../../../platform/values/i18n.ts'
import type { MeansOfTransport } from '../../../../schema/transport-text.ts'
import type { MessageContent } from './message.ts'
import type { MessageSubject } from './message-subject.ts'

type Opening = Pick<MessageContent, 'subject' | 'heading' | 'paragraphs'>

type Named = Pick<MessageSubject, 'bookingReference' | 'date' | 'meeting' | 'qrUrl' | 'payUntil'> & {
  readonly product: { readonly name: string }
}
type Meeting = MessageSubject['meeting']

/** A means of transport picks the guests up, but for a meeting point. */
const byTransport = <T>(option: MeansOfTransport | null, texts: { none: T; meeting: T; pickup: T }): T =>
  texts[option === null ? 'none' : option === 'meeting_point' ? 'meeting' : 'pickup']

const sentences = (...parts: readonly (string | null | undefined)[]): string =>
  parts
    .filter(Boolean)
    .map((part) => `${part}.`)
    .join(' ')

const en = {
  greeting: (name: string) => (name ? `Hello ${name},` : 'Hello,'),
  testNotice: 'TEST: this message comes from the sandbox. Nothing was really reserved or charged.',
  bookedWith: (partner: string) => `Booked with ${partner}.`,
  contact: (product: string) => `Questions about the visit: ${product}`,
  reference: 'Booking reference',
  code: 'Confirmation code',
  when: (option: MeansOfTransport | null) =>
    byTransport(option, { none: 'When', meeting: 'Meeting time', pickup: 'Pickup time' }),
  where: 'Where',
  map: 'Map',
  openMap: 'Open in a map',
  who: 'Who',
  extras: 'Extras',
  total: 'Total',
  paid: 'Paid',
  returned: 'Returned',
  due: 'Balance due',
  credit: 'To be returned',
  reason: 'Reason',
  reasons: {
    guest_request: 'Requested by the guest',
    weather: 'Weather',
    maintenance: 'Maintenance',
    capacity_issue: 'Not enough room',
    force_majeure: 'Force majeure',
    hold_expired: 'Not paid in time',
  },
  refund: 'Refund',
  noRefund: 'None',
  retained: 'Not refunded',
  refundTime: 'Refunded within',
  refundDays: '5 to 10 business days, to the original means of payment',
  included: 'Included',
  before: 'Before the visit',
  directions: 'How to get there',
  cancelling: 'Cancelling',
  terms: ({ full, partial, partialPercentage }: MessageSubject['refundUntil']) => [
    ...(full === null ? [] : [`Until ${full}: everything that was paid is refunded.`]),
    partialPercentage > 0
      ? `Until ${partial}: ${partialPercentage}% is refunded.`
      : `Until ${partial} the visit can be cancelled; nothing is refunded.`,
    'After that the visit can no longer be cancelled.',
  ],
  product: 'Visit',
  pickup: 'Pickup',
  ownWay: 'On your own',
  showCode: 'Show this code at the entrance',
  documents: { confirmation: 'Confirmation (PDF)', ticket: 'Ticket (PDF)' },
  openVisit: 'Open your visit',
  pay: 'Pay for your visit',
  openReview: 'Write a review',
  confirmation: ({ product, bookingReference, meeting }: Named): Opening => ({
    subject: `Reservation confirmed: ${product.name} (${bookingReference})`,
    heading: `Your visit to ${product.name}`,
    paragraphs: [
      meeting.option === null
        ? `Your visit to ${product.name} is confirmed for ${meeting.date} at ${meeting.time}.`
        : sentences(
            `Your visit to ${product.name} is confirmed`,
            meetEn(meeting, `on ${meeting.date} at ${meeting.time}`),
            meeting.start?.sentence,
          ),
      'Show the QR code below at the entrance. It is on your ticket and on the page of your visit, too.',
    ],
  }),
  modification: ({ product, bookingReference, qrUrl }: Named): Opening => ({
    subject: `Your visit has changed: ${product.name} (${bookingReference})`,
    heading: 'Your visit has changed',
    paragraphs: [
      `Here is what's new about your visit to ${product.name}.`,
      ...(qrUrl === null
        ? []
        : ['Please use the new ticket; your QR code stays the same. Earlier copies are no longer valid.']),
    ],
  }),
  paymentLink: ({ product, bookingReference, payUntil }: Named): Opening => ({
    subject: `Pay for your visit: ${product.name} (${bookingReference})`,
    heading: `Your visit to ${product.name} is waiting for you`,
    paragraphs: [`We're holding your places until ${payUntil}. Pay online by then to confirm your visit.`],
  }),
  cancellation: ({ product, bookingReference, date }: Named): Opening => ({
    subject: `Reservation cancelled: ${product.name} (${bookingReference})`,
    heading: 'Your reservation was cancelled',
    paragraphs: [`Your reservation ${bookingReference} at ${product.name} for ${date} was cancelled.`],
  }),
  reminder: ({ product, bookingReference, meeting }: Named): Opening => ({
    subject: `Tomorrow: your visit to ${product.name} (${bookingReference})`,
    heading: `See you tomorrow at ${product.name}`,
    paragraphs: [
      sentences(
        meeting.option === null
          ? `We look forward to seeing you tomorrow, ${meeting.date}, at ${meeting.time} at ${product.name}`
          : meetEn(meeting, `tomorrow, ${meeting.date}, at ${meeting.time}`),
        meeting.start?.sentence,
      ),
    ],
  }),
  reviewRequest: ({ product, date }: Named): Opening => ({
    subject: `How was your visit to ${product.name}?`,
    heading: `How was ${product.name}?`,
    paragraphs: [`Thank you for visiting ${product.name} on ${date}. Please describe how it was.`],
  }),
  followUp: ({ product, date }: Named): Opening => ({
    subject: `Thank you for visiting ${product.name}`,
    heading: 'Thank you',
    paragraphs: [`Thank you for visiting ${product.name} on ${date}. We hope to see you again.`],
  }),
}

const meetEn = ({ option, place }: Meeting, when: string): string =>
  option === 'meeting_point' ? `Meet us ${when} here: ${place}` : `We'll pick you up ${when} here: ${place}`

export type MessageTexts = typeof en

const es: MessageTexts = {
  greeting: (name) => (name ? `Hola ${name}:` : 'Hola:'),
  testNotice: 'TEST (PRUEBA): este mensaje viene del entorno de pruebas. No se reservó ni se cobró nada.',
  bookedWith: (partner) => `Reservado con ${partner}.`,
  contact: (product) => `Preguntas sobre la visita: ${product}`,
  reference: 'Referencia',
  code: 'Código de confirmación',
  when: (option) => byTransport(option, { none: 'Cuándo', meeting: 'Hora de encuentro', pickup: 'Hora de recogida' }),
  where: 'Dónde',
  map: 'Mapa',
  openMap: 'Abrir en un mapa',
  who: 'Quiénes',
  extras: 'Extras',
  total: 'Total',
  paid: 'Pagado',
  returned: 'Devuelto',
  due: 'Saldo por pagar',
  credit: 'Por devolver',
  reason: 'Motivo',
  reasons: {
    guest_request: 'A petición del huésped',
    weather: 'Clima',
    maintenance: 'Mantenimiento',
    capacity_issue: 'Falta de lugar',
    force_majeure: 'Fuerza mayor',
    hold_expired: 'No se pagó a tiempo',
  },
  refund: 'Reembolso',
  noRefund: 'Ninguno',
  retained: 'No reembolsado',
  refundTime: 'Plazo del reembolso',
  refundDays: 'de 5 a 10 días hábiles, al medio de pago original',
  included: 'Incluye',
  before: 'Antes de la visita',
  directions: 'Cómo llegar',
  cancelling: 'Cancelación',
  terms: ({ full, partial, partialPercentage }) => [
    ...(full === null ? [] : [`Hasta el ${full}: se reembolsa todo lo pagado.`]),
    partialPercentage > 0
      ? `Hasta el ${partial}: se reembolsa el ${partialPercentage}\u00a0%.`
      : `Hasta el ${partial} la visita puede cancelarse; no se reembolsa nada.`,
    'Después la visita ya no puede cancelarse.',
  ],
  product: 'Visita',
  pickup: 'Recogida',
  ownWay: 'Por su cuenta',
  showCode: 'Muestre este código en la entrada',
  documents: { confirmation: 'Confirmación (PDF)', ticket: 'Boleto (PDF)' },
  openVisit: 'Abrir su visita',
  pay: 'Pagar su visita',
  openReview: 'Escribir una reseña',
  confirmation: ({ product, bookingReference, meeting }) => ({
    subject: `Reservación confirmada: ${product.name} (${bookingReference})`,
    heading: `Su visita a ${product.name}`,
    paragraphs: [
      meeting.option === null
        ? `Su visita a ${product.name} está confirmada para el ${meeting.date} a las ${meeting.time}.`
        : sentences(
            `Su visita a ${product.name} está confirmada`,
            meetEs(meeting, `el ${meeting.date} a las ${meeting.time}`),
            meeting.start?.sentence,
          ),
      'Muestre en la entrada el código QR de abajo. También está en su boleto y en la página de su visita.',
    ],
  }),
  modification: ({ product, bookingReference, qrUrl }) => ({
    subject: `Su visita cambió: ${product.name} (${bookingReference})`,
    heading: 'Su visita cambió',
    paragraphs: [
      `Esto es lo nuevo de su visita a ${product.name}.`,
      ...(qrUrl === null
        ? []
        : ['Use el boleto nuevo; su código QR sigue siendo el mismo. Las copias anteriores ya no son válidas.']),
    ],
  }),
  paymentLink: ({ product, bookingReference, payUntil }) => ({
    subject: `Pague su visita: ${product.name} (${bookingReference})`,
    heading: `Su visita a ${product.name} le espera`,
    paragraphs: [
      `Le guardamos sus lugares hasta el ${payUntil}. Pague en línea antes de esa hora para confirmar su visita.`,
    ],
  }),
  cancellation: ({ product, bookingReference, date }) => ({
    subject: `Reservación cancelada: ${product.name} (${bookingReference})`,
    heading: 'Su reservación fue cancelada',
    paragraphs: [`Su reservación ${bookingReference} en ${product.name} para el ${date} fue cancelada.`],
  }),
  reminder: ({ product, bookingReference, meeting }) => ({
    subject: `Mañana: su visita a ${product.name} (${bookingReference})`,
    heading: `Le esperamos mañana en ${product.name}`,
    paragraphs: [
      sentences(
        meeting.option === null
          ? `Le esperamos mañana, ${meeting.date}, a las ${meeting.time} en ${product.name}`
          : meetEs(meeting, `mañana, ${meeting.date}, a las ${meeting.time}`),
        meeting.start?.sentence,
      ),
    ],
  }),
  reviewRequest: ({ product, date }) => ({
    subject: `¿Cómo fue su visita a ${product.name}?`,
    heading: `¿Cómo fue ${product.name}?`,
    paragraphs: [`Gracias por su visita a ${product.name} el ${date}. Cuéntenos cómo fue.`],
  }),
  followUp: ({ product, date }) => ({
    subject: `Gracias por visitar ${product.name}`,
    heading: 'Gracias',
    paragraphs: [`Gracias por su visita a ${product.name} el ${date}. Esperamos verle de nuevo.`],
  }),
}

const meetEs = ({ option, place }: Meeting, when: string): string =>
  option === 'meeting_point' ? `Le esperamos ${when} aquí: ${place}` : `Le recogemos ${when} aquí: ${place}`

/** The texts of messages to guests. */
export const messageTexts: Readonly<Record<Language, MessageTexts>> = { en, es }
