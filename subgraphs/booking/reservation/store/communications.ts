import { randomUUID } from 'node:crypto'
import type { Pool } from '../../../../platform/postgres/database.ts'
import type { Database } from '../../database.ts'
import { reservationOf, type Reservation, type ReservationRow } from '../reservation.ts'
import type { TestMail } from '../../generated/prisma/client.ts'
import { selection } from './columns.ts'

export interface Communication {
  readonly id: string
  readonly reservationId: string
  readonly type: string
  readonly status: string
  readonly sentAt: Date | null
  readonly scheduledFor: Date | null
  readonly recipient: string
}

export async function findCommunications({ prisma }: Database, ids: readonly string[]): Promise<Communication[]> {
  return prisma.communication.findMany({ where: { reservationId: { in: [...ids] } }, orderBy: { createdAt: 'asc' } })
}

/** Whether a message of a type went out for a reservation. */
export async function wasSent({ prisma }: Database, reservationId: string, type: string): Promise<boolean> {
  return (await prisma.communication.findFirst({ where: { reservationId, type, status: 'sent' } })) !== null
}

/** The content of a mail of the sandbox. */
export type StoredMessage = Pick<TestMail, 'subject' | 'text' | 'html'>

/** Records a message, with its content where that is stored. */
export async function addCommunication(
  { prisma }: Database,
  communication: Omit<Communication, 'id'>,
  stored: StoredMessage | null,
  at: Date,
): Promise<void> {
  const id = randomUUID()
  const recorded = prisma.communication.create({ data: { ...communication, id, createdAt: at } })
  if (!stored) return void (await recorded)
  const { subject, text, html } = stored
  const content = prisma.testMail.create({ data: { communicationId: id, subject, text, html, createdAt: at } })
  await prisma.$transaction([recorded, content])
}

/** The stored contents of messages. */
export const findStoredMessages = ({ prisma }: Database, ids: readonly string[]): Promise<TestMail[]> =>
  prisma.testMail.findMany({ where: { communicationId: { in: [...ids] } } })

/** Removes the contents of messages that were sent before an instant; how many. */
export async function deleteStoredMessages(pool: Pool, before: Date, limit: number): Promise<number> {
  const { rowCount } = await pool.query(
    `DELETE FROM test_mail WHERE communication_id IN (
       SELECT communication_id FROM test_mail WHERE created_at < $1 ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED)`,
    [before, limit],
  )
  return rowCount ?? 0
}

/** Plans a reminder, unless the reservation has one. */
export async function insertReminder(
  pool: Pool,
  { reservationId, at, recipient }: { reservationId: string; at: Date; recipient: string },
  now: Date,
): Promise<void> {
  await pool.query(
    `INSERT INTO communication (id, reservation_id, type, status, scheduled_for, due_at, recipient, created_at)
     VALUES (gen_random_uuid(), $1, 'reminder_email', 'scheduled', $2, $2, $3, $4)
     ON CONFLICT (reservation_id) WHERE type = 'reminder_email' DO NOTHING`,
    [reservationId, at, recipient, now],
  )
}

/** A reminder that is due, with its reservation. */
export interface DueReminder {
  readonly id: string
  readonly attempts: number
  readonly reservation: Reservation
}

/**
 * Claims reminders that are due, of visits that are still to come; the others are dropped. No other process claims them
 * before `retryAt`.
 */
export async function takeDueReminders(pool: Pool, now: Date, retryAt: Date, limit: number): Promise<DueReminder[]> {
  const { rows } = await pool.query<{ id: string; attempts: number; reservationId: string }>(
    `UPDATE communication SET due_at = $2, attempts = attempts + 1 WHERE id IN (
       SELECT id FROM communication WHERE status = 'scheduled' AND due_at <= $1 ORDER BY due_at LIMIT $3 FOR UPDATE SKIP LOCKED
     ) RETURNING id, attempts, reservation_id AS "reservationId"`,
    [now, retryAt, limit],
  )
  const found = await pool.query<ReservationRow>(
    `SELECT ${selection} FROM reservation WHERE id = ANY ($1) AND status = 'confirmed' AND visit_at > $2`,
    [rows.map(({ reservationId }) => reservationId), now],
  )
  const wanted = new Map(found.rows.map((row) => [row.id, reservationOf(row)]))
  const dropped = rows.filter(({ reservationId }) => !wanted.has(reservationId)).map(({ id }) => id)
  if (dropped.length > 0) await pool.query('DELETE FROM communication WHERE id = ANY ($1)', [dropped])
  return rows.flatMap(({ reservationId, ...reminder }) => {
    const reservation = wanted.get(reservationId)
    return reservation ? [{ ...reminder, reservation }] : []
  })
}

/** Records that a reminder was sent, with its content where that is stored, or that it failed for good. */
export async function finishReminder(
  pool: Pool,
  { id, reservation }: DueReminder,
  sent: { readonly sentAt: Date; readonly stored: StoredMessage | null } | null,
): Promise<void> {
  const { subject, text, html } = sent?.stored ?? {}
  await pool.query(
    `WITH sent AS (UPDATE communication SET status = $2, sent_at = $3, recipient = $5, due_at = NULL WHERE id = $1 AND status = 'scheduled' RETURNING id),
       stored AS (INSERT INTO test_mail (communication_id, subject, text, html, created_at) SELECT id, $6, $7, $8, $3 FROM sent WHERE $6::text IS NOT NULL)
     UPDATE reservation SET reminder_sent = true FROM sent WHERE reservation.id = $4 AND $3::timestamptz IS NOT NULL`,
    [
      id,
      sent ? 'sent' : 'failed',
      sent?.sentAt ?? null,
      reservation.id,
      reservation.guest.email,
      subject ?? null,
      text ?? null,
      html ?? null,
    ],
  )
}

/** Marks the confirmation as sent; not a change of the reservation itself, so no event. */
export async function markConfirmationSent(pool: Pool, id: string): Promise<void> {
  await pool.query('UPDATE reservation SET confirmation_sent = true WHERE id = $1', [id])
}
