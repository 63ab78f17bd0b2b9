import type { PerEnvironment } from '../../../platform/postgres/database.ts'
import { environments } from '../../../platform/trust/identity.ts'
import { sharedFor } from '../../../platform/values/shared-result.ts'
import type { Database } from '../database.ts'
import { figuresMilliseconds, holdsPending } from '../metrics.ts'
import { countHolds } from './store/holds.ts'

/** Shows in the metrics how many reservations are pending. */
export function showHolds(databases: PerEnvironment<Pick<Database, 'pool'>>): { stop(): void } {
  const reading = environments.map((environment) => ({
    environment,
    read: sharedFor(figuresMilliseconds, () => countHolds(databases[environment])),
  }))
  return holdsPending.observe(async (gauge) => {
    for (const { environment, read } of reading) gauge.set({ environment }, await read())
  })
}
