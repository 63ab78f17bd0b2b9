import type { Clock } from '../../../platform/values/clock.ts'
import type { PerEnvironment } from '../../../platform/postgres/database.ts'
import type { JobDefinition } from '../../../platform/process/job.ts'
import type { Database } from '../database.ts'
import { pruneEvents } from './repository.ts'

/** How long events are stored (docs/partner-api/events-and-webhooks.md#events). */
export const retentionDays = 30
const batchSize = 500

/** The instant before which events have expired. */
export const retainedSince = (now: Date): Date => new Date(now.getTime() - retentionDays * 86_400_000)

export interface PruneServices {
  readonly databases: PerEnvironment<Database>
  readonly clock: Clock
}

/** Removes expired events, a bounded batch at a time. */
export const pruneEventsJob: JobDefinition<PruneServices> = {
  name: 'removing old events',
  everyMilliseconds: 60_000,
  work: async ({ databases, clock }, { environment }) =>
    (await pruneEvents(databases[environment].pool, retainedSince(clock.now()), batchSize)) === batchSize,
}
