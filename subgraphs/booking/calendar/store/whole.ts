import type { Statements } from '../../../../platform/postgres/database.ts'
import type { ClosureRow } from './closures.ts'
import type { EventRow, OverrideRow } from '../../availability/index.ts'

/** Calendars of many cenotes at once; of all when their ids are null. */

type Ids = readonly string[] | null

/** Closures that end on a date or later. */
export async function readClosures(client: Statements, cenoteIds: Ids, from: string): Promise<ClosureRow[]> {
  const { rows } = await client.query<ClosureRow>(
    `SELECT id, cenote_id AS "cenoteId", start_date AS "from", end_date AS "to", reason, message FROM closure
     WHERE ($1::uuid[] IS NULL OR cenote_id = ANY($1)) AND end_date >= $2 ORDER BY cenote_id, start_date, end_date, id`,
    [cenoteIds, from],
  )
  return rows
}

export async function replaceClosureMessages(client: Statements, closures: readonly ClosureRow[]): Promise<void> {
  await client.query(
    `UPDATE closure SET message = next.message
     FROM jsonb_to_recordset($1) AS next (id uuid, message jsonb) WHERE closure.id = next.id`,
    [JSON.stringify(closures.map(({ id, message }) => ({ id, message })))],
  )
}

export async function deleteClosures(client: Statements, ids: readonly string[]): Promise<void> {
  await client.query('DELETE FROM closure WHERE id = ANY($1::uuid[])', [ids])
}

/** An event of one day, of a cenote. */
export type CenoteEvent = EventRow & { readonly cenoteId: string }

/** Events of series that have a day on a date or later, by series and day. */
export async function readEvents(client: Statements, cenoteIds: Ids, from: string): Promise<CenoteEvent[]> {
  const { rows } = await client.query<CenoteEvent>(
    `SELECT cenote_id AS "cenoteId", series_id AS "seriesId", event_date AS date, message, start_time AS "startTime",
       end_time AS "endTime", capacity
     FROM special_event WHERE series_id IN (
       SELECT series_id FROM special_event WHERE ($1::uuid[] IS NULL OR cenote_id = ANY($1)) AND event_date >= $2)
     ORDER BY cenote_id, series_id, event_date`,
    [cenoteIds, from],
  )
  return rows
}

/** An overridden slot, of a cenote. */
export type CenoteOverride = OverrideRow & { readonly cenoteId: string }

/** Overridden slots from a date on. */
export async function readAllOverrides(client: Statements, cenoteIds: Ids, from: string): Promise<CenoteOverride[]> {
  const { rows } = await client.query<CenoteOverride>(
    `SELECT product_id AS "cenoteId", visit_date AS date, visit_time AS time, capacity, closed, note FROM inventory_slot
     WHERE ($1::uuid[] IS NULL OR product_id = ANY($1)) AND visit_date >= $2
       AND (capacity IS NOT NULL OR closed OR note IS NOT NULL) ORDER BY product_id, visit_date, visit_time`,
    [cenoteIds, from],
  )
  return rows
}

/** As `lockCalendar`, of cenotes and tours in the order of ids, so that two callers never wait for each other. */
export async function lockCalendars(client: Statements, productIds: readonly string[]): Promise<void> {
  await client.query(
    `SELECT pg_advisory_xact_lock(calendar_lock(id)) FROM (SELECT DISTINCT unnest($1::uuid[]) AS id ORDER BY id) AS product`,
    [productIds],
  )
}
