import type { Pool, PoolClient } from '../../../../platform/postgres/database.ts'
import type { LocalizedText } from '../../../../platform/values/i18n.ts'

/** A slot of a date. */
export interface SlotKey {
  readonly date: string
  readonly time: string
}

/** How a slot differs from usual by the operator's word. */
export interface OverrideRow extends SlotKey {
  readonly capacity: number | null
  readonly closed: boolean
  readonly note: string | null
}

/** A special event of one day. */
export interface EventRow {
  readonly seriesId: string
  readonly date: string
  readonly message: LocalizedText
  readonly startTime: string | null
  readonly endTime: string | null
  readonly capacity: number | null
}

/** Overridden slots of a range of days, only those at some times when given. */
export async function readOverrides(
  database: Pool | PoolClient,
  { cenoteId, from, to, times }: { cenoteId: string; from: string; to: string; times?: readonly string[] | undefined },
): Promise<OverrideRow[]> {
  const { rows } = await database.query<OverrideRow>(
    `SELECT visit_date AS date, visit_time AS time, capacity, closed, note FROM inventory_slot
     WHERE product_id = $1 AND visit_date BETWEEN $2 AND $3 AND ($4::text[] IS NULL OR visit_time = ANY($4))
       AND (capacity IS NOT NULL OR closed OR note IS NOT NULL) ORDER BY visit_date, visit_time`,
    [cenoteId, from, to, times ?? null],
  )
  return rows
}

export const eventColumns = `series_id AS "seriesId", event_date AS date, message, start_time AS "startTime",
  end_time AS "endTime", capacity`

/** Special events of a range of days. */
export async function listEvents(
  database: Pool | PoolClient,
  cenoteId: string,
  from: string,
  to: string,
): Promise<EventRow[]> {
  const { rows } = await database.query<EventRow>(
    `SELECT ${eventColumns} FROM special_event WHERE cenote_id = $1 AND event_date BETWEEN $2 AND $3
     ORDER BY event_date, id`,
    [cenoteId, from, to],
  )
  return rows
}
