import type { Pool } from '../../../../platform/postgres/database.ts'

/** What is due of webhook deliveries; the oldest has been due for so many seconds. */
export interface Backlog {
  readonly due: number
  readonly oldestSeconds: number
}

export async function readBacklog(pool: Pool): Promise<Backlog> {
  const { rows } = await pool.query<Backlog>(
    `SELECT count(*)::int AS due,
            coalesce(extract(epoch FROM now() - min(next_attempt_at)), 0)::float8 AS "oldestSeconds"
     FROM webhook_delivery WHERE next_attempt_at <= now()`,
  )
  return rows[0] ?? { due: 0, oldestSeconds: 0 }
}
