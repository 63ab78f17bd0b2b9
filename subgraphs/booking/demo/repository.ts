import { randomUUID } from 'node:crypto'
import type { Statements } from '../../../platform/postgres/database.ts'
import { newSecret, type SecretBox } from '../outbox/index.ts'

const seedLock = 7_203_661_004
const reservationLock = 7_203_661_005

/** Lets one process at a time seed, until its transaction ends. */
export async function lockSeed(client: Statements): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock($1)', [seedLock])
}

/** Gives partners that have not changed their settings an origin of the way back. */
export async function seedReturnOrigin(
  client: Statements,
  partnerIds: readonly string[],
  origin: string,
  at: Date,
): Promise<void> {
  await client.query(
    `INSERT INTO partner_settings (partner_id, version, guest_may_cancel, guest_may_change, hide_price, tickets,
       return_origins, updated_at)
     SELECT partner_id, 1, false, false, false, 'party', ARRAY[$2::text], $3 FROM unnest($1::uuid[]) AS partner (partner_id)
     ON CONFLICT DO NOTHING`,
    [partnerIds, origin, at],
  )
}

/** Whether calendars have entries, or had some. */
export async function isSeeded(client: Statements): Promise<boolean> {
  const { rows } = await client.query<{ seeded: boolean }>(
    `SELECT EXISTS (SELECT FROM closure) OR EXISTS (SELECT FROM special_event)
       OR EXISTS (SELECT FROM change WHERE type = 'closure') AS seeded`,
  )
  return rows[0]?.seeded ?? false
}

/** Lets one process write the demo reservations, until its transaction ends; false when another one does. */
export async function lockReservations(client: Statements): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS locked', [
    reservationLock,
  ])
  return rows[0]?.locked ?? false
}

/** Whether anything was reserved yet, in whatever state it is. */
export async function hasReservations(client: Statements): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>('SELECT EXISTS (SELECT FROM reservation_code) AS found')
  return rows[0]?.found ?? false
}

/** Takes the mails of before an instant for sent when they were queued: they belong to the past, and go to no one. */
export async function takeMailsForSent(client: Statements, before: Date): Promise<void> {
  await client.query(
    `WITH past AS (
       DELETE FROM queued_mail q USING communication c
       WHERE c.partner_id = q.partner_id AND c.id = q.communication_id AND c.created_at < $1
       RETURNING c.partner_id, c.id
     )
     UPDATE communication c SET status = 'sent', sent_at = created_at, scheduled_for = NULL, delivery_attempts =
       jsonb_build_array(jsonb_build_object('at', to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
         'failure', NULL))
     FROM past WHERE c.partner_id = past.partner_id AND c.id = past.id`,
    [before],
  )
}

/**
 * Moves the webhook queue past the events of this transaction, so that a webhook registered later receives none of them.
 */
export async function skipInWebhookQueue(client: Statements): Promise<void> {
  await client.query(
    `UPDATE webhook_queue_position SET transaction_id = pg_current_xact_id(),
       sequence = (SELECT max(sequence) FROM reservation_event WHERE transaction_id = pg_current_xact_id())`,
  )
}

/** Queues a review by the guest of each of some reservations. */
export async function queueReviews(client: Statements, reservationIds: readonly string[]): Promise<void> {
  await client.query(
    `INSERT INTO reservation_due (reservation_id, kind, partner_id, due_at)
     SELECT id, 'demo_review', partner_id, now() FROM reservation WHERE id = ANY ($1::uuid[])`,
    [reservationIds],
  )
}

/** Queued reviews with the guests' links to write them. */
export async function findQueuedReviews(reader: Statements): Promise<{ readonly id: string; readonly link: string }[]> {
  const { rows } = await reader.query<{ id: string; link: string }>(
    `SELECT reservation.id, completion -> 'review' ->> 'link' AS link
     FROM reservation_due due JOIN reservation ON reservation.partner_id = due.partner_id AND id = due.reservation_id
     WHERE kind = 'demo_review' ORDER BY id`,
  )
  return rows
}

export async function removeQueuedReview(client: Statements, reservationId: string): Promise<void> {
  await client.query(`DELETE FROM reservation_due WHERE reservation_id = $1 AND kind = 'demo_review'`, [reservationId])
}

interface Receiver {
  readonly partnerId: string
  readonly url: string
  readonly now: Date
  readonly secrets: Pick<SecretBox, 'seal'>
}

/**
 * A webhook that a partner had for some weeks and has switched off since, with the deliveries of that time: nothing is sent
 * to it. Of its events some were accepted at the second attempt and some by none.
 */
export async function insertPastWebhook(client: Statements, { partnerId, url, now, secrets }: Receiver): Promise<void> {
  const id = randomUUID()
  await client.query(
    `INSERT INTO webhook (id, partner_id, url, events, description, is_active, secret, created_at, updated_at)
     VALUES ($1, $2, $3, '{reservation.*}', 'Bookings in our back office', false, $4, $5::timestamptz - interval '25 days',
       $5::timestamptz - interval '1 day')`,
    [id, partnerId, url, secrets.seal(newSecret(), id), now],
  )
  await client.query(
    `INSERT INTO webhook_delivery (id, webhook_id, event_id, type, status, attempts, attempt_count, failures, created_at)
     SELECT gen_random_uuid(), $1, id, type, CASE WHEN tries = 4 THEN 'dead' ELSE 'succeeded' END,
       (SELECT jsonb_agg(jsonb_build_object(
            'at', to_char((occurred_at + pause) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
            'statusCode', CASE WHEN number < tries OR tries = 4 THEN 503 ELSE 200 END, 'error', NULL,
            'durationMs', 40 + (sequence * 37 + number * 11) % 180) ORDER BY number)
          FROM unnest(ARRAY['0.4 s', '31 s', '5 min', '1 h']::interval[]) WITH ORDINALITY AS attempt (pause, number)
          WHERE number <= tries),
       tries, CASE WHEN tries = 4 THEN 4 ELSE 0 END, occurred_at
     FROM (SELECT id, type, occurred_at, sequence, CASE WHEN sequence % 23 = 0 THEN 4 WHEN sequence % 9 = 0 THEN 2 ELSE 1 END AS tries
       FROM reservation_event
       WHERE partner_id = $2 AND occurred_at BETWEEN $3::timestamptz - interval '25 days' AND $3::timestamptz - interval '1 day'
     ) AS past ORDER BY sequence`,
    [id, partnerId, now],
  )
}
