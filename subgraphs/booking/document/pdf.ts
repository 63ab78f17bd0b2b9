import PDFDocument from 'pdfkit'
import type { Language } from '../../../platform/i18n.ts'
import { renderQr } from './qr.ts'

/** What a confirmation or ticket tells. */
export interface DocumentSubject {
  readonly bookingReference: string
  readonly confirmationCode: string
  readonly cenoteName: string
  readonly cenoteAddress: string
  /** YYYY-MM-DD. */
  readonly visitDate: string
  /** HH:MM. */
  readonly visitTime: string
  readonly timezone: string
  readonly visitors: { readonly adults: number; readonly children: number; readonly seniors: number }
  readonly guestName: string
  readonly totalCents: number
  readonly currency: string
  readonly language: Language
}

const texts = {
  en: {
    confirmation: 'Reservation confirmation',
    ticket: 'Ticket',
    reference: 'Booking reference',
    code: 'Confirmation code',
    cenote: 'Cenote',
    address: 'Address',
    date: 'Date',
    time: 'Time',
    guest: 'Guest',
    visitors: 'Visitors',
    adults: 'adults',
    children: 'children',
    seniors: 'seniors',
    total: 'Total',
    show: 'Show this code at the entrance.',
  },
  es: {
    confirmation: 'Confirmación de reservación',
    ticket: 'Boleto',
    reference: 'Referencia',
    code: 'Código de confirmación',
    cenote: 'Cenote',
    address: 'Dirección',
    date: 'Fecha',
    time: 'Hora',
    guest: 'Huésped',
    visitors: 'Visitantes',
    adults: 'adultos',
    children: 'niños',
    seniors: 'adultos mayores',
    total: 'Total',
    show: 'Muestre este código en la entrada.',
  },
} as const

/** A4, one page, with all of the reservation. */
export const renderConfirmation = (subject: DocumentSubject): Promise<Buffer> => render('confirmation', subject)

/** A4, one page, with the QR code that is scanned at the entrance. */
export const renderTicket = (subject: DocumentSubject): Promise<Buffer> => render('ticket', subject)

async function render(kind: 'confirmation' | 'ticket', subject: DocumentSubject): Promise<Buffer> {
  const text = texts[subject.language]
  const qr = kind === 'ticket' ? await renderQr(subject.bookingReference, 'PNG') : undefined
  const document = new PDFDocument({
    size: 'A4',
    margin: 56,
    info: { Title: `${text[kind]} ${subject.bookingReference}` },
    lang: subject.language,
  })
  const chunks: Buffer[] = []
  const finished = new Promise<Buffer>((resolve, reject) => {
    document.on('data', (chunk: Buffer) => chunks.push(chunk))
    document.on('end', () => resolve(Buffer.concat(chunks)))
    document.on('error', reject)
  })
  document.font('Helvetica-Bold').fontSize(22).text(text[kind]).moveDown()
  const { adults, children, seniors } = subject.visitors
  const visitors = [
    [adults, text.adults],
    [children, text.children],
    [seniors, text.seniors],
  ]
    .filter(([count]) => count !== 0)
    .map(([count, name]) => `${count} ${name}`)
    .join(', ')
  const lines: [string, string][] = [
    [text.reference, subject.bookingReference],
    [text.code, subject.confirmationCode],
    [text.cenote, subject.cenoteName],
    [text.address, subject.cenoteAddress],
    [text.date, formatDate(subject.visitDate, subject.language)],
    [text.time, `${subject.visitTime} (${subject.timezone})`],
    [text.guest, subject.guestName],
    [text.visitors, visitors],
    ...(kind === 'confirmation'
      ? [[text.total, formatAmount(subject.totalCents, subject.currency, subject.language)] as [string, string]]
      : []),
  ]
  for (const [label, value] of lines) {
    document.font('Helvetica').fontSize(10).fillColor('#555').text(label)
    document.font('Helvetica-Bold').fontSize(13).fillColor('#000').text(printable(value)).moveDown(0.5)
  }
  if (qr) {
    document.moveDown().image(qr, { width: 180 })
    document.font('Helvetica').fontSize(10).text(text.show)
  }
  document.end()
  return finished
}

/**
 * The PDF's built-in fonts know the letters of western Europe. Accents beyond them are taken off (Ł stays out), and what
 * is left unknown becomes a question mark, so that no name can break a ticket; the reference and code identify it.
 */
function printable(value: string): string {
  return Array.from(value.replace(/\p{Cc}/gu, ' '), (letter) => {
    if (/[\u0020-\u007e\u00a0-\u00ff]/.test(letter)) return letter
    const plain = letter.normalize('NFD').replace(/\p{M}/gu, '')
    return /^[\u0020-\u007e]+$/.test(plain) ? plain : plain === '' ? '' : '?'
  }).join('')
}

/** A date in words. */
export function formatDate(date: string, language: Language): string {
  return new Intl.DateTimeFormat(language === 'es' ? 'es-MX' : 'en', { dateStyle: 'full', timeZone: 'UTC' }).format(
    new Date(`${date}T00:00:00Z`),
  )
}

/** An amount with its currency. */
export function formatAmount(cents: number, currency: string, language: Language): string {
  return new Intl.NumberFormat(language === 'es' ? 'es-MX' : 'en', {
    style: 'currency',
    currency,
    currencyDisplay: 'code',
  }).format(cents / 100)
}
