import type { Clock } from '../../../platform/values/clock.ts'
import type { PerEnvironment } from '../../../platform/postgres/database.ts'
import { startJob, type Job } from '../../../platform/process/job.ts'
import type { Logger } from '../../../platform/process/logger.ts'
import type { Database } from '../database.ts'
import { pruneEvents } from './repository.ts'

/** How long events are kept (docs/partner-api/events-and-webhooks.md#events). */
export const retentionDays = 30
const batchSize = 500
const everyMilliseconds = 60_000

/** The instant before which events are no longer kept. */
export const retainedSince = (now: Date): Date => new Date(now.getTime() - retentionDays * 86_400_000)

/** Removes events that are no longer kept, a bounded batch at a time. */
export function startPruning(
  databases: PerEnvironment<Database>,
  clock: Clock,
  logger: Logger,
  milliseconds = everyMilliseconds,
): Job {
  return startJob(
    'removing old events',
    milliseconds,
    async ({ environment }) =>
      (await pruneEvents(databases[environment].pool, retainedSince(clock.now()), batchSize)) === batchSize,
    logger,
  )
}
