import { performance } from 'node:perf_hooks'
import { inspect } from 'node:util'
import type { JobObserver } from '../process/job.ts'
import type { Environment } from '../trust/identity.ts'
import type { PerEnvironment, Pool } from './database.ts'
import { cutText } from '../values/text.ts'

/** A job of this process and what became of its latest runs in any process, as the API shows it. */
export interface JobState {
  readonly name: string
  readonly everySeconds: number
  readonly lastRunAt: Date | null
  readonly lastDurationMs: number | null
  readonly lastFailedAt: Date | null
  readonly lastError: string | null
  /** Since the last success. */
  readonly failures: number
}

/** The background work as services refer to it; there is one in each environment. */
export interface BackgroundReference {
  readonly id: string
}

type StoredRun = Omit<JobState, 'everySeconds'>

/** Records the runs of this process's jobs in the database, where every process reads them. */
export interface JobRuns extends JobObserver {
  /** The jobs that this process runs, in the order in which they were started. */
  list(environment: Environment): Promise<JobState[]>
}

/** Successes are written this often: most jobs run every second and find nothing. */
const writeMilliseconds = 10_000
const maxError = 500
const neverRan = { lastRunAt: null, lastDurationMs: null, lastFailedAt: null, lastError: null, failures: 0 }

export function createJobRuns(databases: PerEnvironment<{ readonly pool: Pool }>): JobRuns {
  const jobs: { readonly name: string; readonly everySeconds: number }[] = []
  const written: PerEnvironment<Map<string, { readonly at: number; readonly failed: boolean }>> = {
    live: new Map(),
    sandbox: new Map(),
  }
  return {
    started: (name, everyMilliseconds) => void jobs.push({ name, everySeconds: everyMilliseconds / 1_000 }),
    async ran({ name, environment, durationMs, error }) {
      const failed = error !== undefined
      const before = written[environment].get(name)
      const at = performance.now()
      if (before && !failed && !before.failed && at - before.at < writeMilliseconds) return
      const text = failed ? (error instanceof Error ? error.message : inspect(error)) : null
      await recordRun(databases[environment].pool, { name, durationMs, error: text })
      written[environment].set(name, { at, failed })
    },
    async list(environment) {
      const runs = new Map((await readRuns(databases[environment].pool)).map((run) => [run.name, run]))
      return jobs.map((job) => ({ ...neverRan, ...runs.get(job.name), ...job }))
    },
  }
}

async function readRuns(pool: Pool): Promise<StoredRun[]> {
  const { rows } = await pool.query<StoredRun>(
    `SELECT name, last_run_at AS "lastRunAt", last_duration_ms AS "lastDurationMs", last_failed_at AS "lastFailedAt",
       last_error AS "lastError", failures
     FROM job_run`,
  )
  return rows
}

/** Records a run that just ended; `error` is null for a success. */
async function recordRun(
  pool: Pool,
  { name, durationMs, error }: { readonly name: string; readonly durationMs: number; readonly error: string | null },
): Promise<void> {
  await pool.query({
    name: 'record-job-run',
    text: `INSERT INTO job_run (name, last_run_at, last_duration_ms, last_failed_at, last_error, failures)
     VALUES ($1, now(), $2, CASE WHEN $3::text IS NOT NULL THEN now() END, $3, ($3::text IS NOT NULL)::int)
     ON CONFLICT (name) DO UPDATE SET last_run_at = now(), last_duration_ms = $2,
       last_failed_at = coalesce(excluded.last_failed_at, job_run.last_failed_at),
       last_error = coalesce(excluded.last_error, job_run.last_error),
       failures = CASE WHEN $3::text IS NULL THEN 0 ELSE job_run.failures + 1 END`,
    values: [name, Math.round(durationMs), error === null ? null : cutText(error, maxError)],
  })
}
