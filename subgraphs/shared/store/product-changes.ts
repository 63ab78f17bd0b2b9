import { startJob, type Job, type JobObserver } from '../../../platform/process/job.ts'
import type { Logger } from '../../../platform/process/logger.ts'
import type { Environment, Identity } from '../../../platform/trust/identity.ts'
import type { PerEnvironment, Pool, Statements } from '../../../platform/postgres/database.ts'

/** A change of a product, merged from the notes that triggers wrote in the transactions of the changes. */
export interface ProductChange {
  readonly kind: 'availability' | 'product' | 'pricing'
  /** Null with a `productId` where the database does not know which type the product is of. */
  readonly productType: 'cenote' | 'tour' | null
  /** Null for every product. */
  readonly productId: string | null
  /** Of the kind product, otherwise null. */
  readonly action: 'created' | 'updated' | 'deactivated' | null
  /** The members of the product's representation that changed, of the kind product; none of one that was created. */
  readonly changed: readonly string[]
  /** The first and the last date, of the kind availability; null: from today on, and to the end of what is sold. */
  readonly dateFrom: string | null
  readonly dateTo: string | null
  /** When the first of the changes was made, in milliseconds since 1970. */
  readonly at: number
}

export interface ProductChanges {
  /** Where to continue: the snapshot (platform/postgres/snapshot.ts) in which these changes were read. */
  readonly position: string
  readonly changes: readonly ProductChange[]
}

const storedDays = 7

/**
 * Reads the changes since a position, each kind of change of each product once, or only where to begin. A position is a
 * snapshot, so that a transaction is reported once it has ended, and only then. Of a database that was restored from a
 * backup since, everything has changed.
 */
export async function readProductChanges(database: Pool | Statements, since: string | null): Promise<ProductChanges> {
  const { rows } = await database.query<{
    position: string
    isRestored: boolean | null
    changes: ProductChange[] | null
  }>({
    name: 'product-changes',
    text: `WITH latest AS MATERIALIZED (
        SELECT * FROM product_change WHERE transaction >= pg_snapshot_xmin($1::pg_snapshot)
          AND NOT pg_visible_in_snapshot(transaction, $1::pg_snapshot)),
      merged AS (
        SELECT kind, product_type AS "productType", product_id AS "productId",
          CASE WHEN bool_or(action = 'created') THEN 'created'
            -- Taken off sale and put on it again, or the other way round: the last counts.
            ELSE coalesce((array_agg(action ORDER BY at DESC) FILTER (WHERE 'isActive' = ANY (changed)))[1], min(action))
          END AS action,
          CASE WHEN bool_or(action = 'created') THEN '{}'
            ELSE coalesce(array_agg(DISTINCT member ORDER BY member) FILTER (WHERE member IS NOT NULL), '{}')
          END AS changed,
          CASE WHEN bool_and(date_from IS NOT NULL) THEN min(date_from) END AS "dateFrom",
          CASE WHEN bool_and(date_to IS NOT NULL) THEN max(date_to) END AS "dateTo",
          floor(extract(epoch FROM min(at)) * 1000) AS at
        FROM latest
          CROSS JOIN LATERAL unnest(coalesce(product_ids, ARRAY[NULL::uuid])) AS product_id
          LEFT JOIN LATERAL unnest(changed) AS member ON true
        GROUP BY kind, product_type, product_id)
      SELECT pg_current_snapshot()::text AS position,
        pg_snapshot_xmax(pg_current_snapshot()) < pg_snapshot_xmax($1::pg_snapshot) AS "isRestored",
        (SELECT json_agg(merged ORDER BY at, kind, "productId") FROM merged) AS changes`,
    values: [since],
  })
  const { position = '', isRestored = false, changes = null } = rows[0] ?? {}
  return { position, changes: isRestored ? everything(Date.now()) : (changes ?? []) }
}

/** Resolves `productChanges` for the feed of booking, once the facts in memory have the changes. */
export const resolveProductChanges =
  (
    facts: PerEnvironment<{ read(since: null): Promise<unknown> }>,
    readChanges: (environment: Environment, since: string | null) => Promise<ProductChanges>,
  ) =>
  async (
    _parent: unknown,
    { since = null }: { since?: string | null },
    { identity: { environment } }: { identity: Identity },
  ): Promise<ProductChanges> => {
    const read = await readChanges(environment, since)
    // A read after the publication has the change, though its notification may still be on the way.
    if (read.changes.length > 0) await facts[environment].read(null)
    return read
  }

/** The changes that stand for any that may have been made. */
export const everything = (at: number): ProductChange[] =>
  (['availability', 'product', 'pricing'] as const).map((kind) => ({
    kind,
    productType: null,
    productId: null,
    action: kind === 'product' ? 'updated' : null,
    changed: [],
    dateFrom: null,
    dateTo: null,
    at,
  }))

/** Removes changes that are older than a week, every hour. */
export function startRemovingProductChanges(
  databases: PerEnvironment<{ readonly pool: Pool }>,
  logger: Logger,
  observer?: JobObserver,
): Job {
  return startJob(
    'removing old product changes',
    3_600_000,
    async ({ environment }) => {
      await removeProductChanges(databases[environment].pool)
      return false
    },
    logger,
    observer,
  )
}

/**
 * Removes the changes of a week ago. One of each kind is left in their place, which concerns every product: a reader that
 * was offline for longer reads it. Those of transactions that have not begun on this server came with a backup.
 */
export async function removeProductChanges(pool: Pool): Promise<void> {
  await pool.query(
    `WITH removed AS (
       DELETE FROM product_change
       WHERE (at < now() - $1 * interval '1 day' AND transaction < pg_snapshot_xmin(pg_current_snapshot()))
         OR transaction >= pg_snapshot_xmax(pg_current_snapshot())
       RETURNING transaction, at, kind)
     INSERT INTO product_change (transaction, at, kind, action)
     SELECT max(transaction), max(at), kind, CASE WHEN kind = 'product' THEN 'updated' END FROM removed
     WHERE transaction < pg_snapshot_xmin(pg_current_snapshot()) GROUP BY kind`,
    [storedDays],
  )
}
