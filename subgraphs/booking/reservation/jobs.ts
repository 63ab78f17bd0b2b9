import type { PerEnvironment } from '../../../platform/postgres/database.ts'
import { environments } from '../../../platform/trust/identity.ts'
import { sharedFor } from '../../../platform/values/shared-result.ts'
import type { Database } from '../database.ts'
import { figuresMilliseconds, holdsPending } from '../metrics.ts'
import { countHolds } from './store/holds.ts'
import type { JobDefinition } from '../../../platform/process/job.ts'
import { endHolds, markMissed } from './expire/end-holds.ts'
import type { ReservationServices } from './context.ts'
import { pruneTestMail } from './notifications/test-mail.ts'

export const reservationJobs: readonly JobDefinition<ReservationServices>[] = [
  {
    name: 'ending holds',
    everyMilliseconds: 1_000,
    work: (services, { environment }) => endHolds(services, environment),
  },
  {
    name: 'marking no-shows',
    everyMilliseconds: 1_000,
    work: (services, { environment }) => markMissed(services, environment),
  },
  {
    name: 'sending mails',
    everyMilliseconds: 1_000,
    work: ({ mails }, { environment }) => mails.workOnDue(environment),
  },
  {
    name: 'removing old test mail',
    everyMilliseconds: 60_000,
    work: (services, { environment }) => pruneTestMail(services, environment),
  },
]

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
