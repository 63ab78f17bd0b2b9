import type { Statements } from '../../../platform/postgres/database.ts'
import type { Environment } from '../../../platform/trust/identity.ts'

const seedLock = 7_203_661_002

/** Lets one process at a time seed, until its transaction ends. */
export async function lockSeed(client: Statements): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock($1)', [seedLock])
}

/** Lets the statements that follow in the transaction read and write an environment. */
export async function useEnvironment(client: Statements, environment: Environment): Promise<void> {
  await client.query(
    // The schema of the extensions, which follows in it, stays as it is.
    `SELECT set_config('search_path', regexp_replace(current_setting('search_path'), '^[^,]*', $1), true)`,
    [environment],
  )
}

export async function isSeeded(client: Statements): Promise<boolean> {
  const { rowCount } = await client.query('SELECT 1 FROM cenote LIMIT 1')
  return rowCount !== 0
}

/** Writes rows whose properties are named like the columns; all rows have the same properties. */
export async function insertReviews(client: Statements, reviews: readonly object[]): Promise<void> {
  const columns = Object.keys(reviews[0] ?? {}).join(', ')
  await client.query(
    `INSERT INTO review (${columns}) SELECT ${columns} FROM jsonb_populate_recordset(NULL::review, $1::jsonb)`,
    [JSON.stringify(reviews)],
  )
}
