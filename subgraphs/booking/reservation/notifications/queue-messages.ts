import type { PoolClient } from '../../../../platform/postgres/database.ts'
import { addDays, instantOf } from '../../../../platform/values/clock.ts'
import type { Reservation } from '../reservation.ts'
import type { MessageType } from '../rules/messages.ts'
import { insertMail, type Lease, type QueuedMail } from '../store/mail-queue.ts'

/** Local time of the day before a visit at which its guest is reminded of it. */
const reminderTime = '10:00'

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
  for (const [index, type] of types.entries()) {
    // A millisecond apart, because messages are listed in the order of their creation.
    const createdAt = new Date(now.getTime() + index)
    const mail = await insertMail(client, reservation, type, { dueAt: now, createdAt, lease })
    if (mail) queued.push(mail)
  }
  if (types.includes('confirmation_email'))
    await planReminder(client, reservation, now, new Date(now.getTime() + types.length))
  return queued
}

async function planReminder(client: PoolClient, reservation: Reservation, now: Date, createdAt: Date): Promise<void> {
  const { visitDate, timezone } = reservation
  const dueAt = instantOf(addDays(visitDate, -1), reminderTime, timezone)
  if (dueAt > now) await insertMail(client, reservation, 'reminder_email', { dueAt, createdAt, lease: null })
}
