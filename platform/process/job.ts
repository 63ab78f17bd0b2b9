import { randomUUID } from 'node:crypto'
import { environments, type Environment } from '../trust/identity.ts'
import { counter } from './metrics.ts'
import type { Logger } from './logger.ts'

/** `job` would be the name that Prometheus gives to the processes themselves. */
const runs = counter('job_runs_total', 'Runs of background jobs.', ['name', 'result'])

export interface Job {
  stop(): Promise<void>
}

/** One run in one environment; the log identifies it by its own id, like a request. */
export interface JobRun {
  readonly environment: Environment
  readonly requestId: string
  /** Writes the job's name, the environment and the id into each line. */
  readonly logger: Logger
}

/** The outcome of a job's round in one environment. */
export interface JobOutcome {
  readonly name: string
  readonly environment: Environment
  readonly durationMs: number
  /** Why it failed; undefined for a success. */
  readonly error: unknown
}

/** Follows what jobs do. */
export interface JobObserver {
  started(name: string, everyMilliseconds: number): void
  ran(outcome: JobOutcome): Promise<void>
}

/** Makes a job known before its first run. */
export function announceJob(name: string, everyMilliseconds: number, observer?: JobObserver): void {
  observer?.started(name, everyMilliseconds)
  // Prometheus sees no increase of a series that begins with it.
  for (const result of ['ok', 'failed']) runs.inc({ name, result }, 0)
}

/** Runs a job in one environment, counts and records that. A failure is logged; whether it succeeded. */
export async function runOnce(
  job: Pick<JobOutcome, 'name' | 'environment'> & {
    readonly logger: Logger
    readonly observer?: JobObserver | undefined
  },
  work: (run: JobRun) => Promise<void>,
): Promise<boolean> {
  const { name, environment, observer } = job
  const requestId = randomUUID()
  const run = { environment, requestId, logger: job.logger.child({ job: name, environment, requestId }) }
  const startedAt = performance.now()
  let failure: unknown
  try {
    await work(run)
    runs.inc({ name, result: 'ok' })
  } catch (error) {
    runs.inc({ name, result: 'failed' })
    run.logger.error({ err: error }, `${name} failed; it will be tried again`)
    failure = error ?? new Error('failed without an error')
  }
  const durationMs = performance.now() - startedAt
  await observer
    ?.ran({ name, environment, durationMs, error: failure })
    .catch((error: unknown) => run.logger.warn({ err: error }, `the run of ${name} was not recorded`))
  return failure === undefined
}

/**
 * Runs work in the background for each environment: again immediately while a run reports more work, otherwise at an
 * interval. A failed run is logged and retried. Replicas run the same jobs, so the work itself must claim its rows.
 */
export function startJob(
  name: string,
  everyMilliseconds: number,
  work: (run: JobRun) => Promise<boolean>,
  logger: Logger,
  observer?: JobObserver,
): Job {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  announceJob(name, everyMilliseconds, observer)
  const round = async (): Promise<void> => {
    for (const environment of environments)
      await runOnce({ name, environment, logger, observer }, async (run) => {
        while (!stopped && (await work(run))) runs.inc({ name, result: 'ok' })
      })
    if (!stopped) timer = setTimeout(start, everyMilliseconds)
  }
  let running: Promise<void> = Promise.resolve()
  const start = (): void => {
    running = round()
  }
  timer = setTimeout(start, everyMilliseconds)
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}

/** A job as the module that knows the work declares it; what it works with comes from the one that starts it. */
export interface JobDefinition<Services> {
  readonly name: string
  readonly everyMilliseconds: number
  /** One round; true when more is waiting. */
  readonly work: (services: Services, run: JobRun) => Promise<boolean>
}

/** Starts jobs that log as their rounds do. */
export function startJobs<Services extends object>(
  jobs: readonly JobDefinition<Services>[],
  services: Services,
  logger: Logger,
  observer?: JobObserver,
): Job {
  const started = jobs.map(({ name, everyMilliseconds, work }) =>
    startJob(name, everyMilliseconds, (run) => work({ ...services, logger: run.logger }, run), logger, observer),
  )
  return {
    async stop() {
      await Promise.all(started.map((job) => job.stop()))
    },
  }
}
