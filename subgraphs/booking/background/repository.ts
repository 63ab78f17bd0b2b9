import type { Pool } from '../../../platform/postgres/database.ts'

/** Work of one kind that waits for this service. */
export interface Queue {
  readonly name: 'EVENTS' | 'WEBHOOK_DELIVERIES' | 'REMINDERS' | 'MAILS' | 'HOLDS'
  /** Work that could be done now. */
  readonly due: number
  /** Work that is due later. */
  readonly scheduled: number
  /** Work of both kinds that failed before. */
  readonly retrying: number
  /** How long the oldest has been due. */
  readonly oldestSeconds: number
}

/** Each part reads an index of what waits, whatever has been done before. */
export async function readQueues(pool: Pool): Promise<Queue[]> {
  const { rows } = await pool.query<Queue>(
    `SELECT name, due, scheduled, retrying,
       coalesce(greatest(0, extract(epoch FROM now() - oldest)), 0)::int AS "oldestSeconds"
     FROM (
       SELECT 1 AS place, 'EVENTS' AS name, count(*)::int AS due, 0 AS scheduled, 0 AS retrying, min(e.occurred_at) AS oldest
       FROM webhook_queue_position p
         JOIN reservation_event e ON (e.transaction_id, e.sequence) > (p.transaction_id, p.sequence)
       UNION ALL
       SELECT 2, 'WEBHOOK_DELIVERIES', count(*) FILTER (WHERE next_attempt_at <= now())::int,
         count(*) FILTER (WHERE next_attempt_at > now())::int, count(*) FILTER (WHERE failures > 0)::int,
         min(next_attempt_at)
       FROM webhook_delivery WHERE next_attempt_at IS NOT NULL
       UNION ALL
       SELECT 3 + mails.place, mails.name, count(due_at) FILTER (WHERE due_at <= now())::int,
         count(due_at) FILTER (WHERE due_at > now())::int, count(due_at) FILTER (WHERE failures > 0)::int, min(due_at)
       FROM (VALUES (0, 'REMINDERS'), (1, 'MAILS')) AS mails (place, name)
         LEFT JOIN queued_mail ON (type = 'reminder_email') = (mails.name = 'REMINDERS')
       GROUP BY mails.place, mails.name
       UNION ALL
       SELECT 5, 'HOLDS', count(*) FILTER (WHERE due_at <= now())::int,
         count(*) FILTER (WHERE due_at > now())::int, 0, min(due_at)
       FROM reservation_due WHERE kind = 'hold'
     ) AS queue ORDER BY place`,
  )
  return rows
}
