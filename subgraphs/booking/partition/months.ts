import type { PerEnvironment } from '../../../platform/postgres/database.ts'
import type { JobDefinition } from '../../../platform/process/job.ts'
import type { Logger } from '../../../platform/process/logger.ts'
import { environments, type Environment } from '../../../platform/trust/identity.ts'
import type { Database } from '../database.ts'
import { addMonths } from './store/months.ts'

export interface MonthServices {
  readonly databases: PerEnvironment<Database>
}

async function add({ databases }: MonthServices, environment: Environment, logger: Logger): Promise<void> {
  const added = await addMonths(databases[environment].pool)
  if (added > 0) logger.info({ environment, added }, 'partitions of coming months were added')
}

/** Adds the partitions of coming months long before they are needed. */
export const addMonthsJob: JobDefinition<MonthServices> = {
  name: 'adding partitions',
  everyMilliseconds: 3_600_000,
  work: async (services, { environment, logger }) => {
    await add(services, environment, logger)
    return false
  },
}

/** Does the same at start, for a product that was off for months. Without it events go to the default partition. */
export async function prepareMonths(services: MonthServices, logger: Logger): Promise<void> {
  for (const environment of environments)
    await add(services, environment, logger).catch((error: unknown) =>
      logger.warn({ err: error, environment }, 'partitions could not be added; it will be tried again'),
    )
}
