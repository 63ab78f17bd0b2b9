import { apiError } from '../../../../schema/errors.ts'
import type { ReservationContext } from '../context.ts'
import { readVoidPicture, renderers, verifyToken, type RenderJob } from '../../messages/index.ts'
import type { Database } from '../../database.ts'
import type { QrFormat } from '../../generated/resolvers.ts'
import type { Language } from '../../../../platform/values/i18n.ts'
import { asOf } from '../rules/expiry.ts'
import { guestLanguage } from '../rules/guest.ts'
import { addressExpiry } from './addresses.ts'
import { documentSubject } from './guest-facts.ts'
import { productFacts } from './product-facts.ts'
import { isVoid } from '../rules/lifecycle.ts'
import { findReservation } from '../store/read.ts'
import type { Reservation } from '../reservation.ts'
import { ticketCode } from '../ticket-code.ts'

/** A file as it is sent. */
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
 * `of`, an id, booking reference or external id; RATE_LIMIT_EXCEEDED.
 */
export async function signedFile(
  { token, format, of }: { token: string; format: QrFormat; of: string | null },
  context: ReservationContext,
): Promise<ReservationFile> {
  const { services, clock } = context
  const now = clock.now()
  const content = verifyToken(token, services.signingSecret)
  if (!content) throw apiError('NOT_FOUND')
  // The token, not the caller, determines the environment of the file.
  const database: Database = services.databases[content.environment]
  const stored = await findReservation(database, undefined, content.reservationId)
  if (!stored || addressExpiry(stored) <= now || (of !== null && !isListed(stored, of))) throw apiError('NOT_FOUND')
  const reservation = asOf(stored, now)
  const { kind } = content
  const language = guestLanguage(reservation)
  const voidReason = isVoid(reservation.status) ? reservation.status : null
  const isValid = voidReason === null
  const requester = { partnerId: reservation.partnerId, token, signal: context.signal }
  const render = (job: RenderJob): Promise<Buffer> => renderers[content.environment].render(job, requester)
  if (kind === 'qr') {
    const bytes = voidReason
      ? await readVoidPicture(voidReason, format, language)
      : await render({ kind, data: ticketCode(reservation, services.signingSecret), format })
    return {
      contentType: format === 'svg' ? 'image/svg+xml' : 'image/png',
      name: `${reservation.bookingReference}.${format}`,
      bytes,
      language,
      isValid,
    }
  }
  const document = reservation.documents.find(({ type }) => type === kind)
  if (!document) throw apiError('NOT_FOUND')
  const identity = { ...context.identity, environment: content.environment, locale: language }
  const product = await productFacts(reservation, services.upstream, identity)
  const subject = await documentSubject(reservation, product, language, { services, database })
  const bytes = await render({ kind, subject })
  return { contentType: 'application/pdf', name: document.name, bytes, language, isValid }
}

/** Whether an id, booking reference or external id, in any case, is the reservation's. */
const isListed = ({ id, bookingReference, externalId }: Reservation, named: string): boolean =>
  [id, bookingReference.toLowerCase(), externalId].includes(named.toLowerCase())
