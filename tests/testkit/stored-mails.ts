import type { Environment } from '../../platform/trust/identity.ts'
import { sql } from './database.ts'

/** A mail of the sandbox that waits for its next attempt. */
export interface QueuedMail {
  readonly reservationId: string
  readonly type: string
  readonly dueAt: Date
}

/** Reads the queued mails of the given reservations, or all of the sandbox. */
export const queuedMails = (database: string, reservationIds: readonly string[] | null = null): Promise<QueuedMail[]> =>
  sql<QueuedMail>(
    database,
    `SELECT reservation_id AS "reservationId", type, due_at AS "dueAt" FROM sandbox.queued_mail
     WHERE $1::uuid[] IS NULL OR reservation_id = ANY ($1::uuid[])`,
    [reservationIds],
  )

/** Whether a message of the sandbox is still stored or queued. */
export async function messageRemains(database: string, communicationId: string): Promise<boolean> {
  const rows = await sql(
    database,
    `SELECT id FROM sandbox.communication WHERE id = $1
     UNION ALL SELECT communication_id FROM sandbox.queued_mail WHERE communication_id = $1`,
    [communicationId],
  )
  return rows.length > 0
}

/** A message to a guest of the sandbox. */
export interface StoredMessage {
  readonly status: string
  /** Whether it was sent when it was written; null while it is not sent. */
  readonly isSentAtOnce: boolean | null
}

/** Reads all messages to guests of the sandbox. */
export const storedMessages = (database: string): Promise<StoredMessage[]> =>
  sql<StoredMessage>(database, 'SELECT status, sent_at = created_at AS "isSentAtOnce" FROM sandbox.communication')

/** Counts the mails whose text an environment stores for its partners to read. */
export async function countTestMails(database: string, environment: Environment): Promise<number> {
  const [row] = await sql<{ count: number }>(database, `SELECT count(*)::integer FROM ${environment}.test_mail`)
  return row?.count ?? 0
}
