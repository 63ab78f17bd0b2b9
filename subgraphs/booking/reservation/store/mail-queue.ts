import { randomUUID } from 'node:crypto'
import { inTransaction, type Pool, type PoolClient } from '../../../../platform/postgres/database.ts'
import type { MailAttempt, MessageType } from '../rules/messages.ts'
import type { Reservation } from '../reservation.ts'
import type { GuestFacingVisit } from '../rules/diff.ts'
import { storeMessage, type Communication, type CommunicationKey, type StoredMessage } from './communications.ts'

/** A mail that waits to be sent. */
export interface QueuedMail {
  readonly partnerId: string
  readonly reservationId: string
  readonly communicationId: string
  readonly type: MessageType
  readonly failures: number
  readonly round: number
}

/** Who makes an attempt: no other process makes one before the lease ends. */
export interface Lease {
  readonly holder: string
  readonly seconds: number
}

interface NewMail {
  readonly dueAt: Date
  readonly createdAt: Date
  readonly lease: Lease | null
  /** The visit before the change that the message reports: each change may have a message. */
  readonly changedFrom?: GuestFacingVisit | null
}

/**
 * Queues a message of a locked reservation, within the transaction of the change that it reports; undefined when one of
 * its type was sent or waits already. With a lease the caller makes the first attempt itself.
 */
export async function insertMail(
  client: PoolClient,
  { id, partnerId, guest }: Pick<Reservation, 'id' | 'partnerId' | 'guest'>,
  type: MessageType,
  { dueAt, createdAt, lease, changedFrom = null }: NewMail,
): Promise<QueuedMail | undefined> {
  const communicationId = randomUUID()
  const { rowCount } = await client.query(
    `INSERT INTO communication
       (partner_id, id, reservation_id, type, status, scheduled_for, recipient, created_at, changed_from)
     SELECT $1, $2, $3, $4, 'scheduled', $5, $6, $7, $8
     WHERE $8::jsonb IS NOT NULL OR NOT EXISTS (
       SELECT FROM communication
       WHERE partner_id = $1 AND reservation_id = $3 AND type = $4 AND status IN ('sent', 'scheduled')
     ) ON CONFLICT DO NOTHING`,
    [partnerId, communicationId, id, type, dueAt, guest.email, createdAt, changedFrom && JSON.stringify(changedFrom)],
  )
  if (rowCount === 0) return undefined
  await client.query(
    `INSERT INTO queued_mail (partner_id, reservation_id, communication_id, type, due_at, lease_holder, leased_until)
     VALUES ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7))`,
    [partnerId, id, communicationId, type, dueAt, lease?.holder ?? null, lease?.seconds ?? null],
  )
  return { partnerId, reservationId: id, communicationId, type, failures: 0, round: 0 }
}

/** A change whose mail is not sent yet. */
export interface WaitingChange {
  readonly id: string
  readonly changedFrom: GuestFacingVisit
}

/** The unsent change of a locked reservation, locked too, unless a process is trying its mail. */
export async function lockWaitingChange(
  client: PoolClient,
  { id, partnerId }: Pick<Reservation, 'id' | 'partnerId'>,
): Promise<WaitingChange | undefined> {
  const { rows: unsent } = await client.query<WaitingChange>(
    `SELECT id, changed_from AS "changedFrom" FROM communication
     WHERE partner_id = $1 AND reservation_id = $2 AND changed_from IS NOT NULL AND sent_at IS NULL
     ORDER BY created_at DESC`,
    [partnerId, id],
  )
  if (unsent.length === 0) return undefined
  // The queue is local to the coordinator of a cluster, and messages are not: they cannot be joined.
  const { rows: waiting } = await client.query<{ readonly id: string }>(
    `SELECT communication_id AS id FROM queued_mail
     WHERE partner_id = $1 AND communication_id = ANY ($2) AND (lease_holder IS NULL OR leased_until <= now())
     FOR UPDATE`,
    [partnerId, unsent.map((change) => change.id)],
  )
  return unsent.find((change) => waiting.some((mail) => mail.id === change.id))
}

/** The visit before the change that a message reports; null for other messages. */
export async function findChangedFrom(
  pool: Pool,
  { partnerId, communicationId }: QueuedMail,
): Promise<GuestFacingVisit | null> {
  const { rows } = await pool.query<Pick<WaitingChange, 'changedFrom'>>(
    'SELECT changed_from AS "changedFrom" FROM communication WHERE partner_id = $1 AND id = $2',
    [partnerId, communicationId],
  )
  return rows[0]?.changedFrom ?? null
}

/** Puts the mail about a change off, within the transaction that has locked it. */
export async function putOffChange(
  client: PoolClient,
  { id, partnerId, dueAt }: Pick<Reservation, 'partnerId'> & { readonly id: string; readonly dueAt: Date },
): Promise<void> {
  for (const statement of [
    'UPDATE queued_mail SET due_at = $3, failures = 0 WHERE partner_id = $1 AND communication_id = $2',
    'UPDATE communication SET scheduled_for = $3 WHERE partner_id = $1 AND id = $2',
  ])
    await client.query(statement, [partnerId, id, dueAt])
}

