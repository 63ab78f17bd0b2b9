import { CursorCodec } from '../../platform/trust/cursor.ts'
import type { DatabaseTimeouts } from '../../platform/postgres/database-settings.ts'
import { environments, type Environment } from '../../platform/trust/identity.ts'
import type { Logger } from '../../platform/process/logger.ts'
import type { Secrets } from '../../platform/trust/secret.ts'
import { subgraphSchema, type Subgraph } from '../../platform/graphql/subgraph.ts'
import { createContext } from './context.ts'
import { openDatabases } from './database.ts'
import { seedDemoCatalog } from './demo/index.ts'
import { createCachedCounts } from './cached-counts.ts'
import { resolvers } from './resolvers.ts'

export interface CatalogOptions {
  /** Address of the PostgreSQL server. */
  readonly serverUrl: string
  readonly databaseName?: string
  readonly timeouts?: DatabaseTimeouts
  /** Whether an empty catalog is filled with the demo cenotes and tours. */
  readonly demoData: boolean
  /** Signs cursors; the same in every replica. */
  readonly signingSecret: Secrets
  readonly logger: Logger
}

/** The catalog: cenotes, tours and where they are. Opens, migrates and seeds its database. */
export async function createCatalogSubgraph(options: CatalogOptions): Promise<Subgraph> {
  const { databases, watch, close } = await openDatabases(options.serverUrl, options.databaseName ?? 'catalog', options)
  try {
    if (options.demoData && (await seedDemoCatalog(databases.live))) options.logger.info('demo catalog written')
    const cursors = new CursorCodec(options.signingSecret)
    const counts = { live: createCachedCounts(databases.live), sandbox: createCachedCounts(databases.sandbox) }
    const trust = (trusted: boolean): void => environments.forEach((environment) => counts[environment].trust(trusted))
    // One connection hears of both environments: the payload names the one that changed.
    await watch.listen({
      channel: 'catalogue_changed',
      changed: (environment) => counts[environment as Environment].forget(),
      connected: () => trust(true),
      lost: () => trust(false),
    })
    const check = (): Promise<void> => watch.check()
    return {
      name: 'catalog',
      schema: subgraphSchema(new URL('../../schema/catalog.graphql', import.meta.url), resolvers, check),
      check,
      createContext: (identity) =>
        createContext(identity, databases[identity.environment], counts[identity.environment], cursors),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
