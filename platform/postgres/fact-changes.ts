import { startJob, type Job, type JobObserver } from '../process/job.ts'
import type { Logger } from '../process/logger.ts'
import type { PerEnvironment, Pool } from './database.ts'

/** The changes since a position, by the tags that triggers wrote in the transactions of the changes. */
export interface FactChanges {
  /** Where to continue: the snapshot (snapshot.ts) in which these changes were read. */
  readonly position: string
  /** Each once, as `transaction tag`: of the transactions that ended since. */
  readonly changes: readonly string[]
  /** False when there were too many to list: anything may have changed. */
  readonly isComplete: boolean
}

/** At most so many rows are read; one change of many slots writes the same tag for each of them. */
const maxRead = 20_000
/** How long changes are stored; a reader that was away for longer has to assume that anything changed. */
const storedSeconds = 300

/**
 * Reads the changes since a position, or only where to begin. A position is a snapshot, so that a transaction is reported
 * once it has ended, whatever number it has, and only then.
 */
export async function readFactChanges(pool: Pool, since: string | null): Promise<FactChanges> {
  const { rows } = await pool.query<{ position: string; changes: string[] | null; count: number }>({
    name: 'fact-changes',
    // As JSON, because the driver parses an array of many texts for longer than other requests should wait.
    text: `WITH latest AS MATERIALIZED
        (SELECT transaction, tag FROM fact_change WHERE transaction >= pg_snapshot_xmin($1::pg_snapshot)
          AND NOT pg_visible_in_snapshot(transaction, $1::pg_snapshot) LIMIT ${maxRead + 1})
      SELECT pg_current_snapshot()::text AS position, (SELECT count(*)::integer FROM latest) AS count,
        (SELECT json_agg(transaction || ' ' || tag) FROM (SELECT DISTINCT transaction, tag FROM latest) AS listed) AS changes`,
    values: [since],
  })
  const { position = '', changes = null, count = 0 } = rows[0] ?? {}
  if (count > maxRead) return { position, changes: [], isComplete: false }
  return { position, changes: changes ?? [], isComplete: true }
}

/** Reads the position of a reader that must not miss a change, however long it is offline; null without one. */
export type KeepAfter = (pool: Pool) => Promise<string | null>

/** Removes changes that no reader needs any more, every minute. */
export function startRemovingFactChanges(
  databases: PerEnvironment<{ readonly pool: Pool }>,
  logger: Logger,
  observer?: JobObserver,
  keepAfter?: KeepAfter,
): Job {
  const removals = { live: createRemoval({ keepAfter }), sandbox: createRemoval({ keepAfter }) }
  return startJob(
    'removing old fact changes',
    60_000,
    async ({ environment }) => {
      await removals[environment](databases[environment].pool)
      return false
    },
    logger,
    observer,
  )
}

/**
 * Removes the changes of transactions that had ended five minutes ago. When they began does not matter: a long
 * transaction is reported when it has ended. With `keepAfter` those that its reader has not read stay.
 */
export function createRemoval({
  now = () => performance.now(),
  keepAfter = () => Promise.resolve(null),
}: {
  readonly now?: () => number
  readonly keepAfter?: KeepAfter | undefined
} = {}): (pool: Pool) => Promise<void> {
  /** The oldest running transaction at each former call, in the order of the calls. */
  let seen: { readonly at: number; readonly oldest: string }[] = []
  return async (pool) => {
    const at = now()
    const latest = seen.findLastIndex((one) => one.at <= at - storedSeconds * 1_000)
    seen = seen.slice(Math.max(0, latest))
    // A database that was restored on another server has changes of transactions that have not begun on this one.
    const { rows } = await pool.query<{ oldest: string }>(
      `WITH removed AS (
         DELETE FROM fact_change
         WHERE transaction < least($1::xid8, pg_snapshot_xmin($2::pg_snapshot))
           OR transaction >= pg_snapshot_xmax(pg_current_snapshot())
       )
       SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS oldest`,
      [latest < 0 ? '0' : seen[0]?.oldest, await keepAfter(pool)],
    )
    if (rows[0]) seen.push({ at, oldest: rows[0].oldest })
  }
}