/** Claims mails that are due and that no process is trying, the longest due first. */
export async function claimDueMails(pool: Pool, now: Date, lease: Lease, limit: number): Promise<QueuedMail[]> {
  const { rows } = await pool.query<QueuedMail>(
    `UPDATE queued_mail SET lease_holder = $1, leased_until = now() + make_interval(secs => $2)
     WHERE (partner_id, communication_id) IN (
       SELECT partner_id, communication_id FROM queued_mail
       WHERE due_at <= $3 AND (leased_until IS NULL OR leased_until <= now())
       ORDER BY due_at LIMIT $4 FOR UPDATE SKIP LOCKED
     ) RETURNING partner_id AS "partnerId", reservation_id AS "reservationId", communication_id AS "communicationId",
       type, failures, round`,
    [lease.holder, lease.seconds, now, limit],
  )
  return rows
}

/** Whether a mail is still to be sent by the holder of its lease, which it loses when its reservation is moved. */
export async function isScheduled(
  pool: Pool,
  { partnerId, communicationId }: QueuedMail,
  holder: string,
): Promise<boolean> {
  const leased = await pool.query(
    'SELECT FROM queued_mail WHERE partner_id = $1 AND communication_id = $2 AND lease_holder = $3',
    [partnerId, communicationId, holder],
  )
  if (leased.rowCount === 0) return false
  const { rowCount } = await pool.query(
    "SELECT FROM communication WHERE partner_id = $1 AND id = $2 AND status = 'scheduled'",
    [partnerId, communicationId],
  )
  return rowCount === 1
}

/** Lets another process try a mail. */
export async function releaseMail(
  pool: Pool,
  { partnerId, communicationId }: QueuedMail,
  holder: string,
): Promise<void> {
  await pool.query(
    `UPDATE queued_mail SET lease_holder = NULL, leased_until = NULL
     WHERE partner_id = $1 AND communication_id = $2 AND lease_holder = $3`,
    [partnerId, communicationId, holder],
  )
}

/** The result of an attempt. `retryAt` is null for the last one. */
export type AttemptResult =
  | { readonly attempt: MailAttempt; readonly sentAt: Date; readonly stored: StoredMessage | null }
  | { readonly attempt: MailAttempt; readonly retryAt: Date | null }

/** How many attempts a message shows. */
const maxAttemptsShown = 50
/** The column of the reservation that says that a message was sent. */
const sentColumns: Partial<Record<MessageType, string>> = {
  confirmation_email: 'confirmation_sent',
  reminder_email: 'reminder_sent',
}

/**
 * Records an attempt, and removes the mail from the queue when it was the last. A mail that was requested again
 * meanwhile stays queued. A failure is not recorded once another process holds the lease.
 */
export function recordMailAttempt(
  pool: Pool,
  mail: QueuedMail,
  recipient: string,
  holder: string,
  result: AttemptResult,
): Promise<void> {
  const { partnerId, reservationId, communicationId, type } = mail
  const sentAt = 'sentAt' in result ? result.sentAt : null
  const retryAt = 'retryAt' in result ? result.retryAt : null
  return inTransaction(pool, async (client) => {
    // In the order of a request to send it again, so that the two never deadlock.
    const sentColumn = sentColumns[type]
    if (sentAt !== null && sentColumn !== undefined)
      await client.query(
        `UPDATE reservation SET ${sentColumn} = true WHERE partner_id = $1 AND id = $2 AND NOT ${sentColumn}`,
        [partnerId, reservationId],
      )
    const present = await lockMail(client, mail)
    if (sentAt === null && present?.holder !== holder) return
    const isLatest = present?.round === mail.round
    if (isLatest && retryAt === null) await deleteMail(client, mail)
    else if (isLatest)
      await client.query(
        `UPDATE queued_mail SET due_at = $3, failures = failures + 1, lease_holder = NULL, leased_until = NULL
         WHERE partner_id = $1 AND communication_id = $2`,
        [partnerId, communicationId, retryAt],
      )
    else if (present?.holder === holder)
      await client.query(
        'UPDATE queued_mail SET lease_holder = NULL, leased_until = NULL WHERE partner_id = $1 AND communication_id = $2',
        [partnerId, communicationId],
      )
    const status = sentAt !== null ? 'sent' : retryAt === null ? 'failed' : 'scheduled'
    const isWaiting = present !== undefined && !isLatest
    const { rowCount } = await client.query(
      `UPDATE communication SET status = CASE WHEN $4 THEN status ELSE $3 END,
         scheduled_for = CASE WHEN $4 THEN scheduled_for ELSE $5::timestamptz END,
         sent_at = coalesce(sent_at, $6), recipient = $7, delivery_attempts =
           CASE WHEN jsonb_array_length(delivery_attempts) >= ${maxAttemptsShown} THEN delivery_attempts - 0
             ELSE delivery_attempts END || $8::jsonb
       WHERE partner_id = $1 AND id = $2`,
      [partnerId, communicationId, status, isWaiting, retryAt, sentAt, recipient, JSON.stringify([result.attempt])],
    )
    const stored = 'stored' in result ? result.stored : null
    if (sentAt !== null && stored && rowCount === 1)
      await storeMessage(client, { partnerId, id: communicationId, reservationId }, stored, sentAt)
  })
}

