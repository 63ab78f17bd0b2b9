import type { Pool, Statements } from '../../../../platform/postgres/database.ts'
import { peopleSum } from '../../people-sum.ts'

/**
 * Keeps new places of a cenote away until the caller's transaction ends, and waits for those that are being taken. See
 * the migration `calendar_changes`.
 */
export async function lockCalendar(client: Statements, cenoteId: string): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock(calendar_lock($1))', [cenoteId])
}

/** Refuses places that would be taken with facts of a cenote before a version. */
export async function raiseFence(client: Statements, cenoteId: string, version: number): Promise<void> {
  await client.query(
    `INSERT INTO cenote_fence AS f (cenote_id, version) VALUES ($1, $2)
     ON CONFLICT (cenote_id) DO UPDATE SET version = GREATEST(f.version, excluded.version)`,
    [cenoteId, version],
  )
}

/** A slot with booked places. */
export interface BookedSlot {
  readonly date: string
  readonly time: string
  readonly booked: number
}

/** Slots with booked places from a date on. */
export async function readBookedSlots(client: Statements, cenoteId: string, from: string): Promise<BookedSlot[]> {
  const { rows } = await client.query<BookedSlot>(
    `SELECT visit_date AS date, visit_time AS time, booked FROM inventory_slot
     WHERE cenote_id = $1 AND visit_date >= $2 AND booked > 0 ORDER BY visit_date, visit_time`,
    [cenoteId, from],
  )
  return rows
}

/** How many reservations hold places in slots. */
export async function countReservations(
  client: Statements,
  cenoteId: string,
  slots: readonly { readonly date: string; readonly time: string }[],
): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*) FROM reservation WHERE cenote_id = $1 AND held_people > 0
       AND (visit_date, visit_time) IN (SELECT * FROM unnest($2::text[], $3::text[]))`,
    [cenoteId, slots.map(({ date }) => date), slots.map(({ time }) => time)],
  )
  return rows[0]?.count ?? 0
}

/** Reservations that hold places on days that are not over. */
export interface Standing {
  readonly reservations: number
  readonly people: number
  readonly lastVisitDate: string | null
}

export async function readStanding(pool: Pool, cenoteIds: readonly string[]): Promise<Standing[]> {
  const { rows } = await pool.query<Standing & { readonly cenoteId: string }>(
    `SELECT cenote_id AS "cenoteId", count(*) AS reservations, sum(${peopleSum})::integer AS people,
       max(visit_date) AS "lastVisitDate"
     FROM reservation WHERE cenote_id = ANY ($1::uuid[]) AND held_people > 0
       AND visit_date >= to_char(now() - interval '2 days', 'YYYY-MM-DD') AND day_ends_at > now()
     GROUP BY cenote_id`,
    [cenoteIds],
  )
  const found = new Map(rows.map(({ cenoteId, ...standing }) => [cenoteId, standing]))
  return cenoteIds.map((id) => found.get(id.toLowerCase()) ?? { reservations: 0, people: 0, lastVisitDate: null })
}
