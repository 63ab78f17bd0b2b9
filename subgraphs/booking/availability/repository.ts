import type { Pool, PoolClient, Statements } from '../../../platform/postgres/database.ts'
import type { LocalizedText } from '../../../platform/values/i18n.ts'
import type { Inventory, SlotState } from './rules/inventory.ts'
import { changedPlaces, type PlaceChanges } from './places.ts'

/** The stored inventory of a cenote or tour in a range of dates. */
export interface StoredInventory extends Inventory {
  readonly closures: readonly { startDate: string; endDate: string; reason: string; message: LocalizedText }[]
  readonly specialEvents: readonly { date: string; message: LocalizedText }[]
  /** Why slots differ from usual, in the operator's words. */
  readonly slotNotes: readonly { date: string; time: string; note: string }[]
}

/** A cenote or tour and the dates of the inventory to read, both included. */
export interface InventoryKey {
  readonly productId: string
  readonly from: string
  readonly to: string
}

/** The inventory of one key; each part is null if empty. */
interface InventoryRow {
  /** Dates with what is booked of them: `2026-12-05 12,2026-12-06 3`. */
  readonly days: string | null
  /** Slots with what is booked of them: `2026-12-05 10:00 12,2026-12-05 11:00 3`. */
  readonly taken: string | null
  readonly overrides:
    [date: string, time: string, capacity: number | null, closed: boolean, note: string | null][] | null
  readonly closures: [startDate: string, endDate: string, reason: string, message: LocalizedText][] | null
  readonly events: [date: string, message: LocalizedText][] | null
}

/**
 * One row a key, its many numbers in a text each: a row for each slot of each day costs more to send and to parse than
 * everything that is computed from it. An aggregate in a lateral join looks up each key by index, where a plain join
 * may be planned as a scan of all days there are.
 */
const inventoryStatement = `
  SELECT days, taken, overrides, closures, events
  FROM unnest($1::uuid[], $2::text[], $3::text[]) WITH ORDINALITY AS wanted (product_id, first, last, position)
  CROSS JOIN LATERAL (
    SELECT string_agg(visit_date || ' ' || booked, ',') AS days
    FROM inventory_day AS d WHERE d.product_id = wanted.product_id AND visit_date BETWEEN first AND last
  ) AS days
  CROSS JOIN LATERAL (
    SELECT string_agg(visit_date || ' ' || visit_time || ' ' || booked, ',') FILTER (WHERE booked > 0) AS taken,
      json_agg(json_build_array(visit_date, visit_time, COALESCE(capacity, event_capacity), closed, note)
        ORDER BY visit_date, visit_time)
        FILTER (WHERE closed OR COALESCE(capacity, event_capacity) IS NOT NULL OR note IS NOT NULL) AS overrides
    FROM inventory_slot AS s WHERE s.product_id = wanted.product_id AND visit_date BETWEEN first AND last
  ) AS slots
  CROSS JOIN LATERAL (
    SELECT json_agg(json_build_array(start_date, end_date, reason, message) ORDER BY start_date, id) AS closures
    FROM closure AS c WHERE c.cenote_id = wanted.product_id AND end_date >= first AND start_date <= last
  ) AS closures
  CROSS JOIN LATERAL (
    SELECT json_agg(json_build_array(event_date, message) ORDER BY event_date, id) AS events
    FROM special_event AS e WHERE e.cenote_id = wanted.product_id AND event_date BETWEEN first AND last
  ) AS events
  ORDER BY position`

/** Inventories of several products, each with its own range; one statement for any number. */
export async function readInventories(pool: Pool, keys: readonly InventoryKey[]): Promise<StoredInventory[]> {
  const { rows } = await pool.query<InventoryRow>({
    name: 'inventories',
    text: inventoryStatement,
    values: [keys.map(({ productId }) => productId), keys.map(({ from }) => from), keys.map(({ to }) => to)],
  })
  return rows.map(inventoryOf)
}

function inventoryOf({ days, taken, overrides, closures, events }: InventoryRow): StoredInventory {
  const known = new Map<string, { booked: number; slots: Map<string, SlotState> }>()
  const dayOf = (date: string) => {
    let day = known.get(date)
    if (!day) known.set(date, (day = { booked: 0, slots: new Map<string, SlotState>() }))
    return day
  }
  for (const text of days?.split(',') ?? []) dayOf(text.slice(0, 10)).booked = Number(text.slice(11))
  for (const text of taken?.split(',') ?? [])
    dayOf(text.slice(0, 10)).slots.set(text.slice(11, 16), {
      booked: Number(text.slice(17)),
      capacity: null,
      closed: false,
    })
  const slotNotes: { date: string; time: string; note: string }[] = []
  for (const [date, time, capacity, closed, note] of overrides ?? []) {
    const { slots } = dayOf(date)
    slots.set(time, { booked: slots.get(time)?.booked ?? 0, capacity, closed })
    if (note !== null) slotNotes.push({ date, time, note })
  }
  return {
    days: known,
    closures: (closures ?? []).map(([startDate, endDate, reason, message]) => ({
      startDate,
      endDate,
      reason,
      message,
    })),
    specialEvents: (events ?? []).map(([date, message]) => ({ date, message })),
    slotNotes,
  }
}

