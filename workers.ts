import type { ProductSettings } from './config.ts'
import { createMemoryCounters } from './gateway/rate-limit/memory-counters.ts'
import { serveCounters } from './gateway/rate-limit/worker-counters.ts'
import { serveMetrics } from './platform/process/metrics.ts'
import { workerVariables } from './platform/process/config.ts'
import { freePort } from './platform/process/free-port.ts'
import { createProgress } from './platform/process/progress.ts'
import type { ServerContext } from './platform/server/run-server.ts'
import { processesOf, Supervisor } from './platform/process/workers/supervisor.ts'
import { runEmbeddedPostgres } from './platform/postgres/embedded-server.ts'
import { relayNotifications } from './platform/redis/notifications.ts'

/** Of one process, and for commands of the operator. */
const embeddedConnections = (processes: number): string => String(84 * processes + 32)

/**
 * The product in several processes on one address. This one runs the embedded PostgreSQL and what the workers share,
 * and serves no request.
 */
export async function startWorkers(settings: ProductSettings, context: ServerContext): Promise<string> {
  const { logger, shutdown, onReload } = context
  const progress = createProgress()
  let markStarted: () => void = () => undefined
  const started = new Promise<void>((resolve) => (markStarted = resolve))
  // A deploy during the start comes after it: the first workers may have loaded what was there before.
  onReload(() => void started.then(() => supervisor.replaceAll()))
  const environment: Record<string, string> = {
    WORKERS: String(settings.WORKERS),
    // Every worker opens the same port.
    PORT: String(settings.PORT === 0 ? await freePort() : settings.PORT),
  }
  if (settings.DATABASE_URL === undefined) {
    const connections = embeddedConnections(processesOf(settings.WORKERS))
    environment[workerVariables.embeddedUrl] = await runEmbeddedPostgres(
      settings.DATA_DIR,
      { logger, shutdown, progress },
      { max_connections: connections },
    )
  }
  progress.step('starting the workers')
  const counters = createMemoryCounters()
  const supervisor = new Supervisor({
    count: settings.WORKERS,
    environment,
    hangMilliseconds: settings.WORKER_HANG_SECONDS * 1_000,
    onChannel(channel) {
      serveCounters(channel, counters)
      relayNotifications(channel, () => supervisor.ready)
      serveMetrics(channel, () => supervisor.ready)
    },
    logger,
  })
  shutdown.add('workers', () => supervisor.stop())
  const line = await supervisor.start()
  markStarted()
  progress.end()
  logger.info({ workers: settings.WORKERS }, 'workers started')
  return line
}
