import { readProductSettings } from '../../dist/config.js'
import { createLogger } from '../../dist/platform/process/logger.js'
import { createShutdown } from '../../dist/platform/process/shutdown.js'
import { startProduct } from '../../dist/product.js'
import { sharedPlanner, sharedSupergraph } from './shared-graph.js'

/**
 * Starts the built product in this process, on the databases whose names begin so.
 *
 * @param {{ environment: Record<string, string>, prefix: string }} options
 * @returns {Promise<import('../../product.ts').Product>}
 */
export async function startOn({ environment, prefix }) {
  const settings = readProductSettings(environment)
  const logger = createLogger(settings.LOG_LEVEL, 'test')
  return startProduct(settings, {
    databasePrefix: prefix,
    logger,
    shutdown: createShutdown(logger),
    progress: { step: () => undefined, end: () => undefined },
    createPlanner: sharedPlanner,
    readSupergraph: sharedSupergraph,
  })
}
