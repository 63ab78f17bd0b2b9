import { setTimeout as delay } from 'node:timers/promises'
import { listenFailure, metricsNames, requireFreeAddress } from '../http/listen-address.ts'
import { metricsAddressOf, openMetricsAddress, type MetricsSettings } from '../http/metrics-endpoint.ts'
import { createLogger, type Logger } from '../process/logger.ts'
import { boundGarbage } from '../process/heap.ts'
import { runMain } from '../process/run-main.ts'
import { createShutdown, type Shutdown } from '../process/shutdown.ts'
import { onStopRequest } from '../process/stop-request.ts'
import { startTracing } from '../process/tracing.ts'
import { thisWorker } from '../process/workers/this-worker.ts'

const drainTimeoutMilliseconds = 15_000

interface ServerSettings extends MetricsSettings {
  readonly LOG_LEVEL: string
}

export interface ServerContext {
  readonly logger: Logger
  /** Receives what must be ended when the server stops or fails to start. */
  readonly shutdown: Shutdown
  /** Calls back on SIGHUP, which then does not end a process that npm started. */
  onReload(reload: () => void): void
}

/**
 * Runs a server process until it is asked to end: it drains and exits 0, or 1 when that takes too long. `start` returns
 * the line that is printed once requests are accepted.
 */
export function runServer<S extends ServerSettings>(
  name: string,
  readSettings: () => S,
  start: (settings: S, context: ServerContext) => Promise<string>,
): Promise<void> {
  boundGarbage()
  return runMain(async () => {
    const settings = readSettings()
    const worker = thisWorker()
    // The address of workers is opened by the process that started them.
    const metricsAddress = worker ? undefined : metricsAddressOf(settings)
    if (!worker) await requireFreeAddress(settings)
    if (metricsAddress) await requireFreeAddress(metricsAddress, metricsNames)
    const logger = createLogger(settings.LOG_LEVEL, name)
    const shutdown = createShutdown(logger)
    const stopTracing = await startTracing(name, logger)
    if (stopTracing) shutdown.add('traces', stopTracing)
    let isStopping = false
    const stop = async (reason: string, noticeMilliseconds: number): Promise<void> => {
      isStopping = true
      logger.info({ reason }, 'draining')
      setTimeout(() => {
        logger.error('draining took too long')
        process.exit(1)
      }, noticeMilliseconds + drainTimeoutMilliseconds).unref()
      shutdown.announce()
      if (noticeMilliseconds > 0) await delay(noticeMilliseconds)
      await shutdown.end()
      process.exit(0)
    }
    let reload: (() => void) | undefined
    if (worker) worker.onStopRequest((reason, { noticeMilliseconds }) => void stop(reason, noticeMilliseconds))
    else
      onStopRequest(
        (reason) => void stop(reason, 0),
        () => reload,
      )
    try {
      if (metricsAddress) await openMetricsAddress(settings, { logger, shutdown })
      const ready = await start(settings, { logger, shutdown, onReload: (work) => (reload = work) })
      if (worker) worker.reportReady(ready)
      else process.stdout.write(`${ready}\n`)
    } catch (error) {
      // An interrupted start fails on resources that were already closed, which is not an error to report.
      await shutdown.end()
      if (!isStopping) throw listenFailure(error, settings) ?? error
    }
  })
}
