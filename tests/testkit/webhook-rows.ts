import type { Environment } from '../../platform/trust/identity.ts'
import { sql } from './database.ts'

/** Everything stored about a webhook and its deliveries, as sorted JSON, without what attempts to deliver change. */
export async function storedWebhook(bookingDatabase: string, id: string): Promise<string[]> {
  const rows = await sql<{ row: string }>(
    bookingDatabase,
    `SELECT (to_jsonb(w) - 'lease_holder' - 'leased_until')::text AS row FROM sandbox.webhook w WHERE id = $1
     UNION ALL SELECT (to_jsonb(d) - 'attempts' - 'attempt_count' - 'status' - 'next_attempt_at' - 'failures' - 'on_demand')::text
       FROM sandbox.webhook_delivery d WHERE webhook_id = $1`,
    [id],
  )
  return rows.map(({ row }) => row).sort()
}

/** The ids of the reservations whose events are queued for a webhook. */
export async function queuedReservations(
  bookingDatabase: string,
  environment: Environment,
  webhookId: string,
): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    bookingDatabase,
    `SELECT e.reservation_id AS id FROM ${environment}.webhook_delivery d
     JOIN ${environment}.reservation_event e ON e.id = d.event_id WHERE webhook_id = $1`,
    [webhookId],
  )
  return rows.map(({ id }) => id)
}

/** Makes the stored headers of a webhook unreadable: they are encrypted for another purpose. */
export async function breakHeaders(bookingDatabase: string, id: string): Promise<void> {
  const broken = await sql(bookingDatabase, 'UPDATE sandbox.webhook SET headers = secret WHERE id = $1 RETURNING id', [
    id,
  ])
  if (broken.length !== 1) throw new Error(`There is no webhook ${id}`)
}
