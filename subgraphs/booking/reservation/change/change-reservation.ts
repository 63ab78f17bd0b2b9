import { randomUUID } from 'node:crypto'
import { reservationChanges } from '../../metrics.ts'
import { inTransaction, type Pool, type PoolClient } from '../../../../platform/postgres/database.ts'
import { authorOf, systemAuthor, type Moment } from '../../../../platform/trust/author.ts'
import { apiError } from '../../../../schema/errors.ts'
import { changePlaces } from '../../availability/index.ts'
import { isOperator, partnerOf } from '../../caller.ts'
import type { Context } from '../../context.ts'
import type { ReservationContext } from '../context.ts'
import { returnCoupon, releaseContext, releaseEndedUses } from '../../coupon-use/index.ts'
import { bindingDeadline } from '../rules/cancellation.ts'
import { expired, isExpired } from '../rules/expiry.ts'
import { systemNotes } from '../rules/wording.ts'
import type { MessageType } from '../rules/messages.ts'
import { allowedTransitions, canApply, targetOf, type Operation } from '../rules/lifecycle.ts'
import { queueMessages } from '../notifications/queue-messages.ts'
import type { QueuedMail } from '../store/mail-queue.ts'
import { lockReservation, updateReservation } from '../store/update.ts'
import { findCompleted, recordCompleted } from '../../idempotency/index.ts'
import { heldPlaces, type Reservation } from '../reservation.ts'
import { reviveReservation, type ReservationSnapshot } from '../columns.ts'

export interface ChangeOptions {
  /** Versions of the reservation that the caller knows: another one is EDIT_CONFLICT. */
  readonly expectedVersions?: readonly number[] | null | undefined
  /** Does all of it and takes it back. */
  readonly dryRun?: boolean
  /** Makes the change possible where the lifecycle's table does not name it. */
  readonly allows?: (reservation: Reservation) => boolean
  /** Messages to the guest about the change; none for a dry run. */
  readonly messages?: readonly MessageType[] | ((result: Reservation) => readonly MessageType[])
  /** The part of the response beside the reservation; stored with the change for retries. */
  readonly resultFor?: (before: Reservation, after: Reservation) => object
}

/**
 * Runs a change of one reservation, by what names it, in one transaction, with its row locked: of two
 * concurrent changes, one wins and the other sees its result. A hold that has ended expires before any other change.
 * `change` returns a refusal before it writes anything.
 */
export async function changeReservation(
  id: string,
  operation: Operation,
  context: ReservationContext,
  change: (client: PoolClient, reservation: Reservation, moment: Moment) => Promise<Reservation | Error>,
  options: ChangeOptions = {},
): Promise<Reservation> {
  const partnerId = partnerOf(context)
  const { database, services } = context
  let withCoupon: readonly string[] = []
  let mails: readonly QueuedMail[] = []
  const { result, refusal } = await inTransaction(
    database.pool,
    async (client): Promise<{ result?: Reservation; refusal?: Error }> => {
      const stored = await lockReservation(client, partnerId, id)
      if (!stored) throw apiError('RESERVATION_NOT_FOUND', { reservationId: id })
      if (stored.couponCode !== null) withCoupon = [stored.id]
      // With the row locked: an earlier attempt has committed or will not.
      const earlier = await findEarlierResult(client, context)
      if (earlier) return { result: earlier.reservation }
      const now = context.clock.now()
      const reservation = isExpired(stored, now) ? await expire(client, stored, { at: now }) : stored
      // A refusal is returned, not thrown, so that the expiry is committed.
      const refusal = refusalOf(operation, reservation, now, context, options)
      if (refusal) return { refusal }
      const result = await change(client, reservation, { at: now, by: authorOf(context.identity) })
      if (result instanceof Error) return { refusal: result }
      if (options.dryRun) throw new RolledBack(result)
      const { messages = [] } = options
      const due = typeof messages === 'function' ? messages(result) : messages
      mails = await queueMessages(client, result, due, now, services.mails.lease)
      await recordCompleted(client, context, result, options.resultFor?.(reservation, result))
      return { result }
    },
  ).catch((error: unknown) => {
    if (error instanceof RolledBack) return { result: error.result, refusal: undefined }
    throw error
  })
  // Before the response, so that the next reservation can use it.
  await releaseEndedUses(withCoupon, releaseContext(context))
  services.hubs[database.environment].wake()
  if (refusal) throw refusal
  if (!result) throw new Error('A change left no reservation')
  if (!options.dryRun) reservationChanges.inc({ environment: database.environment, status: result.status })
  if (mails.length === 0) return result
  const accepted = await services.mails.deliver(database.environment, mails)
  return { ...result, confirmationSent: result.confirmationSent || accepted.has('confirmation_email') }
}

