import type { PerEnvironment, Pool } from '../../../../platform/postgres/database.ts'
import { environments } from '../../../../platform/trust/identity.ts'
import { sharedFor } from '../../../../platform/values/shared-result.ts'
import { eventOldestSeconds, figuresMilliseconds, webhookBacklog, webhookOldestSeconds } from '../../metrics.ts'
import { readBacklog } from './store/backlog.ts'

/** Counting a long backlog takes long, and is repeated less often: it takes at most a hundredth of the time. */
const pause = (tookMilliseconds: number): number => Math.max(figuresMilliseconds, 100 * tookMilliseconds)

/** Shows in the metrics what waits to be queued and to be delivered. */
export function showBacklog(databases: PerEnvironment<{ readonly pool: Pool }>): { stop(): void } {
  const reading = environments.map((environment) => ({
    environment,
    read: sharedFor(pause, () => readBacklog(databases[environment].pool)),
  }))
  const shown = [
    webhookBacklog.observe(async (gauge) => {
      for (const { environment, read } of reading) gauge.set({ environment }, (await read()).due)
    }),
    webhookOldestSeconds.observe(async (gauge) => {
      for (const { environment, read } of reading) gauge.set({ environment }, (await read()).oldestSeconds)
    }),
    eventOldestSeconds.observe(async (gauge) => {
      for (const { environment, read } of reading) gauge.set({ environment }, (await read()).eventSeconds)
    }),
  ]
  return { stop: () => shown.forEach((one) => one.stop()) }
}
