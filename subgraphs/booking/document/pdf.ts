import type { DocumentType } from '../../../schema/file-kinds.ts'
import PDFDocument from 'pdfkit'
import type { Language } from '../../../platform/values/i18n.ts'
import { qrSquares } from './qr.ts'
import { mainFonts, rightToLeftRun, typeset, type Line, type ShapedFont, type Typeset } from './text/index.ts'
import type { VoidReason } from './void-picture.ts'

/** The content of a confirmation or ticket. */
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
  /** ISO 3166 country code. */
  readonly guestNationality?: string | null
  readonly totalCents: number
  readonly currency: string
  readonly language: Language
  /** Why it is no longer valid; the document says so, and a ticket has no QR code then. */
  readonly voidReason?: VoidReason | null
  /** Whether it comes from the sandbox; the document says so. */
  readonly isTest?: boolean
  /** When its content last changed: the same reservation is the same file, whenever it is made. */
  readonly changedAt: Date
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
    test: 'TEST: this document comes from the sandbox and is not valid for entry.',
    void: {
      cancelled: 'CANCELLED: this document is not valid any more.',
      refunded: 'REFUNDED: this document is not valid any more.',
      no_show: 'NO SHOW: this document is not valid any more.',
    },
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
    test: 'TEST (PRUEBA): este documento viene del entorno de pruebas y no da acceso.',
    void: {
      cancelled: 'CANCELADA: este documento ya no es válido.',
      refunded: 'REEMBOLSADA: este documento ya no es válido.',
      no_show: 'AUSENTE: este documento ya no es válido.',
    },
  },
} as const

const margin = 56
const pageHeight = 841.89
const width = 595.28 - 2 * margin
const titleSize = 22
const noticeSize = 14
const labelSize = 10
const qrSize = 180
/** Font sizes of the values, the largest first: the first with which everything fits on one page is used. */
const valueSizes = [13, 11, 9, 8]
/** Maximum lines of a value when even the smallest size is too large. A guest's name fits with most of them. */
const fewerLines = [6, 4, 3, 2, 1]
/** Between one value and the next label, in parts of the value's size. */
const gap = 0.6

/** A4, one page, with all of the reservation. */
export const renderConfirmation = (subject: DocumentSubject): Promise<Buffer> => render('confirmation', subject)

/** A4, one page, with the QR code that is scanned at the entrance. */
export const renderTicket = (subject: DocumentSubject): Promise<Buffer> => render('ticket', subject)

async function render(kind: DocumentType, subject: DocumentSubject): Promise<Buffer> {
  const text = texts[subject.language]
  const fields = await Promise.all(
    fieldsOf(kind, subject).map(async ([label, value, country]): Promise<[string, Typeset]> => [
      label,
      await typeset(value, country),
    ]),
  )
  const qr = kind === 'ticket' && !subject.voidReason ? qrSquares(subject.bookingReference) : undefined
  const fonts = await mainFonts()
  const document = new PDFDocument({
    size: 'A4',
    margin,
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
  useFont(document, fonts.bold).fontSize(titleSize).text(text[kind]).moveDown()
  for (const notice of noticesOf(subject))
    document.fontSize(noticeSize).fillColor('#b00').text(notice, margin).moveDown().fillColor('#000')
  const space = pageHeight - margin - document.y - (qr ? qrSize + 4 * labelSize : 0)
  const { size, rows } = fit(fields, heightOf(fonts.regular) * labelSize, space)
  for (const [label, lines] of rows) {
    useFont(document, fonts.regular).fontSize(labelSize).fillColor('#555').text(label, margin, document.y)
    document.fontSize(size).fillColor('#000')
    for (const line of lines) drawLine(document, line, size)
    document.y += gap * size
  }
  if (qr) {
    const top = document.y + labelSize
    drawQr(document, qr, top)
    useFont(document, fonts.regular)
      .fontSize(labelSize)
      .text(text.show, margin, top + qrSize)
  }
  document.end()
  return finished
}

/** What a reader must see first. */
const noticesOf = ({ isTest, voidReason, language }: DocumentSubject): string[] => [
  ...(isTest ? [texts[language].test] : []),
  ...(voidReason ? [texts[language].void[voidReason]] : []),
]

/** Labels and values; with a guest's name also where the guest is from. */
function fieldsOf(kind: DocumentType, subject: DocumentSubject): [string, string, (string | null)?][] {
  const text = texts[subject.language]
  return [
    [text.reference, subject.bookingReference],
    [text.code, subject.confirmationCode],
    [text.cenote, subject.cenoteName],
    [text.address, subject.cenoteAddress],
    [text.date, formatDate(subject.visitDate, subject.language)],
    [text.time, `${subject.visitTime} (${subject.timezone})`],
    [text.guest, subject.guestName, subject.guestNationality ?? null],
    [text.visitors, partyText(subject.visitors, subject.language)],
    ...(kind === 'confirmation'
      ? [[text.total, formatAmount(subject.totalCents, subject.currency, subject.language)] as [string, string]]
      : []),
  ]
}

/** Sets the values as large as the room for all of them allows; what is far too long for any is shortened. */
function fit(
  fields: readonly [string, Typeset][],
  labelHeight: number,
  space: number,
): { size: number; rows: [string, Line[]][] } {
  const smallest = valueSizes.at(-1) ?? 0
  const attempts = [
    ...valueSizes.map((size) => ({ size, limit: Infinity })),
    ...fewerLines.map((limit) => ({ size: smallest, limit })),
  ]
  let rows: [string, Line[]][] = []
  for (const { size, limit } of attempts) {
    rows = fields.map(([label, value]) => [label, value.lines(width / size, limit)])
    const height = rows
      .map(([, lines]) => labelHeight + lines.reduce((sum, line) => sum + line.ascent + line.descent, gap) * size)
      .reduce((sum, row) => sum + row, 0)
    if (height <= space) return { size, rows }
  }
  return { size: smallest, rows }
}

/** Draws at the left margin, and goes to below. */
function drawLine(document: PDFKit.PDFDocument, { pieces, ascent, descent }: Line, size: number): void {
  const top = document.y
  let x = margin
  for (const { text, font, rightToLeft } of pieces) {
    useFont(document, font).text(text, x, top + ascent * size, {
      baseline: 'alphabetic',
      lineBreak: false,
      features: [rightToLeft ? rightToLeftRun : 'ltrm'],
    })
    x += font.width(text, rightToLeft) * size
  }
  document.y = top + (ascent + descent) * size
}

/** As squares of the page itself: sharp at any size, and smaller than an image. */
function drawQr(document: PDFKit.PDFDocument, squares: readonly (readonly boolean[])[], top: number): void {
  const quiet = 2
  const side = qrSize / (squares.length + 2 * quiet)
  squares.forEach((row, y) =>
    row.forEach((dark, x) => {
      if (dark) document.rect(margin + (x + quiet) * side, top + (y + quiet) * side, side, side)
    }),
  )
  document.fill('#000')
}

const useFont = (document: PDFKit.PDFDocument, { name, source }: ShapedFont): PDFKit.PDFDocument =>
  document.registerFont(name, source).font(name)

const heightOf = ({ ascent, descent }: ShapedFont): number => ascent + descent

/** The party, such as "1 adult, 2 children". */
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

/** A date written out. */
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
