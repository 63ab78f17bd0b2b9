import type { Reader, Statements } from '../../../platform/postgres/database.ts'

const seedLock = 7_203_661_004

/** Lets one process at a time seed, until its transaction ends. */
export async function lockSeed(client: Statements): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock($1)', [seedLock])
}

/** Whether calendars have entries, or had some. */
export async function isSeeded(client: Statements): Promise<boolean> {
  const { rows } = await client.query<{ seeded: boolean }>(
    `SELECT EXISTS (SELECT FROM closure) OR EXISTS (SELECT FROM special_event)
       OR EXISTS (SELECT FROM change WHERE type = 'CLOSURE') AS seeded`,
  )
  return rows[0]?.seeded ?? false
}

/** Whether places of anything but one product are reserved. */
export async function hasPlacesElsewhere(reader: Reader, productId: string): Promise<boolean> {
  const { rows } = await reader.query<{ found: boolean }>(
    'SELECT EXISTS (SELECT FROM inventory_day WHERE booked > 0 AND cenote_id <> $1) AS found',
    [productId],
  )
  return rows[0]?.found ?? false
}
