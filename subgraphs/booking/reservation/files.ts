import { apiError } from '../../../schema/errors.ts'
import type { Context } from '../context.ts'
import {
  renderConfirmation,
  renderQr,
  renderTicket,
  signedToken,
  verifyToken,
  type DocumentSubject,
} from '../document/index.ts'
import type { Database } from '../database.ts'
import type { QrFormat } from '../generated/resolvers.ts'
import type { Language } from '../../../platform/i18n.ts'
import { findForFile } from './repository.ts'
import type { Reservation } from './reservation.ts'

export type FileKind = 'qr' | 'confirmation' | 'ticket'

/** Addresses stay good for a month after the visit: long enough for any guest, not for ever. */
const goodAfterVisitMilliseconds = 31 * 86_400_000

/** Signed address of a reservation's file: it needs no key, so that an `<img>` or an e-mail can show it. */
export function fileAddress(
  reservation: Reservation,
  kind: FileKind,
  { services, database }: Pick<Context, 'services' | 'database'>,
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

/** A file by its token, made when asked for. Error: NOT_FOUND for a bad or expired token. */
export async function signedFile(
  token: string,
  format: QrFormat,
  context: Context,
): Promise<{ contentType: string; name: string; bytes: Buffer }> {
  const content = verifyToken(token, context.services.signingSecret, context.clock.now())
  if (!content) throw apiError('NOT_FOUND')
  // The token, not the caller, says which environment the file is in.
  const database: Database = context.services.databases[content.environment]
  const reservation = await findForFile(database, content.reservationId)
  if (!reservation) throw apiError('NOT_FOUND')
  const { kind } = content
  if (kind === 'qr') {
    const bytes = await renderQr(reservation.bookingReference, format)
    return {
      contentType: format === 'SVG' ? 'image/svg+xml' : 'image/png',
      name: `${reservation.bookingReference}.${format.toLowerCase()}`,
      bytes,
    }
  }
  const document = reservation.documents.find(({ type }) => type === kind)
  if (!document) throw apiError('NOT_FOUND')
  const identity = { ...context.identity, environment: content.environment }
  const terms = await context.services.terms.cenote(reservation.cenoteId, identity)
  const subject = documentSubject(reservation, { name: terms.name, address: terms.location.address }, context.language)
  const bytes = await (kind === 'ticket' ? renderTicket(subject) : renderConfirmation(subject))
  return { contentType: 'application/pdf', name: document.name, bytes }
}

/** What a document tells. */
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
