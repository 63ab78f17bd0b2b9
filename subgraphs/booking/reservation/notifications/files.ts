import type { FileKind } from '../../../../schema/file-kinds.ts'
import { apiError } from '../../../../schema/errors.ts'
import type { ReservationContext } from '../context.ts'
import {
  renderConfirmation,
  renderQr,
  renderTicket,
  renderVoidPicture,
  signedToken,
  verifyToken,
  type DocumentSubject,
} from '../../document/index.ts'
import type { Database } from '../../database.ts'
import type { QrFormat } from '../../generated/resolvers.ts'
import type { Language } from '../../../../platform/values/i18n.ts'
import { asOf } from '../rules/expiry.ts'
import { guestLanguage } from '../rules/language.ts'
import { isVoid } from '../rules/lifecycle.ts'
import { findForFile } from '../store/read.ts'
import type { Reservation } from '../reservation.ts'

/** Addresses stay valid for a month after the visit: long enough for any guest, but not forever. */
const goodAfterVisitMilliseconds = 31 * 86_400_000

/** Signed address of a reservation's file: it needs no key, so that an `<img>` or an e-mail can show it. */
export function fileAddress(
  reservation: Reservation,
  kind: FileKind,
  { services, database }: Pick<ReservationContext, 'services' | 'database'>,
): string {
  const expiresAt = new Date(reservation.visitAt.getTime() + goodAfterVisitMilliseconds)
  const token = signedToken(
    { reservationId: reservation.id, environment: database.environment, kind, expiresAt },
    services.signingSecret,
  )
  return kind === 'qr'
    ? `${services.publicUrl}/api/partner/reservations/${reservation.id}/qr?token=${token}`
    : `${services.publicUrl}/documents/${token}`
}

/** A file as it is answered. */
export interface ReservationFile {
  readonly contentType: string
  readonly name: string
  readonly bytes: Buffer
  /** Language of the document: the guest's, for any reader. */
  readonly language: Language
  /**
   * False for a file of a reservation that is cancelled, refunded or missed: the file says so, and is not valid for
   * entry.
   */
  readonly isValid: boolean
}

/**
 * A file by its token, made on demand. Error: NOT_FOUND for a bad or expired token, or one of another reservation than
 * `of`, an id or booking reference.
 */
export async function signedFile(
  { token, format, of }: { token: string; format: QrFormat; of: string | null },
  context: ReservationContext,
): Promise<ReservationFile> {
  const { services, clock } = context
  const now = clock.now()
  const content = verifyToken(token, services.signingSecret, now)
  if (!content) throw apiError('NOT_FOUND')
  // The token, not the caller, determines the environment of the file.
  const database: Database = services.databases[content.environment]
  const stored = await findForFile(database, content.reservationId)
  if (!stored || (of !== null && !isListed(stored, of))) throw apiError('NOT_FOUND')
  const reservation = asOf(stored, now)
  const { kind } = content
  const language = guestLanguage(reservation)
  const voidReason = isVoid(reservation.status) ? reservation.status : null
  const isValid = voidReason === null
  if (kind === 'qr') {
    const bytes = voidReason
      ? await renderVoidPicture(voidReason, format, language)
      : await renderQr(reservation.bookingReference, format)
    return {
      contentType: format === 'SVG' ? 'image/svg+xml' : 'image/png',
      name: `${reservation.bookingReference}.${format.toLowerCase()}`,
      bytes,
      language,
      isValid,
    }
  }
  const document = reservation.documents.find(({ type }) => type === kind)
  if (!document) throw apiError('NOT_FOUND')
  const identity = { ...context.identity, environment: content.environment, locale: language }
  const terms = await services.upstream.cenote(reservation.cenoteId, identity)
  const subject = documentSubject(reservation, { name: terms.name, address: terms.location.address }, language)
  const bytes = await (kind === 'ticket' ? renderTicket : renderConfirmation)({
    ...subject,
    voidReason,
    isTest: content.environment === 'sandbox',
  })
  return { contentType: 'application/pdf', name: document.name, bytes, language, isValid }
}

/** Whether an id or booking reference, in any case, is the reservation's. */
const isListed = ({ id, bookingReference }: Reservation, idOrReference: string): boolean =>
  [id, bookingReference.toLowerCase()].includes(idOrReference.toLowerCase())

/** The content of a document. */
export function documentSubject(
  reservation: Reservation,
  cenote: { name: string; address: string },
  language: Language,
): DocumentSubject {
  const {
    bookingReference,
    confirmationCode,
    visitDate,
    visitTime,
    timezone,
    adults,
    children,
    seniors,
    guest,
    pricing,
    updatedAt,
  } = reservation
  return {
    bookingReference,
    confirmationCode,
    cenoteName: cenote.name,
    cenoteAddress: cenote.address,
    visitDate,
    visitTime,
    timezone,
    visitors: { adults, children, seniors },
    guestName: guest.name,
    guestNationality: guest.nationality ?? null,
    totalCents: pricing.totalCents,
    currency: pricing.currency,
    language,
    changedAt: updatedAt,
  }
}