/** Rolls a dry run back and carries its result. */
class RolledBack extends Error {
  constructor(readonly result: Reservation) {
    super('A dry run is rolled back')
  }
}

/** Refuses a reservation as the operation would. */
export function requirePossible(
  operation: Operation,
  reservation: Reservation,
  context: Pick<ReservationContext, 'clock' | 'identity'>,
  options: ChangeOptions = {},
): void {
  const refusal = refusalOf(operation, reservation, context.clock.now(), context, options)
  if (refusal) throw refusal
}

/** Why an operation is not possible on a reservation as it is; undefined when it is. */
function refusalOf(
  operation: Operation,
  reservation: Reservation,
  now: Date,
  caller: Pick<ReservationContext, 'identity'>,
  { expectedVersions, allows }: ChangeOptions,
): Error | undefined {
  const { status, version } = reservation
  if (expectedVersions && !expectedVersions.includes(version))
    return apiError('EDIT_CONFLICT', { currentVersion: version })
  if (operation === 'modify') return modificationRefusal(reservation, now, isOperator(caller))
  if (canApply(operation, status) || allows?.(reservation)) return undefined
  return apiError('INVALID_STATE_TRANSITION', {
    currentStatus: status,
    requestedStatus: targetOf(operation),
    allowedTransitions: allowedTransitions(status),
  })
}

function modificationRefusal(reservation: Reservation, now: Date, isOperators: boolean): Error | undefined {
  const deadline = bindingDeadline(reservation, isOperators)
  const possible = canApply('modify', reservation.status)
  if (possible && now < deadline) return undefined
  return apiError('MODIFICATION_NOT_ALLOWED', {
    reason: possible ? 'too_close_to_visit_date' : `status_${reservation.status}`,
    deadline: deadline.toISOString(),
    currentTime: now.toISOString(),
  })
}

/**
 * Ends a hold: the places are free again (docs/partner-api/reservations.md#the-hold). Within the caller's transaction.
 */
export async function expire(
  client: PoolClient,
  reservation: Reservation,
  moment: Pick<Moment, 'at'>,
): Promise<Reservation> {
  const ended = await recordExpiry(client, reservation, moment)
  await changePlaces(client, { release: [heldPlaces(reservation)] })
  return ended
}

/** Ends a hold whose places the caller releases, within its transaction. */
export async function recordExpiry(
  client: PoolClient,
  reservation: Reservation,
  { at: now }: Pick<Moment, 'at'>,
): Promise<Reservation> {
  const { refund, ...end } = expired(reservation, now)
  const changes = refund ? { ...end, refund: { ...refund, refundId: randomUUID() } } : end
  const ended = await updateReservation(client, reservation, changes, {
    event: 'reservation.expired',
    at: now,
    by: systemAuthor,
    note: systemNotes.holdEnded,
  })
  await returnCoupon(client, reservation, now)
  return ended
}

/** The reservation as this operation left it when it was carried out before, with what else it reported. */
export async function findEarlierResult(
  database: Pool | PoolClient,
  context: Context,
): Promise<{ reservation: Reservation; result: unknown } | null> {
  const completed = await findCompleted(database, context)
  return (
    completed && { reservation: reviveReservation(completed.snapshot as ReservationSnapshot), result: completed.result }
  )
}
