import type { Weekday } from '../../platform/values/clock.ts'
import { sql } from './database.ts'

/** Closes every cenote of the sandbox on a day of the week. */
export const closeOnWeekday = (catalogDatabase: string, weekday: Weekday): Promise<unknown> =>
  sql(catalogDatabase, 'UPDATE sandbox.cenote SET days_open = array_remove(days_open, $1)', [weekday.toLowerCase()])

/** Gives every cenote of the sandbox an English description of ten thousand characters, so that responses are large. */
export const lengthenDescriptions = (catalogDatabase: string): Promise<unknown> =>
  sql(catalogDatabase, `UPDATE sandbox.cenote SET long_description = jsonb_build_object('en', repeat('agua ', 2000))`)

/** Renames every cenote of the sandbox some number of times in one transaction. */
export const renameCenotes = (
  catalogDatabase: string,
  times: number,
  { serverUrl }: { serverUrl?: string } = {},
): Promise<unknown> =>
  sql(
    catalogDatabase,
    `DO $$ BEGIN FOR turn IN 1..${times} LOOP
       UPDATE sandbox.cenote SET name_en = 'Blue ' || turn, name_es = 'Azul ' || turn;
     END LOOP; END $$`,
    [],
    serverUrl,
  )

/** Adds reviews to a cenote of the sandbox, each a day later than the one before. */
export const insertReviews = (catalogDatabase: string, cenoteId: string, count: number): Promise<unknown> =>
  sql(
    catalogDatabase,
    `INSERT INTO sandbox.review (id, cenote_id, rating, title, content, author, date)
     SELECT gen_random_uuid(), $1, 5, 'Title ' || n, 'Content', 'Author', DATE '2026-01-01' + n
     FROM generate_series(1, $2::integer) n`,
    [cenoteId, count],
  )

/** Changes the price of a meeting point in the sandbox, and how long before the visit guests are there. */
export async function setMeetingPointPrice(
  catalogDatabase: string,
  id: string,
  { priceCents, minutesBefore }: { readonly priceCents: number; readonly minutesBefore: number },
): Promise<void> {
  const changed = await sql(
    catalogDatabase,
    'UPDATE sandbox.meeting_point SET price_cents = $2, minutes_before = $3 WHERE id = $1 RETURNING id',
    [id, priceCents, minutesBefore],
  )
  if (changed.length !== 1) throw new Error(`There is no meeting point ${id}`)
}

/** Takes a meeting point of the sandbox out of use. */
export async function deactivateMeetingPoint(catalogDatabase: string, id: string): Promise<void> {
  const changed = await sql(
    catalogDatabase,
    'UPDATE sandbox.meeting_point SET is_active = false WHERE id = $1 RETURNING id',
    [id],
  )
  if (changed.length !== 1) throw new Error(`There is no meeting point ${id}`)
}
