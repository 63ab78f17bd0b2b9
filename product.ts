import { readFile, writeFile } from 'node:fs/promises'
import { randomBytes } from 'node:crypto'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { ProductSettings } from './config.ts'
import { registerConsole } from './console/server.ts'
import { openAccess } from './gateway/access.ts'
import { demoKey } from './gateway/auth/demo.ts'
import { responseLimitsIn, subscriptionLimitsIn } from './gateway/config.ts'
import { registerGraphiql } from './gateway/http/graphiql.ts'
import { foundInCache } from './gateway/execution/index.ts'
import { createGateway, type GatewayOptions } from './gateway/gateway.ts'
import { timeOfAddresses } from './gateway/rate-limit/address-time.ts'
import { createRedisCounters } from './gateway/rate-limit/redis-counters.ts'
import { createWorkerCounters } from './gateway/rate-limit/worker-counters.ts'
import { openPictureStore } from './platform/pictures/store.ts'
import { openDataFolder } from './platform/process/data-folder.ts'
import { databaseServers, databaseTimeouts } from './platform/postgres/database-settings.ts'
import { poolSizeFor } from './platform/postgres/pool-size.ts'
import { runEmbeddedPostgres } from './platform/postgres/embedded-server.ts'
import { reservePort } from './platform/process/free-port.ts'
import { localExecutor } from './platform/graphql/executor.ts'
import { createHttpServer } from './platform/http/server.ts'
import { publicHttpOptions } from './platform/http/settings.ts'
import type { Logger } from './platform/process/logger.ts'
import { registerOperationsEndpoints } from './platform/http/health-endpoints.ts'
import type { Progress } from './platform/process/progress.ts'
import { workerNotifications } from './platform/redis/notifications.ts'
import { connectRedis } from './platform/redis/redis.ts'
import { closeWhenAnnounced } from './platform/http/announced-end.ts'
import { processesOf } from './platform/process/workers/supervisor.ts'
import { thisWorker } from './platform/process/workers/this-worker.ts'
import { secretsOf } from './platform/trust/secret.ts'
import type { Shutdown } from './platform/process/shutdown.ts'
import { supplierIn } from './rest-facade/config.ts'
import { createRestFacade, registerNotFound, restServerOptions, type RestFacadeOptions } from './rest-facade/server.ts'
import { createSite } from './site/server.ts'
import { checkoutUrlsIn, holdLimitsOf, mailOptionsIn, retrySecondsOf } from './subgraphs/booking/config.ts'
import { createBookingSubgraph } from './subgraphs/booking/server.ts'
import { createCatalogSubgraph } from './subgraphs/catalog/server.ts'
import { createPricingSubgraph } from './subgraphs/pricing/server.ts'

export interface Product {
  /** Base address, such as http://127.0.0.1:4000. */
  readonly url: string
  /** Address of the PostgreSQL server in use. */
  readonly databaseUrl: string
  readonly app: FastifyInstance
  close(): Promise<void>
}

export interface ProductOptions {
  /** Starts the names of its databases, so that tests can have their own in one server. */
  readonly databasePrefix?: string
  /** The embedded PostgreSQL, where another process runs it. */
  readonly embeddedUrl?: string | undefined
  readonly logger: Logger
  readonly shutdown: Shutdown
  readonly progress: Progress
  /** Lets the products of a test run share what plans their operations, and what they read of the supergraph. */
  readonly createPlanner?: GatewayOptions['createPlanner']
  readonly readSupergraph?: GatewayOptions['readSupergraph']
}

