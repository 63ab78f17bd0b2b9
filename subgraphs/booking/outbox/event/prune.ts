import type { Clock } from '../../../../platform/values/clock.ts'
import type { PerEnvironment } from '../../../../platform/postgres/database.ts'
import type { JobDefinition } from '../../../../platform/process/job.ts'
import type { Database } from '../../database.ts'
import { dropExpiredMonth, expireEvents, expireProductEvents, removeStrays } from './store/expiry.ts'

/** How long events can be read (docs/partner-api/events-and-webhooks.md#events). */
export const retentionDays = 30
const batchSize = 10_000

/** The instant before which events have expired. */
export const retainedSince = (now: Date): Date => new Date(now.getTime() - retentionDays * 86_400_000)

export interface PruneServices {
  readonly databases: PerEnvironment<Database>
  readonly clock: Clock
}

/** Lets events expire, a bounded batch of each kind at a time, and drops the months of which all have. */
export const pruneEventsJob: JobDefinition<PruneServices> = {
  name: 'removing old events',
  everyMilliseconds: 60_000,
  work: async ({ databases, clock }, { environment, logger }) => {
    const { pool } = databases[environment]
    const before = retainedSince(clock.now())
    const more = [await expireEvents(pool, before, batchSize), await expireProductEvents(pool, before, batchSize)]
    if (more.includes(true)) return true
    const dropped = await dropExpiredMonth(pool)
    if (dropped !== null) logger.info({ table: dropped }, 'a month of expired events was dropped')
    return (await removeStrays(pool, batchSize)) || dropped !== null
  },
}
