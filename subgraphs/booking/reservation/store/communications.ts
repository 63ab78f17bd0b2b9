import { randomUUID } from 'node:crypto'
import type { Pool } from '../../../../platform/postgres/database.ts'
import type { Database } from '../../database.ts'
import { reviveReservation, type Reservation } from '../reservation.ts'
import { selection } from './columns.ts'

export interface Communication {
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

export async function addCommunication({ prisma }: Database, communication: Communication, at: Date): Promise<void> {
  await prisma.communication.create({ data: { ...communication, id: randomUUID(), createdAt: at } })
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
  const found = await pool.query<Record<string, unknown>>(
    `SELECT ${selection} FROM reservation WHERE id = ANY ($1) AND status = 'confirmed' AND visit_at > $2`,
    [rows.map(({ reservationId }) => reservationId), now],
  )
  const wanted = new Map(found.rows.map((row) => [row.id as string, reviveReservation(row)]))
  const dropped = rows.filter(({ reservationId }) => !wanted.has(reservationId)).map(({ id }) => id)
  if (dropped.length > 0) await pool.query('DELETE FROM communication WHERE id = ANY ($1)', [dropped])
  return rows.flatMap(({ reservationId, ...reminder }) => {
    const reservation = wanted.get(reservationId)
    return reservation ? [{ ...reminder, reservation }] : []
  })
}

/** Records that a reminder was sent, or that it failed for good. */
export async function finishReminder(pool: Pool, { id, reservation }: DueReminder, sentAt: Date | null): Promise<void> {
  await pool.query(
    `WITH sent AS (UPDATE communication SET status = $2, sent_at = $3, recipient = $5, due_at = NULL WHERE id = $1 AND status = 'scheduled' RETURNING 1)
     UPDATE reservation SET reminder_sent = true FROM sent WHERE id = $4 AND $3::timestamptz IS NOT NULL`,
    [id, sentAt ? 'sent' : 'failed', sentAt, reservation.id, reservation.guest.email],
  )
}

/** Marks the confirmation as sent; not a change of the reservation itself, so no event. */
export async function markConfirmationSent(pool: Pool, id: string): Promise<void> {
  await pool.query('UPDATE reservation SET confirmation_sent = true WHERE id = $1', [id])
}
