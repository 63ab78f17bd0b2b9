import { setImmediate } from 'node:timers/promises'
import PDFDocument from 'pdfkit'
import { ages } from '../../../../schema/ages.ts'
import type { DocumentType } from '../../../../schema/file-kinds.ts'
import { partyText } from '../../../../schema/party-text.ts'
import { colours, type Block } from './blocks.ts'
import { prepare, type Person } from './content.ts'
import { layOut, layouts, margin, paperSize, type Layout } from './layout.ts'
import { qrSquares } from './qr.ts'
import { pagesOfTicket, type DocumentSubject, type Drawing } from './subject.ts'
import { documentTexts } from './texts.ts'

/**
 * A confirmation: A4, one page, with all of the reservation. A ticket: A4, with the QR code that is scanned at the
 * entrance, one page for the party or one for each person.
 */
export async function renderDocument(kind: DocumentType, subject: DocumentSubject): Promise<Drawing> {
  let milliseconds = 0
  let since = performance.now()
  const qr = kind === 'ticket' && !subject.voidReason ? qrSquares(subject.ticketCode) : undefined
  const document = new PDFDocument({
    size: 'A4',
    margin,
    autoFirstPage: false,
    info: {
      Title: `${documentTexts[subject.language][kind]} ${subject.bookingReference}`,
      CreationDate: subject.changedAt,
    },
    lang: subject.language,
    font: '',
  })
  const chunks: Buffer[] = []
  const finished = new Promise<Buffer>((resolve, reject) => {
    document.on('data', (chunk: Buffer) => chunks.push(chunk))
    document.on('end', () => resolve(Buffer.concat(chunks)))
    document.on('error', reject)
  })
  const picture = openPicture(document, subject.picture?.bytes)
  for (const person of kind === 'ticket' ? peopleWithTickets(subject) : [null]) {
    const content = await prepare(kind, subject, person)
    const { layout, block } = fitted((one) => layOut(content, qr, one), picture !== null)
    document.addPage()
    drawHead(document, picture, layout)
    block.draw(document, margin, headHeight(picture !== null, layout) + margin / 2)
    milliseconds += performance.now() - since
    // Another document of this thread draws a page.
    await setImmediate()
    since = performance.now()
  }
  document.end()
  const bytes = await finished
  return { bytes, milliseconds: milliseconds + performance.now() - since }
}

/** Those who get a page of their own; null for one page for the whole party. */
function peopleWithTickets(subject: DocumentSubject): readonly (Person | null)[] {
  const { visitors, language } = subject
  const count = pagesOfTicket(subject)
  if (count < 2) return [null]
  return ages
    .flatMap((age) => Array.from({ length: visitors[age] ?? 0 }, () => partyText({ [age]: 1 }, language)))
    .map((text, index) => ({ text, number: index + 1, count }))
}

/** The largest layout with which everything fits on the page. */
function fitted(
  make: (layout: Layout) => Block,
  hasPicture: boolean,
): { readonly layout: Layout; readonly block: Block } {
  let last: { layout: Layout; block: Block } | undefined
  for (const layout of layouts) {
    last = { layout, block: make(layout) }
    if (headHeight(hasPicture, layout) + last.block.height <= paperSize.height - 1.5 * margin) break
  }
  if (!last) throw new Error('There is no layout')
  return last
}

const bandHeight = 12
const headHeight = (hasPicture: boolean, { picture }: Layout): number =>
  hasPicture && picture > 0 ? picture : bandHeight

/** The picture across the top of the page; without one, or without room for it, a coloured band. */
function drawHead(document: PDFKit.PDFDocument, picture: PDFKit.Mixins.ImageSrc | null, layout: Layout): void {
  const height = headHeight(picture !== null, layout)
  document.rect(0, 0, paperSize.width, height)
  if (picture === null || height === bandHeight) {
    document.fill(colours.accent)
    return
  }
  document.save().clip()
  document.image(picture, 0, 0, { cover: [paperSize.width, height], align: 'center', valign: 'center' })
  document.restore()
}

/** The types of the document library lack this: an image that several pages share. */
interface ImageOpener {
  openImage(bytes: Buffer): PDFKit.Mixins.ImageSrc
}

/** Null also for a picture that cannot be drawn: the document does without it. */
function openPicture(
  document: PDFKit.PDFDocument,
  bytes: Uint8Array | null | undefined,
): PDFKit.Mixins.ImageSrc | null {
  if (!bytes) return null
  try {
    return (document as unknown as ImageOpener).openImage(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  } catch {
    return null
  }
}
