import { randomUUID } from 'node:crypto'
import { inTransaction, type Pool, type Statements } from '../../../../platform/postgres/database.ts'
import type { Database } from '../../database.ts'
import { reservationOf, type Reservation, type ReservationRow } from '../reservation.ts'
import type { TestMail } from '../../generated/prisma/client.ts'
import type { ReservationKey } from './codes.ts'
import { selection } from './columns.ts'
import { leaseDue, postponeDue, readDue, removeDue } from './due.ts'
import { ofReservations } from './read.ts'

export interface Communication {
  readonly partnerId: string
  readonly id: string
  readonly reservationId: string
  readonly type: string
  readonly status: string
  readonly sentAt: Date | null
  readonly scheduledFor: Date | null
  readonly recipient: string
}

/** The primary key of a communication. */
export type CommunicationKey = Pick<Communication, 'partnerId' | 'id'>

export async function findCommunications(
  { prisma }: Database,
  keys: readonly ReservationKey[],
): Promise<Communication[]> {
  return prisma.communication.findMany({ where: ofReservations(keys, 'reservationId'), orderBy: { createdAt: 'asc' } })
}

/** Whether a message of a type went out for a reservation. */
export async function wasSent({ prisma }: Database, { partnerId, id }: ReservationKey, type: string): Promise<boolean> {
  const where = { partnerId, reservationId: id, type, status: 'sent' }
  return (await prisma.communication.findFirst({ where })) !== null
}

/** The content of a mail of the sandbox. */
export type StoredMessage = Pick<TestMail, 'subject' | 'text' | 'html'>

/** How long contents are stored. */
const retentionMilliseconds = 30 * 86_400_000

