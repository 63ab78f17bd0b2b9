import { expect } from '@jest/globals'
import { audit } from '../../cli/audit/audit.ts'
import { sql, testServerUrl } from './database.ts'

/** Makes one slot hold 20. */
export const holdTwenty = (
  database: string,
  productId: string,
  visitDate: string,
  visitTime: string,
  { serverUrl }: { serverUrl?: string } = {},
) =>
  sql(
    database,
    'INSERT INTO sandbox.inventory_slot (product_id, visit_date, visit_time, capacity) VALUES ($1, $2, $3, 20)',
    [productId, visitDate, visitTime],
    serverUrl,
  )

/** A slot of a day at a cenote, or a departure of a tour. */
export interface Slot {
  readonly productId: string
  readonly date: string
  readonly time: string
}

/** Reads how many places of a slot are booked, and its own capacity; undefined when nothing is stored for it. */
export async function storedSlot(
  database: string,
  { productId, date, time }: Slot,
): Promise<{ booked: number; capacity: number | null } | undefined> {
  const [row] = await sql<{ booked: number; capacity: number | null }>(
    database,
    `SELECT booked, capacity FROM sandbox.inventory_slot WHERE product_id = $1 AND visit_date = $2 AND visit_time = $3`,
    [productId, date, time],
  )
  return row
}

/** Stores the capacity of a slot, null for the usual one, and how many of its places are booked when that is given. */
export const storeSlot = (
  database: string,
  { productId, date, time }: Slot,
  { booked = null, capacity }: { booked?: number | null; capacity: number | null },
): Promise<unknown> =>
  sql(
    database,
    `INSERT INTO sandbox.inventory_slot AS s (product_id, visit_date, visit_time, booked, capacity)
     VALUES ($1, $2, $3, coalesce($4::integer, 0), $5)
     ON CONFLICT (product_id, visit_date, visit_time)
       DO UPDATE SET booked = coalesce($4::integer, s.booked), capacity = excluded.capacity`,
    [productId, date, time, booked, capacity],
  )

/** Stores how many places of a cenote or tour are booked on each of some days. */
export const storeBookedDays = (
  database: string,
  productId: string,
  dates: readonly string[],
  booked: number,
): Promise<unknown> =>
  sql(
    database,
    `INSERT INTO sandbox.inventory_day (product_id, visit_date, booked)
     SELECT $1::uuid, day, $3::integer FROM unnest($2::text[]) AS day
     ON CONFLICT (product_id, visit_date) DO UPDATE SET booked = excluded.booked`,
    [productId, dates, booked],
  )

/** Adds booked places to a slot, or removes some, that no reservation accounts for. */
export const miscountPlaces = (database: string, { productId, date, time }: Slot, by: number): Promise<unknown> =>
  sql(
    database,
    `UPDATE sandbox.inventory_slot SET booked = booked + $4
     WHERE product_id = $1 AND visit_date = $2 AND visit_time = $3`,
    [productId, date, time, by],
  )

/** The statement that locks the places of a day of every cenote and tour, for `overlapping`. */
export const lockOfDay = (date: string) => ({
  text: 'SELECT FROM sandbox.inventory_day WHERE visit_date = $1 FOR UPDATE',
  values: [date],
})

/** The checks of `npm run audit`, of both environments of the product whose booking database this is. */
export async function expectBalancedBooks(
  bookingDatabase: string,
  { serverUrl = testServerUrl() }: { serverUrl?: string } = {},
): Promise<void> {
  const databasePrefix = bookingDatabase.replace(/booking$/, '')
  for (const environment of ['live', 'sandbox'] as const) {
    const findings = await audit({ serverUrl, databasePrefix, environment })
    expect(findings.flatMap(({ discrepancies }) => discrepancies)).toEqual([])
  }
}
