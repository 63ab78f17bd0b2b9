import { sql } from './database.ts'
import { eventually } from './eventually.ts'

/**
 * Waits until all events of reservations are queued for webhooks, which takes until all transactions that began before
 * them have ended, also those of other tests. A webhook that is registered afterwards gets them by a replay alone.
 */
export const eventsQueued = (database: string): Promise<unknown> =>
  eventually(
    () =>
      sql(
        database,
        `SELECT count(*)::integer FROM sandbox.reservation_event e, sandbox.webhook_queue_position p
         WHERE (e.transaction_id, e.sequence) > (p.transaction_id, p.sequence)`,
      ),
    [{ count: 0 }],
  )

/** A webhook of the sandbox that was not deleted. */
export interface StoredWebhook {
  readonly url: string
  readonly isActive: boolean
}

/** Reads the webhooks of all partners of the sandbox. */
export const storedWebhooks = (database: string): Promise<StoredWebhook[]> =>
  sql<StoredWebhook>(database, 'SELECT url, is_active AS "isActive" FROM sandbox.webhook WHERE deleted_at IS NULL')

/** Counts the deliveries of the sandbox that wait for their next attempt. */
export async function countWaitingDeliveries(database: string): Promise<number> {
  const [row] = await sql<{ count: number }>(
    database,
    'SELECT count(*)::integer FROM sandbox.webhook_delivery WHERE next_attempt_at IS NOT NULL',
  )
  return row?.count ?? 0
}

/** Reads the sealed secret of a webhook of the sandbox, also of a deleted one. */
export async function storedSecret(database: string, id: string): Promise<Buffer> {
  const [row] = await sql<{ secret: Buffer }>(database, 'SELECT secret FROM sandbox.webhook WHERE id = $1', [id])
  if (!row) throw new Error(`There is no webhook ${id}`)
  return row.secret
}

/** Deletes all webhooks of the sandbox, so that those of one test get no events of the next. */
export const deleteWebhooks = (database: string): Promise<unknown> =>
  sql(database, 'UPDATE sandbox.webhook SET deleted_at = now(), is_active = false')

/** Ends the time in which a webhook of the sandbox is signed with its previous secret too. */
export const endSecretOverlap = (database: string, id: string): Promise<unknown> =>
  sql(database, 'UPDATE sandbox.webhook SET previous_secret_expires_at = now() WHERE id = $1', [id])
