import { setTimeout } from 'node:timers/promises'
import type { Pool } from '../../../../../platform/postgres/database.ts'
import { eventTypes, isCatalogEventType, type AnyEventType } from '../../../../../schema/event-types.ts'
import type { LogPosition } from '../event.ts'

/**
 * Whether a reader of some types, a partner or an operator, can continue from a position: not when an event of theirs
 * after it was pruned (`expired`), nor when the log has not reached it, as after a restore to another server (`unknown`):
 * either would miss events silently.
 */
export async function positionProblem(
  pool: Pool,
  partnerId: string | undefined,
  { transaction, sequence }: LogPosition,
  types: readonly AnyEventType[] = eventTypes,
): Promise<'expired' | 'unknown' | null> {
  const values: unknown[] = [String(transaction), sequence]
  const horizons: string[] = []
  const productTypes = types.filter(isCatalogEventType)
  if (productTypes.length < types.length)
    horizons.push(
      `event_horizon WHERE ($${values.push(partnerId ?? null)}::uuid IS NULL OR partner_id = $${values.length})`,
    )
  if (productTypes.length > 0) horizons.push(`product_event_horizon WHERE type = ANY ($${values.push(productTypes)})`)
  const isExpired = horizons.map(
    (horizon) => `EXISTS (SELECT FROM ${horizon} AND (transaction_id, sequence) > ($1::xid8, $2::bigint))`,
  )
  const { rows } = await pool.query<{ expired: boolean; unknown: boolean }>(
    `SELECT $1::xid8 >= pg_snapshot_xmin(pg_current_snapshot()) AS unknown, ${isExpired.join(' OR ')} AS expired`,
    values,
  )
  return rows[0]?.unknown ? 'unknown' : rows[0]?.expired ? 'expired' : null
}

/** The transaction that wrote the newest event of a table, if it is not settled. */
const newestOf = (table: string): string =>
  `(SELECT transaction_id FROM ${table} WHERE transaction_id >= oldest ORDER BY transaction_id DESC, sequence DESC LIMIT 1)`

const settlingPollMilliseconds = 5

/**
 * Where the log ends now: every event that was committed before the call stands at or before it, every event that is
 * committed after the call comes after it. While a transaction older than a committed event still runs, the position
 * of that event is not final: this waits until it is. A transaction that runs for longer than `maxSettlingMilliseconds`,
 * in any database of the server, is not waited for; then events of the last moment may come after the position.
 */
export async function readEnd(pool: Pool, maxSettlingMilliseconds = 1_000): Promise<LogPosition> {
  const endOf = (transaction: number): LogPosition => ({ transaction, sequence: Number.MAX_SAFE_INTEGER })
  const deadline = performance.now() + maxSettlingMilliseconds
  let last: number | undefined
  for (;;) {
    const { rows } = await pool.query<{ oldest: number; last: number | null }>(
      `SELECT oldest::text::bigint AS oldest,
         greatest(${newestOf('reservation_event')}, ${newestOf('product_event')})::text::bigint AS last
       FROM (SELECT pg_snapshot_xmin(pg_current_snapshot()) AS oldest) snapshot`,
    )
    const { oldest = 1, last: newest = null } = rows[0] ?? {}
    last ??= newest ?? undefined
    if (last === undefined || performance.now() > deadline) return endOf(oldest - 1)
    if (oldest > last) return endOf(last)
    await setTimeout(settlingPollMilliseconds)
  }
}
