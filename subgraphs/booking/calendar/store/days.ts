import type { Pool, Statements } from '../../../../platform/postgres/database.ts'
import { eventColumns, type EventRow, type OverrideRow, type SlotKey } from '../../availability/index.ts'
import type { BookedSlot } from './standing.ts'

const datesOf = (slots: readonly SlotKey[]): string[] => slots.map(({ date }) => date)
const timesOf = (slots: readonly SlotKey[]): string[] => slots.map(({ time }) => time)

/**
 * Locks days until the caller's transaction ends: no other transaction takes or returns places there. In the order of
 * dates, and a day before its slots, so that two callers never wait for each other.
 */
export async function lockDays(client: Statements, cenoteId: string, dates: readonly string[]): Promise<void> {
  await client.query(
    `INSERT INTO inventory_day AS d (product_id, visit_date, booked)
     SELECT $1, date, 0 FROM unnest($2::text[]) AS date ORDER BY date
     ON CONFLICT (product_id, visit_date) DO UPDATE SET booked = d.booked`,
    [cenoteId, dates],
  )
}

/** Those of the slots that have more booked than a capacity. */
export async function slotsBookedAbove(
  client: Statements,
  cenoteId: string,
  slots: readonly SlotKey[],
  capacity: number,
): Promise<BookedSlot[]> {
  const { rows } = await client.query<BookedSlot>(
    `SELECT visit_date AS date, visit_time AS time, booked FROM inventory_slot
     WHERE product_id = $1 AND booked > $4
       AND (visit_date, visit_time) IN (SELECT * FROM unnest($2::text[], $3::text[])) ORDER BY visit_date, visit_time`,
    [cenoteId, datesOf(slots), timesOf(slots), capacity],
  )
  return rows
}

/** Overrides slots of locked days; what is booked stays as it is. */
export async function writeOverrides(
  client: Statements,
  cenoteId: string,
  slots: readonly SlotKey[],
  { capacity, closed, note }: Omit<OverrideRow, keyof SlotKey>,
): Promise<void> {
  await client.query(
    `INSERT INTO inventory_slot (product_id, visit_date, visit_time, capacity, closed, note)
     SELECT $1, date, time, $4, $5, $6 FROM unnest($2::text[], $3::text[]) AS slot (date, time)
     ON CONFLICT (product_id, visit_date, visit_time)
     DO UPDATE SET capacity = excluded.capacity, closed = excluded.closed, note = excluded.note`,
    [cenoteId, datesOf(slots), timesOf(slots), capacity, closed, note],
  )
}

export async function insertEvents(client: Statements, cenoteId: string, events: readonly EventRow[]): Promise<void> {
  await client.query(
    `INSERT INTO special_event (id, cenote_id, series_id, event_date, message, start_time, end_time, capacity)
     SELECT gen_random_uuid(), $1, series_id, date, message, start_time, end_time, capacity
     FROM jsonb_to_recordset($2) AS event (series_id uuid, date text, message jsonb, start_time text, end_time text, capacity integer)`,
    [
      cenoteId,
      JSON.stringify(
        events.map(({ seriesId, date, message, startTime, endTime, capacity }) => ({
          series_id: seriesId,
          date,
          message,
          start_time: startTime,
          end_time: endTime,
          capacity,
        })),
      ),
    ],
  )
}

/** The events of a series, with their cenote, by day. */
export async function findSeries(
  database: Pool | Statements,
  seriesId: string,
): Promise<(EventRow & { readonly cenoteId: string })[]> {
  const { rows } = await database.query<EventRow & { cenoteId: string }>(
    `SELECT cenote_id AS "cenoteId", ${eventColumns} FROM special_event WHERE series_id = $1 ORDER BY event_date`,
    [seriesId],
  )
  return rows
}

export async function deleteSeries(client: Statements, seriesId: string): Promise<void> {
  await client.query('DELETE FROM special_event WHERE series_id = $1', [seriesId])
}

/** Works out again what the events of locked days make of slots: of several the least. */
export async function refreshEventCapacities(
  client: Statements,
  cenoteId: string,
  slots: readonly SlotKey[],
): Promise<void> {
  await client.query(
    `INSERT INTO inventory_slot (product_id, visit_date, visit_time, event_capacity)
     SELECT $1, date, time, (SELECT min(e.capacity) FROM special_event AS e WHERE e.cenote_id = $1 AND e.event_date = date
       AND e.start_time <= time AND time < e.end_time)
     FROM unnest($2::text[], $3::text[]) AS slot (date, time)
     ON CONFLICT (product_id, visit_date, visit_time) DO UPDATE SET event_capacity = excluded.event_capacity`,
    [cenoteId, datesOf(slots), timesOf(slots)],
  )
}

/** Slots of some days that events limit. */
export async function slotsLimitedByEvents(
  client: Statements,
  cenoteId: string,
  dates: readonly string[],
): Promise<SlotKey[]> {
  const { rows } = await client.query<SlotKey>(
    `SELECT visit_date AS date, visit_time AS time FROM inventory_slot
     WHERE product_id = $1 AND visit_date = ANY($2) AND event_capacity IS NOT NULL`,
    [cenoteId, dates],
  )
  return rows
}
