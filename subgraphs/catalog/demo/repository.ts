import { inTransaction, type PoolClient } from '../../../platform/postgres/database.ts'
import { storeLists } from '../../../platform/postgres/installation-list.ts'
import { demoItems, readDemoFile } from '../../../platform/process/demo-file.ts'
import { environments } from '../../../platform/trust/identity.ts'
import type { Database } from '../database.ts'
import { catalogLists } from '../installation/index.ts'
import { cenoteColumns, tourColumns } from './history.ts'
import { reviewRows, type ReviewedCenote } from './reviews.ts'

const seedLock = 7_203_661_002

/**
 * Fills an empty catalog with the demo cenotes and tours, the same in both environments, all or nothing. Replicas may
 * start concurrently. Returns whether anything was written.
 */
export async function seedDemoCatalog({ pool }: Database): Promise<boolean> {
  const file = await readDemoFile()
  const lists = catalogLists({ cenote: cenoteColumns, tour: tourColumns })
  const cenotes = demoItems<ReviewedCenote>(file, 'cenotes')
  const reviews = reviewRows(new Map(cenotes.map((cenote) => [cenote.slug, cenote])))
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
      await storeLists(client, lists, (name) => demoItems(file, name))
      await insert(client, 'review', reviews)
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
