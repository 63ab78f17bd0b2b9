import type { Language } from '../../../../platform/values/i18n.ts'
import { peopleOf, type PartyCounts } from '../../../../schema/ages.ts'
import type { MeansOfTransport } from '../../../../schema/transport-text.ts'
import type { DocumentType } from '../../../../schema/file-kinds.ts'
import type { PictureFormat } from './qr.ts'
import type { VoidReason } from './void-picture.ts'

/** The content of a confirmation or ticket. */
export interface DocumentSubject {
  readonly bookingReference: string
  /** The content of the QR code of the ticket. */
  readonly ticketCode: string
  readonly confirmationCode: string
  /** The seller's own reference. */
  readonly resellerReference?: string | null
  /** Who sold the visit; null when it is not known. */
  readonly partnerName: string | null
  readonly productType: 'cenote' | 'tour'
  readonly productName: string
  /** A picture of the product, as JPEG; null without one. Its name stands for its content. */
  readonly picture?: { readonly name: string; readonly bytes: Uint8Array } | null
  /** How to reach those who offer it: telephone, e-mail, address of its pages; empty when it is not known. */
  readonly contact: readonly string[]
  /** The services that the price includes. */
  readonly includes: readonly string[]
  /** Services that were booked too. */
  readonly services: readonly string[]
  /** When and where the guests have to be. */
  readonly meeting: {
    /** Null for guests who come on their own. */
    readonly option: MeansOfTransport | null
    /** YYYY-MM-DD. */
    readonly date: string
    /** HH:MM. */
    readonly time: string
    readonly place: string
    /** Null when it is not known where the place is. */
    readonly mapUrl: string | null
    /** When the visit starts, for guests who are picked up or meet before. */
    readonly start: { readonly label: string; readonly value: string } | null
  }
  readonly timezone: string
  readonly visitors: PartyCounts
  readonly guestName: string
  /** ISO 3166 country code. */
  readonly guestNationality?: string | null
  readonly totalCents: number
  readonly paidCents: number
  readonly returnedCents: number
  readonly dueCents: number
  /** The amount paid above the price, which is to be refunded. */
  readonly creditCents: number
  readonly currency: string
  /** Whether amounts are left out. */
  readonly hidePrice?: boolean
  /** One ticket for the party, or a page for each person; the party when absent. */
  readonly tickets?: 'party' | 'person'
  /** Until when all and until when a part is refunded. */
  readonly refundUntil: { readonly full: string | null; readonly partial: string; readonly partialPercentage: number }
  /** The guest's page of the visit. */
  readonly visitUrl: string
  readonly language: Language
  /** Why it is no longer valid; the document says so, and a ticket has no QR code then. */
  readonly voidReason?: VoidReason | null
  /** Whether it comes from the sandbox; the document says so. */
  readonly isTest?: boolean
  /** Day of the last change of the visit after the first copy, written out; null without one. */
  readonly changedOn?: string | null
  /** When its content last changed: the same reservation is the same file, whenever it is made. */
  readonly changedAt: Date
}

/** A rendering job. */
export type RenderJob =
  | { readonly kind: DocumentType; readonly subject: DocumentSubject }
  | { readonly kind: 'qr'; readonly data: string; readonly format: PictureFormat }

/** A ticket with more pages is a long document. */
const maxShortPages = 6

/** What is drawn apart from one another, so that neither QR codes nor short documents wait for long ones. */
export type DrawingKind = 'qr' | 'document' | 'longDocument'

export function kindOf(job: RenderJob): DrawingKind {
  if (job.kind === 'qr') return 'qr'
  return job.kind === 'ticket' && pagesOfTicket(job.subject) > maxShortPages ? 'longDocument' : 'document'
}

/** A page for each person if they have tickets of their own that are valid, otherwise one for the party. */
export const pagesOfTicket = ({ tickets, voidReason, visitors }: DocumentSubject): number =>
  tickets === 'person' && !voidReason ? Math.max(1, peopleOf(visitors)) : 1

/** A file, and how long it took. */
export interface Drawing {
  readonly bytes: Uint8Array
  readonly milliseconds: number
}
