import type { Pool, PoolClient } from '../../../platform/postgres/database.ts'

/**
 * The operations, `completed_operation`. That of a creation is written by the statement that writes the reservation
 * (subgraphs/booking/reservation/create/store.ts).
 */

/** The reservation as one operation left it, and what else it reported. */
export interface Completed {
  readonly snapshot: unknown
  readonly result: unknown
}

/** The result of a completed operation of a partner; null when it has not completed. */
export async function readCompleted(
  database: Pool | PoolClient,
  partnerId: string,
  operation: string,
): Promise<Completed | null> {
  const { rows } = await database.query<Completed>(
    `SELECT snapshot, result FROM completed_operation JOIN reservation_event USING (reservation_id, version)
     WHERE completed_operation.partner_id = $1 AND operation = $2`,
    [partnerId, operation],
  )
  return rows[0] ?? null
}

/** Records an operation as completed, in the transaction that does it. A second one waits here, and then fails. */
export async function insertCompleted(
  client: PoolClient,
  partnerId: string,
  operation: string,
  { id, version }: { readonly id: string; readonly version: number },
  result: object | null,
): Promise<void> {
  await client.query(
    'INSERT INTO completed_operation (partner_id, operation, reservation_id, version, result) VALUES ($1, $2, $3, $4, $5)',
    [partnerId, operation, id, version, result && JSON.stringify(result)],
  )
}

const pruneBatch = 10_000

/** Removes operations whose retries have expired; true when there may be more of them. */
export async function pruneCompleted(pool: Pool): Promise<boolean> {
  const { rowCount } = await pool.query(
    `DELETE FROM completed_operation WHERE (partner_id, operation) IN
       (SELECT partner_id, operation FROM completed_operation WHERE completed_at < now() - interval '25 hours'
        LIMIT ${pruneBatch} FOR UPDATE SKIP LOCKED)`,
  )
  return rowCount === pruneBatch
}
