/**
 * A server that starts its workers as the product does (workers.ts), and serves only the paths for operators: a worker
 * takes a tenth of the processor time of one of the product. It opens no database.
 */
import { readProductSettings } from '../../dist/config.js'
import { closeWhenAnnounced } from '../../dist/platform/http/announced-end.js'
import { registerOperationsEndpoints } from '../../dist/platform/http/health-endpoints.js'
import { createHttpServer } from '../../dist/platform/http/server.js'
import { thisWorker } from '../../dist/platform/process/workers/this-worker.js'
import { runServer } from '../../dist/platform/server/run-server.js'
import { startWorkers } from '../../dist/workers.js'

async function serve(settings, { logger, shutdown }) {
  const app = createHttpServer(logger)
  closeWhenAnnounced(app, shutdown.announced)
  registerOperationsEndpoints(app, async () => ({}), settings)
  const url = await app.listen({ host: settings.HOST, port: settings.PORT })
  shutdown.add('HTTP', () => app.close())
  return `Ready at ${url}`
}

await runServer('small', readProductSettings, (settings, context) =>
  thisWorker() ? serve(settings, context) : startWorkers(settings, context),
)
