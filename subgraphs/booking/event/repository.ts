import type { Pool } from '../../../platform/database.ts'
import { reviveReservation } from '../reservation/index.ts'
import type { EventType, LoggedEvent, LogPosition } from './event.ts'

interface Row {
  transaction: number
  sequence: number
  id: string
  partner_id: string
  reservation_id: string
  cenote_id: string
  type: EventType
  version: number
  occurred_at: Date
  snapshot: Record<string, unknown>
}

const selection = `transaction_id::text::bigint AS transaction, sequence, id, partner_id, reservation_id, cenote_id, type, version, occurred_at, snapshot`
/** Events of transactions that still run, or could still commit before one that is visible, are left for later. */
const settled = 'transaction_id < pg_snapshot_xmin(pg_current_snapshot())'

const fromRow = (row: Row): LoggedEvent => ({
  position: { transaction: row.transaction, sequence: row.sequence },
  id: row.id,
  partnerId: row.partner_id,
  reservationId: row.reservation_id,
  cenoteId: row.cenote_id,
  type: row.type,
  version: row.version,
  occurredAt: row.occurred_at,
  reservation: reviveReservation(row.snapshot),
})

/** Settled events after a position, in commit order; of one partner when given. */
export async function readEvents(
  pool: Pool,
  after: LogPosition,
  limit: number,
  partnerId?: string,
): Promise<LoggedEvent[]> {
  const values: unknown[] = [String(after.transaction), after.sequence, limit]
  if (partnerId !== undefined) values.push(partnerId)
  const { rows } = await pool.query<Row>(
    `SELECT ${selection} FROM reservation_event
     WHERE (transaction_id, sequence) > ($1::xid8, $2::bigint) AND ${settled} ${partnerId === undefined ? '' : 'AND partner_id = $4'}
     ORDER BY transaction_id, sequence LIMIT $3`,
    values,
  )
  return rows.map(fromRow)
}

/** The position that everything settled stands at or before, and everything later comes after. */
export async function readEnd(pool: Pool): Promise<LogPosition> {
  const { rows } = await pool.query<{ transaction: number }>(
    'SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS transaction',
  )
  return { transaction: (rows[0]?.transaction ?? 1) - 1, sequence: Number.MAX_SAFE_INTEGER }
}