/** Booked people of several products on one date each. */
export async function readBooked(pool: Pool, keys: readonly { productId: string; date: string }[]): Promise<number[]> {
  const { rows } = await pool.query<{ product_id: string; visit_date: string; booked: number }>({
    name: 'booked',
    text: 'SELECT product_id, visit_date, booked FROM inventory_day JOIN unnest($1::uuid[], $2::text[]) AS wanted (product_id, visit_date) USING (product_id, visit_date)',
    values: [keys.map(({ productId }) => productId), keys.map(({ date }) => date)],
  })
  const booked = new Map(rows.map((row) => [`${row.product_id} ${row.visit_date}`, row.booked]))
  return keys.map(({ productId, date }) => booked.get(`${productId} ${date}`) ?? 0)
}

/**
 * Releases places and takes others within the caller's transaction, or changes nothing and returns false: there is no room,
 * a day or slot is closed, or the facts are outdated. See the SQL function `change_places`.
 */
export async function changePlaces(client: Statements, changes: PlaceChanges): Promise<boolean> {
  const places = changedPlaces(changes)
  if (places.length === 0) return true
  const { rows } = await client.query<{ changed: boolean }>('SELECT change_places($1) AS changed', [
    JSON.stringify(places),
  ])
  return rows[0]?.changed ?? false
}

/** How a slot differs from usual on one date. */
export interface SlotOverride {
  readonly time: string
  /** Null for as many as usual, or as the events that it begins during allow. */
  readonly capacity: number | null
  readonly closed: boolean
  readonly note: string | null
}

export interface StoredEvent {
  readonly id: string
  readonly message: LocalizedText
  readonly startTime: string
  readonly endTime: string
  readonly capacity: number | null
}

/** A slot of a locked day. */
export interface LockedSlot {
  readonly booked: number
  /** The capacity that the operator set for the slot itself. */
  readonly capacity: number | null
  /** The capacity set by events that it begins during. */
  readonly eventCapacity: number | null
}

/** Slots of a day, by time. Until the caller's transaction ends no other takes or returns places there. */
export async function lockDay(client: PoolClient, cenoteId: string, date: string): Promise<Map<string, LockedSlot>> {
  // As in `change_places` the day's row comes first, so that two callers can never wait for one another.
  await client.query(
    `INSERT INTO inventory_day AS d (product_id, visit_date, booked) VALUES ($1, $2, 0)
     ON CONFLICT (product_id, visit_date) DO UPDATE SET booked = d.booked`,
    [cenoteId, date],
  )
  const { rows } = await client.query<LockedSlot & { time: string }>(
    `SELECT visit_time AS time, booked, capacity, event_capacity AS "eventCapacity"
     FROM inventory_slot WHERE product_id = $1 AND visit_date = $2`,
    [cenoteId, date],
  )
  return new Map(rows.map((row) => [row.time, row]))
}

/** Replaces how some slots of a locked day differ from usual; what is booked stays as it is. */
export async function replaceSlotOverrides(
  client: PoolClient,
  cenoteId: string,
  date: string,
  overrides: readonly SlotOverride[],
): Promise<void> {
  await client.query(
    `INSERT INTO inventory_slot (product_id, visit_date, visit_time, capacity, closed, note)
     SELECT $1, $2, * FROM unnest($3::text[], $4::integer[], $5::boolean[], $6::text[])
     ON CONFLICT (product_id, visit_date, visit_time)
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
}

/** Replaces the special events of a locked day, and what they make of its slots. */
export async function replaceSpecialEvents(
  client: PoolClient,
  cenoteId: string,
  date: string,
  events: readonly StoredEvent[],
  capacities: ReadonlyMap<string, number>,
): Promise<void> {
  await client.query('DELETE FROM special_event WHERE cenote_id = $1 AND event_date = $2', [cenoteId, date])
  await client.query(
    `INSERT INTO special_event (id, cenote_id, event_date, message, start_time, end_time, capacity)
     SELECT id, $1, $2, message, start_time, end_time, capacity
     FROM unnest($3::uuid[], $4::jsonb[], $5::text[], $6::text[], $7::integer[])
       AS event (id, message, start_time, end_time, capacity)`,
    [
      cenoteId,
      date,
      events.map(({ id }) => id),
      events.map(({ message }) => JSON.stringify(message)),
      events.map(({ startTime }) => startTime),
      events.map(({ endTime }) => endTime),
      events.map(({ capacity }) => capacity),
    ],
  )
  await client.query(
    `UPDATE inventory_slot SET event_capacity = NULL
     WHERE product_id = $1 AND visit_date = $2 AND event_capacity IS NOT NULL AND visit_time <> ALL ($3::text[])`,
    [cenoteId, date, [...capacities.keys()]],
  )
  await client.query(
    `INSERT INTO inventory_slot (product_id, visit_date, visit_time, event_capacity)
     SELECT $1, $2, * FROM unnest($3::text[], $4::integer[])
     ON CONFLICT (product_id, visit_date, visit_time) DO UPDATE SET event_capacity = excluded.event_capacity`,
    [cenoteId, date, [...capacities.keys()], [...capacities.values()]],
  )
}
