import { announce, openDataFolder } from '../process/data-folder.ts'
import type { Logger } from '../process/logger.ts'
import { counter } from '../process/metrics.ts'
import type { Progress } from '../process/progress.ts'
import type { Shutdown } from '../process/shutdown.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'

const losses = counter('embedded_database_losses_total', 'How often the embedded PostgreSQL ended or did not start.')

interface Context {
  readonly logger: Logger
  readonly shutdown: Shutdown
  readonly progress: Progress
}

/** Runs the embedded PostgreSQL on a data folder until the process ends; returns its address. */
export async function runEmbeddedPostgres(
  dataFolder: string,
  { logger, shutdown, progress }: Context,
  settings: Readonly<Record<string, string>> = {},
): Promise<string> {
  const postgres = await startEmbeddedPostgres({
    folder: await openDataFolder(dataFolder),
    onProgress: (step) => progress.step(step),
    onNotice: announce,
    onLoss(reason) {
      losses.inc()
      logger.error({ err: reason }, 'the database is away; it is started again')
    },
    settings,
  })
  shutdown.add('PostgreSQL', () => postgres.stop())
  return postgres.url
}
