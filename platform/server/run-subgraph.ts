import { Type, type Static, type TObject, type TProperties } from 'typebox'
import { checkForProduction, commonSettings, readConfig } from '../process/config.ts'
import {
  databaseServers,
  databaseSettings,
  databaseTimeouts,
  type DatabaseConnections,
  type DatabaseTimeouts,
} from '../postgres/database-settings.ts'
import { poolSizeFor } from '../postgres/pool-size.ts'
import { IdentitySigner } from '../trust/identity.ts'
import type { Logger } from '../process/logger.ts'
import { runServer } from './run-server.ts'
import { secretsOf, type Secrets } from '../trust/secret.ts'
import { Port, PostgresAddress } from '../process/setting-types.ts'
import type { Subgraph } from '../graphql/subgraph.ts'
import { serveSubgraph } from '../graphql/subgraph-server.ts'

/** Options of every subgraph that runs in its own process. */
export interface SubgraphProcess extends Pick<DatabaseConnections, 'poolerUrl' | 'replicaUrl'> {
  readonly serverUrl: string
  readonly timeouts: DatabaseTimeouts
  readonly poolSize: number
  readonly demoData: boolean
  readonly signingSecret: Secrets
  readonly signer: IdentitySigner
  readonly redisUrl: string | undefined
  readonly isProduction: boolean
  readonly logger: Logger
}

/** Settings of a process that runs separately. */
export const separateProcessSettings = {
  ...databaseSettings,
  DATABASE_URL: PostgresAddress(),
  DEMO_DATA: Type.Boolean({ default: false }),
  /** The same in every process. */
  SIGNING_SECRET: Type.String({ minLength: 32 }),
  /** While secrets change: the other one that is accepted. */
  SIGNING_SECRET_PREVIOUS: Type.Optional(Type.String({ minLength: 32 })),
}

const subgraphSettings = {
  /** The executor of queries and mutations: compiled operations, or Apollo Server. */
  GRAPHQL_EXECUTOR: Type.Enum(['engine', 'apollo'], { default: 'engine' }),
}

/** Runs one subgraph as a process: settings, server, shutdown. */
export function runSubgraph<P extends TProperties>(
  name: string,
  defaultPort: number,
  properties: P,
  create: (settings: Static<TObject<P>>, process: SubgraphProcess) => Promise<Subgraph>,
): Promise<void> {
  const ownSettings = { ...commonSettings, ...separateProcessSettings, ...subgraphSettings, PORT: Port(defaultPort) }
  type Settings = Static<TObject<typeof ownSettings>> & Static<TObject<P>>
  const readSettings = (): Settings => {
    const settings = readConfig({ ...ownSettings, ...properties }) as Settings
    checkForProduction(settings)
    return settings
  }
  return runServer(name, readSettings, async (settings, { logger, shutdown }) => {
    const signingSecret = secretsOf(settings.SIGNING_SECRET, settings.SIGNING_SECRET_PREVIOUS)
    const signer = new IdentitySigner(signingSecret)
    const servers = databaseServers(settings, settings.DATABASE_URL)
    const plan = { processes: 1, databases: 1, wanted: settings.DATABASE_POOL_SIZE }
    const subgraph = await create(settings, {
      ...servers,
      poolSize: await poolSizeFor(plan, { ...servers, name, logger }),
      timeouts: databaseTimeouts(settings),
      demoData: settings.DEMO_DATA,
      signingSecret,
      signer,
      redisUrl: settings.REDIS_URL,
      isProduction: settings.NODE_ENV === 'production',
      logger,
    })
    const http = {
      headersTimeoutSeconds: settings.HEADERS_TIMEOUT_SECONDS,
      requestTimeoutSeconds: settings.REQUEST_TIMEOUT_SECONDS,
    }
    const server = await serveSubgraph(subgraph, {
      host: settings.HOST,
      port: settings.PORT,
      metrics: settings,
      signer,
      logger,
      http,
      executor: settings.GRAPHQL_EXECUTOR,
    })
    shutdown.add(name, () => server.close())
    return `Ready at ${server.url}`
  })
}
