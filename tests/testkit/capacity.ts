import { expect } from '@jest/globals'
import { sql } from './database.ts'

/** Makes one slot hold 20. */
export const holdTwenty = (database: string, cenoteId: string, visitDate: string, visitTime: string) =>
  sql(
    database,
    'INSERT INTO sandbox.inventory_slot (cenote_id, visit_date, visit_time, capacity) VALUES ($1, $2, $3, 20)',
    [cenoteId, visitDate, visitTime],
  )

/** Booked places must equal the people of reservations that hold places, for every slot and every day. */
export async function expectBalancedBooks(database: string): Promise<void> {
  const people = 'sum(held_people)::integer'
  for (const [table, place] of [
    ['inventory_slot', 'cenote_id, visit_date, visit_time'],
    ['inventory_day', 'cenote_id, visit_date'],
  ] as const) {
    const differences = await sql(
      database,
      `SELECT ${place}, counted.people, booked.booked FROM (SELECT ${place}, booked FROM sandbox.${table} WHERE booked > 0) booked
       FULL JOIN (SELECT ${place}, ${people} AS people FROM sandbox.reservation WHERE held_people > 0 GROUP BY ${place}) counted USING (${place})
       WHERE booked.booked IS DISTINCT FROM counted.people`,
    )
    expect(differences).toEqual([])
  }
  const untold = await sql(
    database,
    `SELECT r.id FROM sandbox.reservation r WHERE (SELECT count(*) FROM sandbox.reservation_event e WHERE e.reservation_id = r.id) <> r.version`,
  )
  expect(untold).toEqual([])
}
