import { inTransaction, type PoolClient } from '../../../platform/postgres/database.ts'
import { environments } from '../../../platform/trust/identity.ts'
import type { Database } from '../database.ts'
import { amenityRows, cenoteAmenityRows, cenoteRows, reviewRows } from './cenote-rows.ts'
import { meetingPointRows, tourCenoteRows, tourRows } from './tour-rows.ts'

const seedLock = 7_203_661_002

/**
 * Fills an empty catalog with the demo cenotes and tours, the same in both environments, all or nothing. Replicas may
 * start concurrently. Returns whether anything was written.
 */
export function seedDemoCatalog({ pool }: Database): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [seedLock])
    let written = false
    for (const environment of environments) {
      await client.query(
        // The schema of the extensions, which follows in it, stays as it is.
        `SELECT set_config('search_path', regexp_replace(current_setting('search_path'), '^[^,]*', $1), true)`,
        [environment],
      )
      const { rowCount } = await client.query('SELECT 1 FROM cenote LIMIT 1')
      if (rowCount !== 0) continue
      await insert(client, 'cenote', cenoteRows)
      await insert(client, 'amenity', amenityRows)
      await insert(client, 'cenote_amenity', cenoteAmenityRows)
      await insert(client, 'review', reviewRows)
      await insert(client, 'tour', tourRows)
      await insert(client, 'tour_cenote', tourCenoteRows)
      await insert(client, 'meeting_point', meetingPointRows)
      written = true
    }
    return written
  })
}

/** Writes rows whose properties are named like the columns; all rows have the same properties. */
async function insert(client: PoolClient, table: string, rows: readonly object[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).join(', ')
  await client.query(
    `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM jsonb_populate_recordset(NULL::${table}, $1::jsonb)`,
    [JSON.stringify(rows)],
  )
}
