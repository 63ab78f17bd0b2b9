import { connectionCapacity } from '../../platform/http/connection-bounds.ts'
import { httpExecutor } from '../../platform/graphql/http-executor.ts'
import { registerOperationsEndpoints } from '../../platform/http/health-endpoints.ts'
import { createHttpServer } from '../../platform/http/server.ts'
import { publicHttpOptions } from '../../platform/http/settings.ts'
import { runServer } from '../../platform/server/run-server.ts'
import { documentLimitsIn, readOpenSettings } from './config.ts'
import { createOpenGateway } from './gateway.ts'

// Serves any Federation 2 supergraph without keys or a database (packages/open-gateway/README.md).
await runServer('open gateway', readOpenSettings, async (settings, { logger, shutdown }) => {
  const httpOptions = publicHttpOptions(settings, undefined)
  const gateway = await createOpenGateway({
    supergraphFile: settings.SUPERGRAPH_FILE,
    addresses: settings.addresses,
    connect: (url, name) => httpExecutor(url, undefined, name),
    documentLimits: documentLimitsIn(settings),
    executor: settings.GRAPHQL_EXECUTOR,
    limits: {
      perConnection: 1_000,
      connectionsPerPartner: connectionCapacity(),
      connectionsPerProcess: connectionCapacity(),
      operationsPerPartner: Infinity,
      initialisationMilliseconds: 10_000,
      beatMilliseconds: 12_000,
    },
    trusts: httpOptions.trustProxy,
    logger,
  })
  shutdown.add('gateway', () => gateway.close())
  const app = createHttpServer(logger, httpOptions)
  registerOperationsEndpoints(app, gateway.readiness, settings)
  gateway.register(app)
  gateway.attach(app.server)
  const url = await app.listen({ host: settings.HOST, port: settings.PORT })
  shutdown.add('HTTP', () => app.close())
  return `Ready at ${url}/graphql`
})
