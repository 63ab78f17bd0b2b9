import { readFile, writeFile } from 'node:fs/promises'
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { readProductSettings, type ProductSettings } from './config.ts'
import { openAccess } from './gateway/auth/access.ts'
import { answerLimitsIn, subscriptionLimitsIn } from './gateway/config.ts'
import { registerGraphiql } from './gateway/http/graphiql.ts'
import { createGateway } from './gateway/gateway.ts'
import { announce, openDataFolder } from './platform/process/data-folder.ts'
import { databaseTimeouts } from './platform/postgres/database-settings.ts'
import { startEmbeddedPostgres } from './platform/postgres/embedded-postgres.ts'
import { freePort } from './platform/process/free-port.ts'
import { localExecutor } from './platform/graphql/executor.ts'
import { createHttpServer } from './platform/http/server.ts'
import { publicHttpOptions } from './platform/http/settings.ts'
import type { Logger } from './platform/process/logger.ts'
import { registerOperationsEndpoints } from './platform/http/health-endpoints.ts'
import { createProgress, type Progress } from './platform/process/progress.ts'
import { connectRedis } from './platform/redis/redis.ts'
import { runServer } from './platform/process/run-server.ts'
import { secretsOf } from './platform/trust/secret.ts'
import type { Shutdown } from './platform/process/shutdown.ts'
import { createRestFacade, registerNotFound, restServerOptions, type RestFacadeOptions } from './rest-facade/server.ts'
import { holdLimitsOf, mailOptionsIn, retrySecondsOf } from './subgraphs/booking/config.ts'
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

/** Database names, so that tests can have their own in one server. */
export interface ProductOptions {
  readonly databasePrefix?: string
  readonly logger: Logger
  readonly shutdown: Shutdown
  readonly progress: Progress
}

/** The whole product in this process, on the embedded PostgreSQL or a given one. */
export async function startProduct(settings: ProductSettings, options: ProductOptions): Promise<Product> {
  const { logger, shutdown, progress, databasePrefix = '' } = options
  const dataFolder = await openDataFolder(settings.DATA_DIR)
  const signingSecret = secretsOf(
    settings.SIGNING_SECRET ?? (await storedSecret(path.join(dataFolder, 'signing.secret'))),
    settings.SIGNING_SECRET_PREVIOUS,
  )
  let serverUrl = settings.DATABASE_URL
  if (serverUrl === undefined) {
    const postgres = await startEmbeddedPostgres({
      folder: dataFolder,
      onProgress: (step) => progress.step(step),
      onNotice: announce,
      onLoss: (reason) => logger.error({ err: reason }, 'the database is away; it is started again'),
    })
    shutdown.add('PostgreSQL', () => postgres.stop())
    serverUrl = postgres.url
  }

  progress.step('preparing the databases')
  // A port for the system to choose is chosen here: addresses in documents and links name it before it is opened.
  const port = settings.PORT === 0 ? await freePort() : settings.PORT
  const publicUrl = settings.PUBLIC_URL ?? `http://${settings.HOST}:${port}`
  const httpOptions = publicHttpOptions(settings, publicUrl)
  const app = createHttpServer(logger, { ...restServerOptions, ...httpOptions })
  const timeouts = databaseTimeouts(settings)
  const common = { serverUrl, timeouts, demoData: settings.DEMO_DATA, signingSecret, logger }
  const redis = settings.REDIS_URL === undefined ? undefined : connectRedis(settings.REDIS_URL, 'limits', logger)
  if (redis) shutdown.add('Redis', async () => redis.disconnect())
  const [access, catalog, pricing] = await Promise.all([
    openAccess({
      ...common,
      databaseName: `${databasePrefix}access`,
      demoKeys: settings.NODE_ENV !== 'production',
      processorTimeFactor: settings.PROCESSOR_TIME_FACTOR,
      redis,
    }),
    createCatalogSubgraph({ ...common, databaseName: `${databasePrefix}catalog` }),
    createPricingSubgraph({ ...common, databaseName: `${databasePrefix}pricing` }),
  ])
  const executors = { catalog: localExecutor(catalog), pricing: localExecutor(pricing) }
  const booking = await createBookingSubgraph({
    ...common,
    databaseName: `${databasePrefix}booking`,
    ...executors,
    publicUrl: publicUrl.replace(/\/$/, ''),
    checkoutUrl: settings.CHECKOUT_URL,
    reviewsUrl: settings.REVIEWS_URL,
    holdMinutes: settings.RESERVATION_HOLD_MINUTES,
    holdLimits: holdLimitsOf(settings),
    horizonDays: settings.BOOKING_HORIZON_DAYS,
    webhookRetrySeconds: retrySecondsOf(settings.WEBHOOK_RETRY_SCHEDULE),
    webhookPrivateReach: settings.WEBHOOK_PRIVATE_ADDRESSES,
    redisUrl: settings.REDIS_URL,
    mail: mailOptionsIn(settings, path.join(dataFolder, 'mail')),
  })
  const gateway = await createGateway({
    access,
    executors: { ...executors, booking: localExecutor(booking) },
    supergraphFile: settings.SUPERGRAPH_FILE,
    limits: subscriptionLimitsIn(settings),
    answerLimits: answerLimitsIn(settings),
    introspection: settings.GRAPHQL_INTROSPECTION || settings.NODE_ENV !== 'production',
    documents: settings.GRAPHQL_DOCUMENTS,
    executor: settings.GRAPHQL_EXECUTOR,
    trusts: httpOptions.trustProxy,
    redis,
    logger,
  })
  shutdown.add('gateway', () => gateway.close())

  const facadeOptions: RestFacadeOptions = {
    gateway: {
      execute: ({ query, operationName, variables, headers }) =>
        gateway.execute({ query, operationName, variables }, headers),
      authorize: ({ query, operationName, headers }) => gateway.authorize({ query, operationName }, headers),
    },
    publicUrl,
    logger,
  }
  // Registered first: it notes the routes that follow, to distinguish an unknown path from a wrong method.
  registerNotFound(app, facadeOptions)
  registerOperationsEndpoints(app, gateway.readiness)
  gateway.register(app)
  registerGraphiql(app)
  await app.register(await createRestFacade(facadeOptions))
  gateway.attach(app.server)
  progress.step('opening the address')
  const url = await app.listen({ host: settings.HOST, port })
  shutdown.add('HTTP', () => app.close())
  progress.end()
  return { url, databaseUrl: serverUrl, app, close: () => shutdown.end() }
}

/** A secret of this installation, made once. */
async function storedSecret(file: string): Promise<string> {
  const known = await readFile(file, 'utf8').catch(() => undefined)
  if (known) return known.trim()
  const secret = randomBytes(32).toString('base64url')
  await writeFile(file, `${secret}\n`, { mode: 0o600 })
  return secret
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await runServer('cenotes', readProductSettings, async (settings, context) => {
    const { url } = await startProduct(settings, { ...context, progress: createProgress() })
    return `Ready at ${url} (REST /api/partner, GraphQL /graphql, docs /docs, GraphiQL /graphiql)`
  })
}
