import { openAddress } from '../../../platform/trust/signed-address.ts'
import { apiError } from '../../../schema/errors.ts'
import type { LocalizedText } from '../../../platform/values/i18n.ts'
import type { Database } from '../database.ts'
import type { ReviewContext } from './context.ts'
import { findCenoteName, findReview, type ReviewRow } from './repository.ts'

/** An invitation to review a visit, as booking has signed it (docs/partner-api/reservations.md#the-visit). */
export interface Invitation {
  readonly reservationId: string
  readonly cenoteId: string
  readonly author: string
  readonly visitDate: string
  readonly database: Database
}

export interface OpenedInvitation extends Invitation {
  readonly cenoteName: LocalizedText
  readonly review: ReviewRow | null
}

/** The claims of an invitation's token. Error: NOT_FOUND for a bad or expired one. */
export function readInvitation(token: string, { databases, signingSecret }: ReviewContext): Invitation {
  const content = openAddress(token, ['review'], signingSecret, new Date())
  const { cenoteId, author, visitDate } = content?.claims ?? {}
  if (!content || cenoteId === undefined || author === undefined || visitDate === undefined) throw apiError('NOT_FOUND')
  return { reservationId: content.subject, cenoteId, author, visitDate, database: databases[content.environment] }
}

/** An invitation with what it is about. Error: NOT_FOUND. */
export async function openInvitation(token: string, context: ReviewContext): Promise<OpenedInvitation> {
  const invitation = readInvitation(token, context)
  const { database, cenoteId, reservationId } = invitation
  const [cenoteName, review] = await Promise.all([
    findCenoteName(database, cenoteId),
    findReview(database, { reservationId }),
  ])
  if (!cenoteName) throw apiError('NOT_FOUND')
  return { ...invitation, cenoteName, review }
}