async function lockMail(
  client: PoolClient,
  { partnerId, communicationId }: QueuedMail,
): Promise<{ readonly round: number; readonly holder: string | null } | undefined> {
  const { rows } = await client.query<{ round: number; holder: string | null }>(
    `SELECT round, lease_holder AS holder FROM queued_mail WHERE partner_id = $1 AND communication_id = $2 FOR UPDATE`,
    [partnerId, communicationId],
  )
  return rows[0]
}

async function deleteMail(
  client: PoolClient,
  { partnerId, communicationId }: Pick<QueuedMail, 'partnerId' | 'communicationId'>,
): Promise<void> {
  await client.query('DELETE FROM queued_mail WHERE partner_id = $1 AND communication_id = $2', [
    partnerId,
    communicationId,
  ])
}

/** Removes a mail that no longer applies. Its message stays if there was an attempt at it. */
export function dropMail(pool: Pool, mail: QueuedMail, holder: string): Promise<void> {
  return inTransaction(pool, async (client) => {
    const present = await lockMail(client, mail)
    if (present?.holder !== holder) return
    await removeMail(client, { partnerId: mail.partnerId, id: mail.communicationId })
  })
}

/** The same within a transaction that has locked its reservation, also while a process is trying it. */
export async function removeMail(client: PoolClient, { partnerId, id }: CommunicationKey): Promise<void> {
  await deleteMail(client, { partnerId, communicationId: id })
  const key = [partnerId, id]
  await client.query("DELETE FROM communication WHERE partner_id = $1 AND id = $2 AND delivery_attempts = '[]'", key)
  await client.query(
    `UPDATE communication SET scheduled_for = NULL, status = CASE WHEN sent_at IS NULL THEN 'failed' ELSE 'sent' END
     WHERE partner_id = $1 AND id = $2`,
    key,
  )
}

/**
 * Plans a message for another time, within a transaction that has locked its reservation. One that was sent or has failed
 * is sent again; an attempt that is under way is none at the planned one.
 */
export async function postponeMail(
  client: PoolClient,
  { partnerId, id, reservationId, type, status, resentAt }: Communication,
  dueAt: Date,
  now: Date,
): Promise<void> {
  if (status !== 'scheduled') {
    const again = { communicationId: id, type, round: resentAt.length + 1, dueAt }
    await requeueMail(client, { partnerId, id: reservationId }, again, now)
    return
  }
  await client.query(
    `UPDATE queued_mail SET due_at = $3, failures = 0, round = CASE WHEN lease_holder IS NULL THEN round ELSE round + 1 END,
       lease_holder = NULL, leased_until = NULL
     WHERE partner_id = $1 AND communication_id = $2`,
    [partnerId, id, dueAt],
  )
  await client.query('UPDATE communication SET scheduled_for = $3 WHERE partner_id = $1 AND id = $2', [
    partnerId,
    id,
    dueAt,
  ])
}

interface RepeatedMail {
  readonly communicationId: string
  readonly type: string
  readonly round: number
  /** Now when absent. */
  readonly dueAt?: Date
}

/** Queues a message again, also after it was sent or has failed; within a transaction that has locked its reservation. */
export async function requeueMail(
  client: PoolClient,
  { id, partnerId }: Pick<Reservation, 'id' | 'partnerId'>,
  { communicationId, type, round, dueAt }: RepeatedMail,
  now: Date,
): Promise<void> {
  await client.query(
    `INSERT INTO queued_mail (partner_id, reservation_id, communication_id, type, due_at, round)
     VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (partner_id, communication_id) DO UPDATE SET due_at = excluded.due_at, failures = 0, round = excluded.round`,
    [partnerId, id, communicationId, type, dueAt ?? now, round],
  )
  await client.query(
    `UPDATE communication SET status = 'scheduled', scheduled_for = $4, resent_at = array_append(resent_at, $3)
     WHERE partner_id = $1 AND id = $2`,
    [partnerId, communicationId, now, dueAt ?? now],
  )
}

/** Figures of the queue. */
export interface MailBacklog {
  /** Mails that are due, or wait for another attempt; not those planned for later. */
  readonly queued: number
  /** How long the oldest due one has been due. */
  readonly oldestSeconds: number
}

export async function readMailBacklog(pool: Pool): Promise<MailBacklog> {
  const { rows } = await pool.query<MailBacklog>(
    `SELECT count(*) FILTER (WHERE due_at <= now() OR failures > 0)::int AS queued,
       coalesce(greatest(0, extract(epoch FROM now() - min(due_at))), 0)::float8 AS "oldestSeconds"
     FROM queued_mail`,
  )
  return rows[0] ?? { queued: 0, oldestSeconds: 0 }
}
