import { inTransaction, type Pool, type Statements } from '../../../../platform/postgres/database.ts'
import type { Database } from '../../database.ts'
import type { RecordedMessage } from '../rules/messages.ts'
import type { TestMail } from '../../generated/prisma/client.ts'
import type { ReservationKey } from './codes.ts'
import { postponeDue, readDue, removeDue } from './due.ts'
import { ofReservations } from './read.ts'

/** A message to a reservation's guest. */
export interface Communication extends RecordedMessage {
  readonly partnerId: string
  readonly id: string
  readonly reservationId: string
  readonly recipient: string
  /** When it was requested again. */
  readonly resentAt: readonly Date[]
}

/** The primary key of a communication. */
export type CommunicationKey = Pick<Communication, 'partnerId' | 'id'>

export async function findCommunications(
  { prisma }: Database,
  keys: readonly ReservationKey[],
): Promise<Communication[]> {
  return prisma.communication.findMany({ where: ofReservations(keys, 'reservationId'), orderBy: { createdAt: 'asc' } })
}

/** The messages of a locked reservation, within its transaction. */
export async function findCommunicationsIn(
  client: Statements,
  { partnerId, id }: ReservationKey,
): Promise<Communication[]> {
  const { rows } = await client.query<Communication>(
    `SELECT partner_id AS "partnerId", id, reservation_id AS "reservationId", type, status, sent_at AS "sentAt",
       scheduled_for AS "scheduledFor", recipient, delivery_attempts AS "deliveryAttempts", resent_at AS "resentAt"
     FROM communication WHERE partner_id = $1 AND reservation_id = $2 ORDER BY created_at`,
    [partnerId, id],
  )
  return rows
}

/** The content of a mail of the sandbox. */
export type StoredMessage = Pick<TestMail, 'subject' | 'text' | 'html'>

/** How long contents are stored. */
const retentionMilliseconds = 30 * 86_400_000

/** Stores the content of a message that was sent, in place of that of an earlier time. */
export async function storeMessage(
  client: Statements,
  { partnerId, id, reservationId }: Pick<Communication, 'partnerId' | 'id' | 'reservationId'>,
  { subject, text, html }: StoredMessage,
  at: Date,
): Promise<void> {
  await client.query(
    `INSERT INTO test_mail (partner_id, communication_id, subject, text, html, created_at) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (partner_id, communication_id) DO UPDATE
       SET subject = excluded.subject, text = excluded.text, html = excluded.html, created_at = excluded.created_at`,
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
