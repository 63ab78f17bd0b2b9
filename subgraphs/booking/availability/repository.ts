import type { Pool, PoolClient } from '../../../platform/database.ts'
import type { LocalizedText } from '../../../platform/i18n.ts'
import { slotKey, type Inventory } from './slots.ts'

/** What is known of a cenote's places in a range of dates. */
export interface StoredInventory extends Inventory {
  readonly closures: readonly { startDate: string; endDate: string; reason: string; message: LocalizedText }[]
  readonly specialEvents: readonly { date: string; message: LocalizedText }[]
  /** Why slots differ from usual, in the operator's words. */
  readonly slotNotes: readonly { date: string; time: string; note: string }[]
}

interface MutableInventory extends StoredInventory {
  days: Map<string, number>
  slots: Map<string, { booked: number; capacity: number | null; closed: boolean }>
  closures: { startDate: string; endDate: string; reason: string; message: LocalizedText }[]
  specialEvents: { date: string; message: LocalizedText }[]
  slotNotes: { date: string; time: string; note: string }[]
}

/** A cenote and the dates whose inventory is wanted, both included. */
export interface InventoryKey {
  readonly cenoteId: string
  readonly from: string
  readonly to: string
}

/** Inventories of several cenotes, each in a range of its own; one statement a table whatever their number. */
export async function readInventories(pool: Pool, keys: readonly InventoryKey[]): Promise<StoredInventory[]> {
  const inventories = keys.map((): MutableInventory => ({
    days: new Map(),
    slots: new Map(),
    closures: [],
    specialEvents: [],
    slotNotes: [],
  }))
  const values = [
    keys.map(({ cenoteId }) => cenoteId),
    keys.map(({ from }) => from),
    keys.map(({ to }) => to),
    keys.map((_, index) => index),
  ]
  const wanted = 'unnest($1::uuid[], $2::text[], $3::text[], $4::integer[]) AS wanted (cenote_id, first, last, index)'
  const read = async <Row>(name: string, text: string): Promise<(Row & { index: number })[]> =>
    (await pool.query<Row & { index: number }>({ name, text, values })).rows
  const [days, slots, closures, events] = await Promise.all([
    read<{ visit_date: string; booked: number }>(
      'inventory-days',
      `SELECT index, visit_date, booked FROM ${wanted} JOIN inventory_day USING (cenote_id)
       WHERE visit_date BETWEEN first AND last`,
    ),
    read<{
      visit_date: string
      visit_time: string
      booked: number
      capacity: number | null
      closed: boolean
      note: string | null
    }>(
      'inventory-slots',
      `SELECT index, visit_date, visit_time, booked, capacity, closed, note FROM ${wanted} JOIN inventory_slot USING (cenote_id)
       WHERE visit_date BETWEEN first AND last`,
    ),
    read<{ start_date: string; end_date: string; reason: string; message: LocalizedText }>(
      'inventory-closures',
      `SELECT index, start_date, end_date, reason, message FROM ${wanted} JOIN closure USING (cenote_id)
       WHERE end_date >= first AND start_date <= last ORDER BY start_date, id`,
    ),
    read<{ event_date: string; message: LocalizedText }>(
      'inventory-events',
      `SELECT index, event_date, message FROM ${wanted} JOIN special_event USING (cenote_id)
       WHERE event_date BETWEEN first AND last ORDER BY event_date, id`,
    ),
  ])
  for (const { index, visit_date, booked } of days) inventories[index]?.days.set(visit_date, booked)
  for (const { index, visit_date, visit_time, booked, capacity, closed, note } of slots) {
    const inventory = inventories[index]
    inventory?.slots.set(slotKey(visit_date, visit_time), { booked, capacity, closed })
    if (note !== null) inventory?.slotNotes.push({ date: visit_date, time: visit_time, note })
  }
  // Few slots have a note: ordering them here spares the database to order all slots.
  for (const { slotNotes } of inventories)
    slotNotes.sort((a, b) => (slotKey(a.date, a.time) < slotKey(b.date, b.time) ? -1 : 1))
  for (const { index, start_date, end_date, reason, message } of closures)
    inventories[index]?.closures.push({ startDate: start_date, endDate: end_date, reason, message })
  for (const { index, event_date, message } of events)
    inventories[index]?.specialEvents.push({ date: event_date, message })
  return inventories
}

