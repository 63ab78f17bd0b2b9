import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
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
  /** When what it tells last changed: the same reservation is the same file, whenever it is made. */
  readonly changedAt: Date
}

interface Fonts {
  readonly regular: Buffer
  readonly bold: Buffer
}

/**
 * A PDF's built-in fonts know western Europe alone. These know the letters of most of the world's alphabets, Latin with
 * every accent, Greek, Cyrillic, Georgian, Armenian, Hebrew and Arabic, and a document carries only those it shows.
 */
let fonts: Promise<Fonts> | undefined
const readFonts = (): Promise<Fonts> => (fonts ??= readFontFiles())

async function readFontFiles(): Promise<Fonts> {
  const { resolve } = createRequire(import.meta.url)
  const [regular, bold] = await Promise.all(
    ['DejaVuSans.ttf', 'DejaVuSans-Bold.ttf'].map((name) => readFile(resolve(`dejavu-fonts-ttf/ttf/${name}`))),
  )
  if (!regular || !bold) throw new Error('A font is missing')
  return { regular, bold }
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
    adults: ['adult', 'adults'],
    children: ['child', 'children'],
    seniors: ['senior', 'seniors'],
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
    adults: ['adulto', 'adultos'],
    children: ['niño', 'niños'],
    seniors: ['adulto mayor', 'adultos mayores'],
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
    info: { Title: `${text[kind]} ${subject.bookingReference}`, CreationDate: subject.changedAt },
    lang: subject.language,
    font: '',
  })
  const chunks: Buffer[] = []
  const finished = new Promise<Buffer>((resolve, reject) => {
    document.on('data', (chunk: Buffer) => chunks.push(chunk))
    document.on('end', () => resolve(Buffer.concat(chunks)))
    document.on('error', reject)
  })
  const fonts = await readFonts()
  document.registerFont('regular', fonts.regular).registerFont('bold', fonts.bold)
  document.font('bold').fontSize(22).text(text[kind]).moveDown()
  const lines: [string, string][] = [
    [text.reference, subject.bookingReference],
    [text.code, subject.confirmationCode],
    [text.cenote, subject.cenoteName],
    [text.address, subject.cenoteAddress],
    [text.date, formatDate(subject.visitDate, subject.language)],
    [text.time, `${subject.visitTime} (${subject.timezone})`],
    [text.guest, subject.guestName],
    [text.visitors, partyText(subject.visitors, subject.language)],
    ...(kind === 'confirmation'
      ? [[text.total, formatAmount(subject.totalCents, subject.currency, subject.language)] as [string, string]]
      : []),
  ]
  for (const [label, value] of lines) {
    document.font('regular').fontSize(10).fillColor('#555').text(label)
    document.font('bold').fontSize(13).fillColor('#000').text(printable(value)).moveDown(0.5)
  }
  if (qr) {
    document.moveDown().image(qr, { width: 180 })
    document.font('regular').fontSize(10).text(text.show)
  }
  document.end()
  return finished
}

/** Who comes, such as "1 adult, 2 children". */
export function partyText({ adults, children, seniors }: DocumentSubject['visitors'], language: Language): string {
  const text = texts[language]
  const groups = [
    [adults, text.adults],
    [children, text.children],
    [seniors, text.seniors],
  ] as const
  return groups
    .filter(([count]) => count !== 0)
    .map(([count, [one, several]]) => `${count} ${count === 1 ? one : several}`)
    .join(', ')
}

/** One line of text as the fonts draw it: accents together with their letters, and nothing that cannot be seen. */
const printable = (value: string): string => value.replace(/\p{Cc}+/gu, ' ').normalize('NFC')

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