/** The whole product in this process, on the embedded PostgreSQL or a given one. */
export async function startProduct(settings: ProductSettings, options: ProductOptions): Promise<Product> {
  const { logger, shutdown, progress, databasePrefix = '', embeddedUrl } = options
  const worker = thisWorker()
  const dataFolder = await openDataFolder(settings.DATA_DIR)
  const signingSecret = secretsOf(
    settings.SIGNING_SECRET ?? (await storedSecret(path.join(dataFolder, 'signing.secret'))),
    settings.SIGNING_SECRET_PREVIOUS,
  )
  const serverUrl =
    settings.DATABASE_URL ??
    embeddedUrl ??
    (await runEmbeddedPostgres(settings.DATA_DIR, { logger, shutdown, progress }))

  progress.step('preparing the databases')
  // PORT=0 is resolved before the server listens, because links contain the port.
  const reserved = settings.PORT === 0 ? await reservePort() : undefined
  const port = reserved?.port ?? settings.PORT
  const publicUrl = settings.PUBLIC_URL ?? `http://${settings.HOST}:${port}`
  const httpOptions = publicHttpOptions(settings, publicUrl)
  const app = createHttpServer(logger, { ...restServerOptions, ...httpOptions })
  const servers = databaseServers(settings, serverUrl)
  const plan = { processes: processesOf(settings.WORKERS), databases: 4, wanted: settings.DATABASE_POOL_SIZE }
  const common = {
    ...servers,
    timeouts: databaseTimeouts(settings),
    poolSize: await poolSizeFor(plan, { ...servers, name: `${databasePrefix}access`, logger }),
    demoData: settings.DEMO_DATA,
    signingSecret,
    logger,
  }
  const redis = settings.REDIS_URL === undefined ? undefined : await connectRedis(settings.REDIS_URL, 'limits', logger)
  if (redis) shutdown.add('Redis', async () => redis.disconnect())
  const [access, catalog, pricing] = await Promise.all([
    openAccess({
      ...common,
      databaseName: `${databasePrefix}access`,
      demoKeys: settings.NODE_ENV !== 'production',
      processorTimeFactor: settings.PROCESSOR_TIME_FACTOR,
      sharedCounters: redis ? createRedisCounters(redis) : worker && createWorkerCounters(worker.channel),
    }),
    createCatalogSubgraph({
      ...common,
      databaseName: `${databasePrefix}catalog`,
      publicUrl: publicUrl.replace(/\/$/, ''),
    }),
    createPricingSubgraph({ ...common, databaseName: `${databasePrefix}pricing` }),
  ])
  httpOptions.origins.follow(access.pageOrigins)
  httpOptions.connections.time = timeOfAddresses(access)
  const executors = { catalog: localExecutor(catalog), pricing: localExecutor(pricing) }
  const pictures = openPictureStore(settings, dataFolder)
  let serve: () => void = () => undefined
  const deliverAfter = new Promise<void>((resolve) => (serve = resolve))
  const booking = await createBookingSubgraph({
    ...common,
    databaseName: `${databasePrefix}booking`,
    ...executors,
    publicUrl: publicUrl.replace(/\/$/, ''),
    checkoutUrls: checkoutUrlsIn(settings),
    reviewsUrl: settings.REVIEWS_URL,
    holdMinutes: settings.RESERVATION_HOLD_MINUTES,
    holdLimits: holdLimitsOf(settings),
    horizonDays: settings.BOOKING_HORIZON_DAYS,
    demoReservations: settings.DEMO_RESERVATIONS,
    webhookRetrySeconds: retrySecondsOf(settings.WEBHOOK_RETRY_SCHEDULE),
    webhookPrivateReach: settings.WEBHOOK_PRIVATE_ADDRESSES,
    deliverAfter,
    redisUrl: settings.REDIS_URL,
    notifications: worker && workerNotifications(worker.channel),
    mail: mailOptionsIn(settings, path.join(dataFolder, 'mail')),
    pictures,
  })
  const gateway = await createGateway({
    access,
    executors: { ...executors, booking: localExecutor(booking) },
    supergraphFile: settings.SUPERGRAPH_FILE,
    limits: subscriptionLimitsIn(settings),
    responseLimits: responseLimitsIn(settings),
    introspection: settings.GRAPHQL_INTROSPECTION || settings.NODE_ENV !== 'production',
    schemaDownload: settings.GRAPHQL_SCHEMA_DOWNLOAD,
    documents: settings.GRAPHQL_DOCUMENTS,
    executor: settings.GRAPHQL_EXECUTOR,
    createPlanner: options.createPlanner,
    readSupergraph: options.readSupergraph,
    cacheBytes: settings.CACHE_MB * 1_000_000,
    trusts: httpOptions.trustProxy,
    redis,
    publicUrl,
    logger,
  })
  shutdown.add('gateway', () => gateway.close())

  const gatewayClient: RestFacadeOptions['gateway'] = {
    async execute({ query, operationName, variables, headers, departure }) {
      const response = await gateway.execute({ query, operationName, variables }, headers, departure)
      return { ...response, cached: response[foundInCache]?.response }
    },
    authorize: ({ query, operationName, headers }) => gateway.authorize({ query, operationName }, headers),
  }
  const offeredKey = settings.DEMO_DATA && settings.NODE_ENV !== 'production' ? demoKey : undefined
  const site = await createSite({
    gateway: gatewayClient,
    publicUrl: publicUrl.replace(/\/$/, ''),
    demoKey: offeredKey,
    logger,
  })
  const facadeOptions: RestFacadeOptions = {
    gateway: gatewayClient,
    publicUrl,
    notFoundPage: site.notFound,
    exampleKey: offeredKey,
    pictures,
    supplier: supplierIn(settings),
    logger,
  }
  // Registered first: it notes the routes that follow, to distinguish an unknown path from a wrong method.
  registerNotFound(app, facadeOptions)
  closeWhenAnnounced(app, shutdown.announced)
  registerOperationsEndpoints(app, gateway.readiness, settings)
  gateway.register(app)
  registerGraphiql(app, { apiKey: offeredKey })
  site.register(app)
  await registerConsole(app)
  await app.register(await createRestFacade(facadeOptions))
  gateway.attach(app.server)
  progress.step('completing the demo data')
  await booking.seeded
  progress.step('opening the address')
  await app.ready()
  await reserved?.release()
  const url = await app.listen({ host: settings.HOST, port })
  serve()
  shutdown.add('HTTP', () => app.close())
  progress.end()
  logger.info(
    {
      node: process.version,
      database: new URL(serverUrl).host,
      embedded: settings.DATABASE_URL === undefined,
      redis: redis !== undefined,
      pooler: servers.poolerUrl !== undefined,
      replica: servers.replicaUrl !== undefined,
      workers: settings.WORKERS,
      environment: settings.NODE_ENV,
      demoData: settings.DEMO_DATA,
      mail: settings.SMTP_URL === undefined ? 'files' : 'smtp',
      documents: settings.GRAPHQL_DOCUMENTS,
      executor: settings.GRAPHQL_EXECUTOR,
      version,
    },
    'started',
  )
  return { url, databaseUrl: serverUrl, app, close: () => shutdown.end() }
}

const { version } = createRequire(import.meta.url)(packageFile()) as { version: string }

/** Beside the sources, and above what is compiled from them. */
function packageFile(): string {
  return import.meta.url.includes('/dist/') ? '../package.json' : './package.json'
}

/** A secret of this installation, made once. */
async function storedSecret(file: string): Promise<string> {
  const known = await readFile(file, 'utf8').catch(() => undefined)
  if (known) return known.trim()
  const secret = randomBytes(32).toString('base64url')
  await writeFile(file, `${secret}\n`, { mode: 0o600 })
  return secret
}
