import type { DocumentType } from '../../../schema/file-kinds.ts'
import PDFDocument from 'pdfkit'
import { qrSquares } from './qr.ts'
import { mainFonts, rightToLeftRun, typeset, type Line, type ShapedFont, type Typeset } from './text/index.ts'
import type { DocumentSubject } from './subject.ts'
import { formatAmount, formatDate, partyText } from './wording.ts'

const texts = {
  en: {
    confirmation: 'Reservation confirmation',
    ticket: 'Ticket',
    reference: 'Booking reference',
    code: 'Confirmation code',
    resellerReference: 'Seller reference',
    product: { cenote: 'Cenote', tour: 'Tour' },
    address: 'Address',
    date: 'Date',
    time: 'Time',
    guest: 'Guest',
    visitors: 'Visitors',
    included: 'Included',
    extras: 'Extras',
    total: 'Total',
    paid: 'Paid',
    returned: 'Returned',
    due: 'Balance due',
    credit: 'To be returned',
    cancelling: 'Cancelling',
    terms: ({ full, partial, partialPercentage }: DocumentSubject['refundUntil']) =>
      partialPercentage > 0
        ? `${full === null ? 'Refund of' : `Full refund until ${full},`} ${partialPercentage}% until ${partial}; not possible after that.`
        : `Possible until ${partial}, without a refund.`,
    contact: 'Contact',
    bookedWith: 'Booked with',
    openMap: 'Open in a map',
    openVisit: 'Open the page of the visit',
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
    resellerReference: 'Referencia del vendedor',
    product: { cenote: 'Cenote', tour: 'Tour' },
    address: 'Dirección',
    date: 'Fecha',
    time: 'Hora',
    guest: 'Huésped',
    visitors: 'Visitantes',
    included: 'Incluye',
    extras: 'Extras',
    total: 'Total',
    paid: 'Pagado',
    returned: 'Devuelto',
    due: 'Saldo por pagar',
    credit: 'Por devolver',
    cancelling: 'Cancelación',
    terms: ({ full, partial, partialPercentage }: DocumentSubject['refundUntil']) =>
      partialPercentage > 0
        ? `${full === null ? 'Reembolso' : `Reembolso total hasta el ${full},`} del ${partialPercentage} % hasta el ${partial}; después no es posible.`
        : `Posible hasta el ${partial}, sin reembolso.`,
    contact: 'Contacto',
    bookedWith: 'Reservado con',
    openMap: 'Abrir en un mapa',
    openVisit: 'Abrir la página de la visita',
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
/** Between the fields of a ticket and its QR code beside them. */
const gutter = 24
const band = { height: 10, colour: '#0b5563' }
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

/** A label with its value, and where a click on the value leads. */
interface Field {
  readonly label: string
  readonly value: string
  /** Where a guest is from, with the guest's name. */
  readonly country?: string | null
  readonly url?: string
  /** Whether it belongs to the field above. */
  readonly isContinued?: boolean
}

type TypesetField = Omit<Field, 'value'> & { readonly value: Typeset }
type Row = Omit<Field, 'value'> & { readonly lines: readonly Line[] }

async function render(kind: DocumentType, subject: DocumentSubject): Promise<Buffer> {
  const text = texts[subject.language]
  const fields = await Promise.all(
    fieldsOf(subject).map(async (field): Promise<TypesetField> => ({
      ...field,
      value: await typeset(field.value, field.country),
    })),
  )
  const qr = kind === 'ticket' && !subject.voidReason ? qrSquares(subject.ticketCode) : undefined
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
  document.rect(0, 0, document.page.width, band.height).fill(band.colour)
  useFont(document.fillColor(band.colour), fonts.bold)
    .fontSize(titleSize)
    .text(text[kind], margin, margin)
    .moveDown(0.6)
  for (const notice of noticesOf(subject))
    document.fontSize(noticeSize).fillColor('#b00').text(notice, margin).moveDown(0.6)
  const top = document.y
  const space = { width: qr ? width - qrSize - gutter : width, height: pageHeight - margin - top }
  const { size, rows } = fit(fields, heightOf(fonts.regular) * labelSize, space)
  for (const { label, lines, url, isContinued = false } of rows) {
    if (isContinued) document.y -= gap * size
    if (label !== '')
      useFont(document, fonts.regular).fontSize(labelSize).fillColor('#555').text(label, margin, document.y)
    const from = document.y
    document.fontSize(size).fillColor(url === undefined ? '#000' : band.colour)
    for (const line of lines) drawLine(document, line, size)
    if (url !== undefined) document.link(margin, from, space.width, document.y - from, url)
    document.y += gap * size
  }
  if (qr) {
    const left = margin + width - qrSize
    drawQr(document, qr, { left, top })
    useFont(document, fonts.regular)
      .fontSize(labelSize)
      .text(text.show, left, top + qrSize, { width: qrSize, align: 'center' })
  }
  document.end()
  return finished
}

/** The notice at the top. */
const noticesOf = ({ isTest, voidReason, language }: DocumentSubject): string[] => [
  ...(isTest ? [texts[language].test] : []),
  ...(voidReason ? [texts[language].void[voidReason]] : []),
]

function fieldsOf(subject: DocumentSubject): Field[] {
  const { language, currency, services, transport, includes, partnerName, contact } = subject
  const text = texts[language]
  const amount = (cents: number): string => formatAmount(cents, currency, language)
  const optional = (label: string, value: string | null): Field[] => (value ? [{ label, value }] : [])
  return [
    { label: text.reference, value: subject.bookingReference },
    { label: text.code, value: subject.confirmationCode },
    ...optional(text.resellerReference, subject.resellerReference ?? null),
    { label: text.product[subject.productType], value: subject.productName },
    { label: text.address, value: subject.productAddress },
    { label: text.date, value: formatDate(subject.visitDate, language) },
    { label: text.time, value: `${subject.visitTime} (${subject.timezone})` },
    { label: text.guest, value: subject.guestName, country: subject.guestNationality ?? null },
    { label: text.visitors, value: partyText(subject.visitors, language) },
    ...optional(text.included, includes.join(', ')),
    ...optional(text.extras, services.join(', ')),
    ...(transport ? [transport] : []),
    { label: text.total, value: amount(subject.totalCents) },
    ...(['paid', 'returned', 'due', 'credit'] as const).flatMap((name) => {
      const cents = subject[`${name}Cents`]
      return optional(text[name], cents > 0 ? amount(cents) : null)
    }),
    ...optional(text.cancelling, subject.voidReason ? null : text.terms(subject.refundUntil)),
    ...contact.map((value, index) => ({ label: index === 0 ? text.contact : '', value, isContinued: index > 0 })),
    ...optional(text.bookedWith, partnerName),
    { label: '', value: text.openMap, url: subject.mapUrl },
    { label: '', value: text.openVisit, url: subject.visitUrl },
  ]
}

/** Sets the values as large as the space for all of them allows; what is far too long for any is shortened. */
function fit(
  fields: readonly TypesetField[],
  labelHeight: number,
  space: { readonly width: number; readonly height: number },
): { size: number; rows: Row[] } {
  const smallest = valueSizes.at(-1) ?? 0
  const attempts = [
    ...valueSizes.map((size) => ({ size, limit: Infinity })),
    ...fewerLines.map((limit) => ({ size: smallest, limit })),
  ]
  let rows: Row[] = []
  for (const { size, limit } of attempts) {
    rows = fields.map(({ value, ...field }) => ({ ...field, lines: value.lines(space.width / size, limit) }))
    const height = rows
      .map(
        ({ label, lines }) =>
          (label === '' ? 0 : labelHeight) + lines.reduce((sum, line) => sum + line.ascent + line.descent, gap) * size,
      )
      .reduce((sum, row) => sum + row, 0)
    if (height <= space.height) return { size, rows }
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
function drawQr(
  document: PDFKit.PDFDocument,
  squares: readonly (readonly boolean[])[],
  { left, top }: { readonly left: number; readonly top: number },
): void {
  const quiet = 2
  const side = qrSize / (squares.length + 2 * quiet)
  squares.forEach((row, y) =>
    row.forEach((dark, x) => {
      if (dark) document.rect(left + (x + quiet) * side, top + (y + quiet) * side, side, side)
    }),
  )
  document.fill('#000')
}

const useFont = (document: PDFKit.PDFDocument, { name, source }: ShapedFont): PDFKit.PDFDocument =>
  document.registerFont(name, source).font(name)

const heightOf = ({ ascent, descent }: ShapedFont): number => ascent + descent
