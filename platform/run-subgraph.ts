import { Type, type Static, type TObject, type TProperties } from 'typebox'
import { checkForProduction, commonSettings, Port, readConfig } from './config.ts'
import { databaseSettings, databaseTimeouts, type DatabaseTimeouts } from './database-settings.ts'
import { IdentitySigner } from './identity.ts'
import { createLogger, type Logger } from './logger.ts'
import { runMain } from './run-main.ts'
import { createShutdown } from './shutdown.ts'
import { secretsOf, type Secrets } from './secret.ts'
import type { Subgraph } from './subgraph.ts'
import { serveSubgraph } from './subgraph-server.ts'

/** What every subgraph in a process of its own needs. */
export interface SubgraphProcess {
  readonly serverUrl: string
  readonly timeouts: DatabaseTimeouts
  readonly demoData: boolean
  readonly signingSecret: Secrets
  readonly signer: IdentitySigner
  readonly redisUrl: string | undefined
  readonly isProduction: boolean
  readonly logger: Logger
}

/** Settings of a process that stands apart from the others. */
export const separateProcessSettings = {
  ...databaseSettings,
  DATABASE_URL: Type.String({ pattern: '^postgres(ql)?://' }),
  DEMO_DATA: Type.Boolean({ default: false }),
  /** The same in every process. */
  SIGNING_SECRET: Type.String({ minLength: 32 }),
  /** While secrets change: the other one that is accepted. */
  SIGNING_SECRET_PREVIOUS: Type.Optional(Type.String({ minLength: 32 })),
}

/** Runs one subgraph as a process: settings, server, shutdown. */
export function runSubgraph<P extends TProperties>(
  name: string,
  defaultPort: number,
  properties: P,
  create: (settings: Static<TObject<P>>, process: SubgraphProcess) => Promise<Subgraph>,
): Promise<void> {
  return runMain(async () => {
    const own = readConfig({ ...commonSettings, ...separateProcessSettings, PORT: Port(defaultPort) })
    checkForProduction(own)
    const settings = readConfig(properties)
    const logger = createLogger(own.LOG_LEVEL, name)
    const signingSecret = secretsOf(own.SIGNING_SECRET, own.SIGNING_SECRET_PREVIOUS)
    const signer = new IdentitySigner(signingSecret)
    const shutdown = createShutdown(logger)
    const subgraph = await create(settings, {
      serverUrl: own.DATABASE_URL,
      timeouts: databaseTimeouts(own),
      demoData: own.DEMO_DATA,
      signingSecret,
      signer,
      redisUrl: own.REDIS_URL,
      isProduction: own.NODE_ENV === 'production',
      logger,
    })
    const http = {
      headersTimeoutSeconds: own.HEADERS_TIMEOUT_SECONDS,
      requestTimeoutSeconds: own.REQUEST_TIMEOUT_SECONDS,
    }
    const server = await serveSubgraph(subgraph, { host: own.HOST, port: own.PORT, signer, logger, http })
    shutdown.add(name, () => server.close())
    process.stdout.write(`Ready at ${server.url}\n`)
  })
}
