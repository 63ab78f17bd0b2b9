import { inTransaction, type PoolClient } from '../../../../platform/postgres/database.ts'
import { declareBound } from '../../../../platform/process/bounds.ts'
import { isUuid } from '../../../../platform/values/uuid.ts'
import { apiError } from '../../../../schema/errors.ts'
import { partnerOf } from '../../caller.ts'
import type { ResendCommunicationInput } from '../../generated/resolvers.ts'
import { recordCompleted } from '../../idempotency/index.ts'
import type { ReservationContext } from '../context.ts'
import type { Reservation } from '../reservation.ts'
import { effectiveTerms } from '../rules/guest-terms.ts'
import { messageKinds, type MessageType } from '../rules/messages.ts'
import { findCommunicationsIn, type Communication } from '../store/communications.ts'
import { insertMail, requeueMail } from '../store/mail-queue.ts'
import { lockReservation } from '../store/update.ts'
import { findEarlierResult } from '../change/change-reservation.ts'

const windowSeconds = 86_400
/** How often messages of one reservation may be requested again within the window. */
const maxResends = 10
const mailsOnRequest = declareBound({
  name: 'mails-on-request',
  what: 'Requests to send a message to the guest, again or a payment link',
  per: 'reservation',
  default: `${maxResends} a day; 5 by the guest`,
  response: '429 `RATE_LIMIT_EXCEEDED`',
})

/**
 * Queues a message again, to be sent to the guest's present address with the reservation as it is now
 * (docs/partner-api/documents.md#messages). Errors: RESERVATION_NOT_FOUND, COMMUNICATION_NOT_FOUND,
 * COMMUNICATION_NOT_APPLICABLE, RATE_LIMIT_EXCEEDED.
 */
export async function resend(
  { id, communicationId }: ResendCommunicationInput,
  context: ReservationContext,
): Promise<Communication> {
  const partnerId = partnerOf(context)
  const settings = await context.services.settings[context.database.environment].present(partnerId)
  return inTransaction(context.database.pool, async (client) => {
    const reservation = await lockReservation(client, partnerId, id)
    if (!reservation) throw apiError('RESERVATION_NOT_FOUND', { reservationId: id })
    const messages = await findCommunicationsIn(client, reservation)
    const message = isUuid(communicationId)
      ? messages.find((one) => one.id === communicationId.toLowerCase())
      : undefined
    if (!message) throw apiError('COMMUNICATION_NOT_FOUND', { communicationId })
    // An earlier attempt at this request has queued it.
    if (await findEarlierResult(client, context)) return message
    const now = context.clock.now()
    const { hasPoint, showsPrice = false } = messageKinds[message.type as MessageType]
    const isHidden = showsPrice && effectiveTerms(reservation, settings).hidePrice
    if (!hasPoint(reservation, now) || isHidden || reservation.guest.email === '')
      throw apiError('COMMUNICATION_NOT_APPLICABLE', { type: message.type, status: reservation.status })
    const resentAt = messages.flatMap((one) => [...one.resentAt])
    limitResends(reservation, resentAt, now, maxResends)
    const round = message.resentAt.length + 1
    await requeueMail(client, reservation, { communicationId: message.id, type: message.type, round }, now)
    await recordCompleted(client, context, reservation)
    return { ...message, status: 'scheduled', scheduledFor: now, resentAt: [...message.resentAt, now] }
  })
}

/**
 * Queues the message of a type, again or for the first time, within a transaction that has locked its reservation. Error:
 * RATE_LIMIT_EXCEEDED for more than some requests within a day.
 */
export async function queueOnRequest(
  client: PoolClient,
  reservation: Reservation,
  type: MessageType,
  now: Date,
  limit: number,
): Promise<string> {
  const earlier = (await findCommunicationsIn(client, reservation)).filter((message) => message.type === type)
  const resentAt = earlier.flatMap((message) => [...message.resentAt])
  limitResends(reservation, resentAt, now, limit)
  const communicationId =
    earlier.at(-1)?.id ??
    (await insertMail(client, reservation, type, { dueAt: now, createdAt: now, lease: null }))?.communicationId
  if (communicationId === undefined) throw new Error('A message was neither found nor queued')
  await requeueMail(client, reservation, { communicationId, type, round: resentAt.length + 1 }, now)
  return communicationId
}

/** Error: RATE_LIMIT_EXCEEDED for more requests than a day may have. */
function limitResends({ partnerId }: Reservation, resentAt: readonly Date[], now: Date, limit: number): void {
  const since = now.getTime() - windowSeconds * 1_000
  const counted = resentAt.map((at) => at.getTime()).filter((at) => at > since)
  if (counted.length < limit) return
  mailsOnRequest.reached({ partnerId })
  const resetTime = new Date(Math.min(...counted) + windowSeconds * 1_000)
  throw apiError('RATE_LIMIT_EXCEEDED', {
    limit,
    window: windowSeconds,
    resetTime: resetTime.toISOString(),
    retryAfter: Math.ceil((resetTime.getTime() - now.getTime()) / 1_000),
  })
}
