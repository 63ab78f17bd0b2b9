import type { PoolClient } from '../../../../platform/postgres/database.ts'
import { addDays, instantOf, localDateTime } from '../../../../platform/values/clock.ts'
import { isSameDay, type Reservation } from '../reservation.ts'
import { isSameToGuest, guestFacingVisit } from '../rules/diff.ts'
import { mailsGuest } from '../rules/guest-terms.ts'
import type { MessageType } from '../rules/messages.ts'
import { meetingInstant } from '../rules/transport.ts'
import { findCommunicationsIn } from '../store/communications.ts'
import {
  insertMail,
  lockWaitingChange,
  postponeMail,
  putOffChange,
  removeMail,
  type Lease,
  type QueuedMail,
} from '../store/mail-queue.ts'

/** Local time of the day before the pickup, or else the visit, at which the guest is reminded of it. */
const reminderTime = '10:00'

/** How long a change waits for further ones before it is mailed. */
const changeMilliseconds = 60_000

/**
 * Queues messages to the guest within the transaction of the change that they report, to be tried at once by the holder
 * of the lease. A confirmation brings the reminder with it, unless the day before has begun by now. A type is queued
 * once in a reservation's life, unless it has failed: a retry after a lost response sends none twice.
 */
export async function queueMessages(
  client: PoolClient,
  reservation: Reservation,
  types: readonly MessageType[],
  now: Date,
  lease: Lease | null,
): Promise<QueuedMail[]> {
  if (reservation.guest.email === '') return []
  const queued: QueuedMail[] = []
  // The confirmation contains what was changed before it.
  const waiting = types.includes('confirmation_email') ? await lockWaitingChange(client, reservation) : undefined
  if (waiting) await removeMail(client, { partnerId: reservation.partnerId, id: waiting.id })
  for (const [index, type] of types.entries()) {
    // A millisecond apart, because messages are listed in the order of their creation.
    const createdAt = new Date(now.getTime() + index)
    const mail = await insertMail(client, reservation, type, { dueAt: now, createdAt, lease })
    if (mail) queued.push(mail)
  }
  if (types.includes('confirmation_email') && mailsGuest(reservation))
    await planReminder(client, reservation, now, new Date(now.getTime() + types.length))
  return queued
}

/**
 * Queues a mail about a change of the visit, within the transaction of the change. Several changes within a minute are
 * one mail, and a change that is undone by then is none.
 */
export async function queueChange(
  client: PoolClient,
  before: Reservation,
  after: Reservation,
  now: Date,
): Promise<void> {
  if (after.guest.email === '' || !mailsGuest(after)) return
  const [previous, present] = [guestFacingVisit(before), guestFacingVisit(after)]
  if (isSameToGuest(previous, present)) return
  const dueAt = new Date(now.getTime() + changeMilliseconds)
  const waiting = await lockWaitingChange(client, after)
  if (!waiting)
    await insertMail(client, after, 'modification_email', { dueAt, createdAt: now, lease: null, changedFrom: previous })
  else if (isSameToGuest(waiting.changedFrom, present))
    await removeMail(client, { partnerId: after.partnerId, id: waiting.id })
  else await putOffChange(client, { id: waiting.id, partnerId: after.partnerId, dueAt })
}

function reminderInstant(reservation: Reservation): Date {
  const { timezone } = reservation
  const { date } = localDateTime(meetingInstant(reservation), timezone)
  return instantOf(addDays(date, -1), reminderTime, timezone)
}

/** Whether a change leaves the reminder as it is planned. */
export const isSameReminder = (before: Reservation, after: Reservation): boolean =>
  isSameDay(before, after) &&
  reminderInstant(before).getTime() === reminderInstant(after).getTime() &&
  mailsGuest(before) === mailsGuest(after)

/**
 * Plans the reminder of a visit that was moved to another day or cenote, whose pickup is on another day, or whose guest is sent mails or none from now on,
 * in place of the one before, within the transaction of the change. Only guests that were written to are reminded, and none
 * once the day before has begun.
 */
export async function replanReminder(client: PoolClient, reservation: Reservation, now: Date): Promise<void> {
  const messages = await findCommunicationsIn(client, reservation)
  const dueAt = reminderInstant(reservation)
  const planned = messages.find(({ type }) => type === 'reminder_email')
  const isReminded = mailsGuest(reservation)
  if (planned && isReminded && dueAt > now) await postponeMail(client, planned, dueAt, now)
  else if (planned?.status === 'scheduled') await removeMail(client, planned)
  else if (!planned && isReminded && messages.some(({ type }) => type === 'confirmation_email'))
    await planReminder(client, reservation, now, now)
}

async function planReminder(client: PoolClient, reservation: Reservation, now: Date, createdAt: Date): Promise<void> {
  const dueAt = reminderInstant(reservation)
  if (dueAt > now) await insertMail(client, reservation, 'reminder_email', { dueAt, createdAt, lease: null })
}