/** Booked people of several cenotes on one date each. */
export async function readBooked(pool: Pool, keys: readonly { cenoteId: string; date: string }[]): Promise<number[]> {
  const { rows } = await pool.query<{ cenote_id: string; visit_date: string; booked: number }>(
    'SELECT cenote_id, visit_date, booked FROM inventory_day JOIN unnest($1::uuid[], $2::text[]) AS wanted (cenote_id, visit_date) USING (cenote_id, visit_date)',
    [keys.map(({ cenoteId }) => cenoteId), keys.map(({ date }) => date)],
  )
  const booked = new Map(rows.map((row) => [`${row.cenote_id} ${row.visit_date}`, row.booked]))
  return keys.map(({ cenoteId, date }) => booked.get(`${cenoteId} ${date}`) ?? 0)
}

export interface Places {
  readonly cenoteId: string
  readonly visitDate: string
  readonly visitTime: string
  readonly people: number
}

/** Takes places within the caller's transaction; on false the caller must roll back. See `take_places` in the migrations. */
export async function takePlaces(
  client: PoolClient,
  places: Places,
  capacity: { daily: number; hourly: number },
): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('SELECT take_places($1, $2, $3, $4, $5, $6) AS taken', [
    places.cenoteId,
    places.visitDate,
    places.visitTime,
    places.people,
    capacity.daily,
    capacity.hourly,
  ])
  return rows[0]?.taken ?? false
}

/** Gives places back within the caller's transaction. */
export async function releasePlaces(client: PoolClient, places: Places): Promise<void> {
  await client.query('SELECT release_places($1, $2, $3, $4)', [
    places.cenoteId,
    places.visitDate,
    places.visitTime,
    places.people,
  ])
}

/** A slot that differs from usual on one date. */
export interface SlotOverride {
  readonly time: string
  /** Null for as many as usual. */
  readonly capacity: number | null
  readonly closed: boolean
  readonly note: string | null
}

/** People booked in each slot of a day. Until the caller's transaction ends nobody else takes or returns places there. */
export async function lockDay(client: PoolClient, cenoteId: string, date: string): Promise<Map<string, number>> {
  // As in `take_places` the day's row comes first, so that two callers can never wait for one another.
  await client.query(
    `INSERT INTO inventory_day AS d (cenote_id, visit_date, booked) VALUES ($1, $2, 0)
     ON CONFLICT (cenote_id, visit_date) DO UPDATE SET booked = d.booked`,
    [cenoteId, date],
  )
  const { rows } = await client.query<{ time: string; booked: number }>(
    'SELECT visit_time AS time, booked FROM inventory_slot WHERE cenote_id = $1 AND visit_date = $2',
    [cenoteId, date],
  )
  return new Map(rows.map(({ time, booked }) => [time, booked]))
}

/** Replaces everything that differs from usual on a locked day; what is booked stays as it is. */
export async function replaceOverrides(
  client: PoolClient,
  cenoteId: string,
  date: string,
  overrides: readonly SlotOverride[],
  specialEvents: readonly { readonly id: string; readonly message: LocalizedText }[],
): Promise<void> {
  await client.query(
    'UPDATE inventory_slot SET capacity = NULL, closed = false, note = NULL WHERE cenote_id = $1 AND visit_date = $2',
    [cenoteId, date],
  )
  await client.query(
    `INSERT INTO inventory_slot (cenote_id, visit_date, visit_time, capacity, closed, note)
     SELECT $1, $2, * FROM unnest($3::text[], $4::integer[], $5::boolean[], $6::text[])
     ON CONFLICT (cenote_id, visit_date, visit_time)
     DO UPDATE SET capacity = excluded.capacity, closed = excluded.closed, note = excluded.note`,
    [
      cenoteId,
      date,
      overrides.map(({ time }) => time),
      overrides.map(({ capacity }) => capacity),
      overrides.map(({ closed }) => closed),
      overrides.map(({ note }) => note),
    ],
  )
  await client.query('DELETE FROM special_event WHERE cenote_id = $1 AND event_date = $2', [cenoteId, date])
  await client.query(
    'INSERT INTO special_event (id, cenote_id, event_date, message) SELECT id, $1, $2, message FROM unnest($3::uuid[], $4::jsonb[]) AS event (id, message)',
    [cenoteId, date, specialEvents.map(({ id }) => id), specialEvents.map(({ message }) => JSON.stringify(message))],
  )
}
