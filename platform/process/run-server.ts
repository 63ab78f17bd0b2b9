import { listenFailure, requireFreeAddress, type ListenAddress } from '../http/listen-address.ts'
import { createLogger, type Logger } from './logger.ts'
import { runMain } from './run-main.ts'
import { createShutdown, type Shutdown } from './shutdown.ts'
import { onStopRequest } from './stop-request.ts'

const drainTimeoutMilliseconds = 15_000

interface ServerSettings extends ListenAddress {
  readonly LOG_LEVEL: string
}

export interface ServerContext {
  readonly logger: Logger
  /** Receives what must be ended when the server stops or fails to start. */
  readonly shutdown: Shutdown
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
  return runMain(async () => {
    const settings = readSettings()
    await requireFreeAddress(settings)
    const logger = createLogger(settings.LOG_LEVEL, name)
    const shutdown = createShutdown(logger)
    let isStopping = false
    onStopRequest((reason) => {
      isStopping = true
      logger.info({ reason }, 'draining')
      setTimeout(() => {
        logger.error('draining took too long')
        process.exit(1)
      }, drainTimeoutMilliseconds).unref()
      void shutdown.end().then(() => process.exit(0))
    })
    try {
      const ready = await start(settings, { logger, shutdown })
      process.stdout.write(`${ready}\n`)
    } catch (error) {
      // An interrupted start fails on resources that were already closed, which is not an error to report.
      await shutdown.end()
      if (!isStopping) throw listenFailure(error, settings) ?? error
    }
  })
}
