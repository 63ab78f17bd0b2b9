import { proxyTrust } from '../platform/client-address.ts'
import { commonSettings, Port, readConfig, TRUST_PROXY } from '../platform/config.ts'
import { ForwardedCallerSigner } from '../platform/forwarded-caller.ts'
import { httpExecutor } from '../platform/http-executor.ts'
import { createHttpServer } from '../platform/http-server.ts'
import { IdentitySigner } from '../platform/identity.ts'
import { createLogger } from '../platform/logger.ts'
import { registerOperationsEndpoints } from '../platform/operations-endpoints.ts'
import { connectRedis } from '../platform/redis.ts'
import { runMain } from '../platform/run-main.ts'
import { separateProcessSettings } from '../platform/run-subgraph.ts'
import { createShutdown } from '../platform/shutdown.ts'
import { openAccess } from './access/access.ts'
import { gatewaySettings, subgraphAddresses } from './config.ts'
import { registerGraphiql } from './graphiql.ts'
import { createGateway } from './server.ts'

await runMain(async () => {
  const settings = readConfig({
    ...commonSettings,
    ...separateProcessSettings,
    ...gatewaySettings,
    ...subgraphAddresses,
    TRUST_PROXY,
    PORT: Port(4000),
  })
  const logger = createLogger(settings.LOG_LEVEL, 'gateway')
  const shutdown = createShutdown(logger)
  const signer = new IdentitySigner(settings.SIGNING_SECRET)
  const trusts = proxyTrust(settings.TRUST_PROXY)
  const redis = settings.REDIS_URL === undefined ? undefined : connectRedis(settings.REDIS_URL, 'limits', logger)
  if (redis) shutdown.add('Redis', async () => redis.disconnect())
  const gateway = await createGateway({
    access: await openAccess({ serverUrl: settings.DATABASE_URL, demoData: settings.DEMO_DATA, redis, logger }),
    executors: {
      catalog: httpExecutor(settings.CATALOG_URL, signer),
      booking: httpExecutor(settings.BOOKING_URL, signer),
      pricing: httpExecutor(settings.PRICING_URL, signer),
    },
    introspection: settings.GRAPHQL_INTROSPECTION || settings.NODE_ENV !== 'production',
    documents: settings.GRAPHQL_DOCUMENTS,
    trusts,
    facadeSigner: new ForwardedCallerSigner(settings.SIGNING_SECRET),
    logger,
  })
  shutdown.add('gateway', () => gateway.close())
  const app = createHttpServer(logger, { trustProxy: trusts })
  registerOperationsEndpoints(
    app,
    async () =>
      (await gateway.execute({ query: '{ exchangeRates { base } }' }, { requestId: 'readyz' })).errors === undefined,
  )
  gateway.register(app)
  registerGraphiql(app)
  gateway.attach(app.server)
  const url = await app.listen({ host: settings.HOST, port: settings.PORT })
  shutdown.add('HTTP', () => app.close())
  process.stdout.write(`Ready at ${url}/graphql\n`)
})