/** Records a message, with its content where that is stored. */
export async function addCommunication(
  { pool }: Database,
  { partnerId, reservationId, type, status, sentAt, recipient }: Omit<Communication, 'id' | 'scheduledFor'>,
  stored: StoredMessage | null,
  at: Date,
): Promise<void> {
  const id = randomUUID()
  await inTransaction(pool, async (client) => {
    await client.query(
      `INSERT INTO communication (partner_id, id, reservation_id, type, status, sent_at, recipient, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [partnerId, id, reservationId, type, status, sentAt, recipient, at],
    )
    if (stored) await storeMessage(client, { partnerId, id, reservationId }, stored, at)
  })
}

async function storeMessage(
  client: Statements,
  { partnerId, id, reservationId }: Pick<Communication, 'partnerId' | 'id' | 'reservationId'>,
  { subject, text, html }: StoredMessage,
  at: Date,
): Promise<void> {
  await client.query(
    'INSERT INTO test_mail (partner_id, communication_id, subject, text, html, created_at) VALUES ($1, $2, $3, $4, $5, $6)',
    [partnerId, id, subject, text, html, at],
  )
  const removedAt = new Date(at.getTime() + retentionMilliseconds)
  await client.query(
    `INSERT INTO reservation_due (reservation_id, kind, partner_id, due_at) VALUES ($1, 'test_mail', $2, $3)
     ON CONFLICT DO NOTHING`,
    [reservationId, partnerId, removedAt],
  )
}

/** The stored contents of messages. */
export const findStoredMessages = ({ prisma }: Database, keys: readonly CommunicationKey[]): Promise<TestMail[]> => {
  const { partnerId, id } = ofReservations(keys, 'id')
  return prisma.testMail.findMany({ where: { partnerId, communicationId: id } })
}

/** Removes the contents of messages whose retention has ended, of some reservations; of how many. */
export async function deleteStoredMessages(pool: Pool, now: Date, limit: number): Promise<number> {
  const before = new Date(now.getTime() - retentionMilliseconds)
  const due = await readDue(pool, 'test_mail', now, limit)
  for (const { partnerId, id } of due) {
    const ofReservation =
      'communication_id IN (SELECT id FROM communication WHERE partner_id = $1 AND reservation_id = $2)'
    await inTransaction(pool, async (client) => {
      await client.query(`DELETE FROM test_mail WHERE partner_id = $1 AND created_at <= $3 AND ${ofReservation}`, [
        partnerId,
        id,
        before,
      ])
      const { rows } = await client.query<{ next: Date | null }>(
        `SELECT min(created_at) AS next FROM test_mail WHERE partner_id = $1 AND ${ofReservation}`,
        [partnerId, id],
      )
      const next = rows[0]?.next
      if (next) await postponeDue(client, 'test_mail', id, new Date(next.getTime() + retentionMilliseconds))
      else await removeDue(client, 'test_mail', id)
    })
  }
  return due.length
}

/** Plans a reminder, unless the reservation has one. */
export async function insertReminder(
  pool: Pool,
  {
    partnerId,
    reservationId,
    at,
    recipient,
  }: { partnerId: string; reservationId: string; at: Date; recipient: string },
  now: Date,
): Promise<void> {
  await inTransaction(pool, async (client) => {
    const { rowCount } = await client.query(
      `INSERT INTO communication (partner_id, id, reservation_id, type, status, scheduled_for, due_at, recipient, created_at)
       VALUES ($1, $2, $3, 'reminder_email', 'scheduled', $4, $4, $5, $6) ON CONFLICT DO NOTHING`,
      [partnerId, randomUUID(), reservationId, at, recipient, now],
    )
    if (rowCount === 0) return
    await client.query(
      `INSERT INTO reservation_due (reservation_id, kind, partner_id, due_at) VALUES ($1, 'reminder', $2, $3)
       ON CONFLICT (reservation_id, kind) DO UPDATE SET due_at = excluded.due_at, attempts = 0`,
      [reservationId, partnerId, at],
    )
  })
}

/** A reminder that is due, with its reservation. */
export interface DueReminder {
  readonly id: string
  readonly attempts: number
  readonly reservation: Reservation
}

/** Reminders that were claimed, and whether more may be due. */
export interface DueReminders {
  readonly reminders: readonly DueReminder[]
  readonly hasMore: boolean
}

/**
 * Claims reminders that are due, of visits that are still to come; the others are dropped. No other process claims them
 * before `retryAt`.
 */
export async function takeDueReminders(pool: Pool, now: Date, retryAt: Date, limit: number): Promise<DueReminders> {
  const due = await leaseDue(pool, 'reminder', now, retryAt, limit)
  const reminders: DueReminder[] = []
  for (const key of due) {
    const reminder = await takeReminder(pool, key, now, retryAt)
    if (reminder) reminders.push(reminder)
  }
  return { reminders, hasMore: due.length === limit }
}

/** Claims the reminder of a reservation; null when it was sent, is claimed by the release before, or was dropped. */
async function takeReminder(
  pool: Pool,
  { partnerId, id }: ReservationKey,
  now: Date,
  retryAt: Date,
): Promise<DueReminder | null> {
  const { rows: taken } = await pool.query<{ id: string; attempts: number }>(
    `UPDATE communication SET due_at = $4, attempts = attempts + 1
     WHERE partner_id = $1 AND reservation_id = $2 AND type = 'reminder_email' AND status = 'scheduled' AND due_at <= $3
     RETURNING id, attempts`,
    [partnerId, id, now, retryAt],
  )
  const { rows: found } = await pool.query<ReservationRow>(
    `SELECT ${selection} FROM reservation WHERE partner_id = $1 AND id = $2`,
    [partnerId, id],
  )
  const reservation = found[0] && reservationOf(found[0])
  // It lies on a server that has not finished its transaction.
  if (!reservation) return null
  const isToCome = reservation.status === 'confirmed' && reservation.visitAt > now
  if (taken[0] && isToCome) return { ...taken[0], reservation }
  await inTransaction(pool, async (client) => {
    if (!isToCome)
      await client.query(
        `DELETE FROM communication WHERE partner_id = $1 AND reservation_id = $2 AND type = 'reminder_email' AND status = 'scheduled'`,
        [partnerId, id],
      )
    const { rows: left } = await client.query<{ dueAt: Date }>(
      `SELECT due_at AS "dueAt" FROM communication
       WHERE partner_id = $1 AND reservation_id = $2 AND type = 'reminder_email' AND status = 'scheduled'`,
      [partnerId, id],
    )
    if (left[0]) await postponeDue(client, 'reminder', id, left[0].dueAt)
    else await removeDue(client, 'reminder', id)
  })
  return null
}

/** Records that a reminder was sent, with its content where that is stored, or that it failed for good. */
export async function finishReminder(
  pool: Pool,
  { id, reservation }: DueReminder,
  sent: { readonly sentAt: Date; readonly stored: StoredMessage | null } | null,
): Promise<void> {
  const { partnerId, id: reservationId, guest } = reservation
  await inTransaction(pool, async (client) => {
    await removeDue(client, 'reminder', reservationId)
    const { rowCount } = await client.query(
      `UPDATE communication SET status = $3, sent_at = $4, recipient = $5, due_at = NULL
       WHERE partner_id = $1 AND id = $2 AND status = 'scheduled'`,
      [partnerId, id, sent ? 'sent' : 'failed', sent?.sentAt ?? null, guest.email],
    )
    if (rowCount === 0 || !sent) return
    if (sent.stored) await storeMessage(client, { partnerId, id, reservationId }, sent.stored, sent.sentAt)
    await client.query('UPDATE reservation SET reminder_sent = true WHERE partner_id = $1 AND id = $2', [
      partnerId,
      reservationId,
    ])
  })
}

/** Marks the confirmation as sent; not a change of the reservation itself, so no event. */
export async function markConfirmationSent(pool: Pool, { partnerId, id }: ReservationKey): Promise<void> {
  await pool.query('UPDATE reservation SET confirmation_sent = true WHERE partner_id = $1 AND id = $2', [partnerId, id])
}
