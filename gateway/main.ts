import { checkForProduction, commonSettings, readConfig } from '../platform/process/config.ts'
import { databaseServers, databaseTimeouts } from '../platform/postgres/database-settings.ts'
import { poolSizeFor } from '../platform/postgres/pool-size.ts'
import { ForwardedCallerSigner } from '../platform/http/forwarded-caller.ts'
import { httpExecutor } from '../platform/graphql/http-executor.ts'
import { createHttpServer } from '../platform/http/server.ts'
import { publicHttpOptions, publicHttpSettings } from '../platform/http/settings.ts'
import { IdentitySigner } from '../platform/trust/identity.ts'
import { registerOperationsEndpoints } from '../platform/http/health-endpoints.ts'
import { connectRedis } from '../platform/redis/redis.ts'
import { runServer } from '../platform/server/run-server.ts'
import { separateProcessSettings } from '../platform/server/run-subgraph.ts'
import { secretsOf } from '../platform/trust/secret.ts'
import { Port } from '../platform/process/setting-types.ts'
import { openAccess } from './access.ts'
import { responseLimitsIn, gatewaySettings, subgraphAddresses, subscriptionLimitsIn } from './config.ts'
import { registerGraphiql } from './http/graphiql.ts'
import { createGateway } from './gateway.ts'
import { timeOfAddresses } from './rate-limit/address-time.ts'
import { createRedisCounters } from './rate-limit/redis-counters.ts'

function readSettings() {
  const settings = readConfig({
    ...commonSettings,
    ...separateProcessSettings,
    ...publicHttpSettings,
    ...gatewaySettings,
    ...subgraphAddresses,
    PORT: Port(4000),
  })
  checkForProduction(settings)
  return settings
}

await runServer('gateway', readSettings, async (settings, { logger, shutdown }) => {
  const secrets = secretsOf(settings.SIGNING_SECRET, settings.SIGNING_SECRET_PREVIOUS)
  const httpOptions = publicHttpOptions(settings, settings.PUBLIC_URL)
  const redis = settings.REDIS_URL === undefined ? undefined : await connectRedis(settings.REDIS_URL, 'limits', logger)
  if (redis) shutdown.add('Redis', async () => redis.disconnect())
  const signer = new IdentitySigner(secrets)
  const servers = databaseServers(settings, settings.DATABASE_URL)
  const plan = { processes: 1, databases: 1, wanted: settings.DATABASE_POOL_SIZE }
  const access = await openAccess({
    ...servers,
    poolSize: await poolSizeFor(plan, { ...servers, name: 'access', logger }),
    timeouts: databaseTimeouts(settings),
    demoData: settings.DEMO_DATA,
    demoKeys: settings.NODE_ENV !== 'production',
    processorTimeFactor: settings.PROCESSOR_TIME_FACTOR,
    sharedCounters: redis && createRedisCounters(redis),
    signingSecret: secrets,
    logger,
  })
  httpOptions.origins.follow(access.pageOrigins)
  httpOptions.connections.time = timeOfAddresses(access)
  const gateway = await createGateway({
    access,
    executors: {
      catalog: httpExecutor(settings.CATALOG_URL, signer, 'catalog'),
      booking: httpExecutor(settings.BOOKING_URL, signer, 'booking'),
      pricing: httpExecutor(settings.PRICING_URL, signer, 'pricing'),
    },
    supergraphFile: settings.SUPERGRAPH_FILE,
    limits: subscriptionLimitsIn(settings),
    responseLimits: responseLimitsIn(settings),
    introspection: settings.GRAPHQL_INTROSPECTION || settings.NODE_ENV !== 'production',
    schemaDownload: settings.GRAPHQL_SCHEMA_DOWNLOAD,
    documents: settings.GRAPHQL_DOCUMENTS,
    executor: settings.GRAPHQL_EXECUTOR,
    cacheBytes: settings.CACHE_MB * 1_000_000,
    trusts: httpOptions.trustProxy,
    redis,
    publicUrl: settings.PUBLIC_URL,
    facadeSigner: new ForwardedCallerSigner(secrets),
    logger,
  })
  shutdown.add('gateway', () => gateway.close())
  const app = createHttpServer(logger, httpOptions)
  registerOperationsEndpoints(app, gateway.readiness, settings)
  gateway.register(app)
  registerGraphiql(app)
  gateway.attach(app.server)
  const url = await app.listen({ host: settings.HOST, port: settings.PORT })
  shutdown.add('HTTP', () => app.close())
  return `Ready at ${url}/graphql`
})
