// `npm start`: the product, in this process or in several workers.
import { readProductSettings, type ProductSettings } from './config.ts'
import { givenToWorker } from './platform/process/config.ts'
import { createProgress } from './platform/process/progress.ts'
import { runServer, type ServerContext } from './platform/server/run-server.ts'
import { thisWorker } from './platform/process/workers/this-worker.ts'
import { startWorkers } from './workers.ts'

/** Loaded only where it runs: the process that starts workers needs little of it. */
async function startHere(settings: ProductSettings, context: ServerContext): Promise<string> {
  const { startProduct } = await import('./product.ts')
  const { url } = await startProduct(settings, {
    ...context,
    progress: createProgress(),
    embeddedUrl: givenToWorker.embeddedUrl,
  })
  return `Ready at ${url} (REST /api/partner, GraphQL /graphql, docs /docs, GraphiQL /graphiql)`
}

await runServer('cenotes', readProductSettings, (settings, context) =>
  settings.WORKERS > 1 && !thisWorker() ? startWorkers(settings, context) : startHere(settings, context),
)
