import type { Environment } from '../../platform/trust/identity.ts'
import { sql } from './database.ts'

/** A record of a change, as a database stores it. */
interface StoredChange {
  readonly type: string
  readonly action: string
  /** Id of the key that made it; null for a command. */
  readonly keyId: string | null
  readonly before: unknown
  readonly after: unknown
}

/** The records of changes in a database, of one type when it is given, the latest first. */
export const storedChanges = (database: string, environment: Environment, type?: string): Promise<StoredChange[]> =>
  sql<StoredChange & { [column: string]: unknown }>(
    database,
    `SELECT type, action, key_id AS "keyId", before, after FROM ${environment}.change
     WHERE $1::text IS NULL OR type = $1 ORDER BY sequence DESC`,
    [type ?? null],
  )

/** Gives the records of changes since an instant one and the same time. */
export async function makeSimultaneous(database: string, since: string): Promise<void> {
  const changed = await sql(
    database,
    'UPDATE sandbox.change SET at = (SELECT max(at) FROM sandbox.change) WHERE at > $1 RETURNING id',
    [since],
  )
  if (changed.length === 0) throw new Error(`${database} has no record of a change since ${since}`)
}

/** Counts the notes about cenotes that the catalog wrote for its followers, and the cenotes they name, by action. */
export const notesAboutCenotes = (
  catalogDatabase: string,
  environment: Environment,
): Promise<{ kind: string; action: string | null; products: number; notes: number }[]> =>
  sql<{ kind: string; action: string | null; products: number; notes: number }>(
    catalogDatabase,
    `SELECT kind, action, sum(cardinality(product_ids))::int AS products, count(*)::int AS notes
     FROM ${environment}.product_change WHERE product_type = 'cenote' GROUP BY kind, action ORDER BY action`,
  )
