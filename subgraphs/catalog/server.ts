import type DataLoader from 'dataloader'
import type { DatabaseConnections } from '../../platform/postgres/database-settings.ts'
import { startRemovingFactChanges } from '../../platform/postgres/fact-changes.ts'
import { followFacts, type FactsInMemory } from '../../platform/postgres/fact-log.ts'
import { createJobRuns, type JobRuns } from '../../platform/postgres/job-runs.ts'
import {
  readProductChanges,
  resolveProductChanges,
  startRemovingProductChanges,
} from '../shared/store/product-changes.ts'
import type { PerEnvironment } from '../../platform/postgres/database.ts'
import { changeSource } from '../../platform/graphql/change-connection.ts'
import { resolveJobs } from '../../platform/graphql/job-list.ts'
import { mergeResolvers } from '../../platform/graphql/merge-resolvers.ts'
import { selectScalars } from '../../platform/graphql/scalars.ts'
import { subgraphSchema, type Subgraph } from '../../platform/graphql/subgraph.ts'
import type { Logger } from '../../platform/process/logger.ts'
import { CursorCodec } from '../../platform/trust/cursor.ts'
import { environments } from '../../platform/trust/identity.ts'
import type { Secrets } from '../../platform/trust/secret.ts'
import { languageOf, type Language } from '../../platform/values/i18n.ts'
import { amenities } from './amenity/index.ts'
import { cenotes } from './cenote/index.ts'
import type { Context } from './context.ts'
import { openDatabases, type Database } from './database.ts'
import { seedDemoCatalog } from './demo/index.ts'
import type { Resolvers } from './generated/resolvers.ts'
import { locations } from './location/index.ts'
import { pictureResolvers } from './pictures.ts'
import { products } from './product/index.ts'
import { reviews } from './review/index.ts'
import { tours } from './tour/index.ts'

export interface CatalogOptions extends DatabaseConnections {
  /** Address of the PostgreSQL server. */
  readonly serverUrl: string
  readonly databaseName?: string
  /** Whether an empty catalog is filled with the demo cenotes and tours. */
  readonly demoData: boolean
  /** Address that clients use. */
  readonly publicUrl: string
  /** Signs cursors and opens invitations to review; the same in every replica. */
  readonly signingSecret: Secrets
  readonly logger: Logger
}

const scalars = selectScalars(
  'Currency',
  'DateTime',
  'EmailAddress',
  'JSON',
  'Latitude',
  'LocalDate',
  'LocalTime',
  'Longitude',
  'NonNegativeFloat',
  'NonNegativeInt',
  'TimeZone',
  'URL',
)
const source = changeSource('catalog')
const changes = { __resolveReference: source.reference, catalogChanges: source.rows, catalogChangeCount: source.count }
const resolvers = mergeResolvers<Resolvers<RequestContext>, RequestContext>(
  amenities.resolvers,
  cenotes.resolvers,
  locations.resolvers,
  products.resolvers,
  reviews.resolvers,
  tours.resolvers,
  pictureResolvers,
  {
    CatalogChangeConnection: changes,
    EnvironmentChangeConnection: changes,
    BackgroundWork: { catalogJobs: resolveJobs },
  },
)

/** The catalog: cenotes, tours and where they are. Opens, migrates and seeds its database. */
export async function createCatalogSubgraph(options: CatalogOptions): Promise<Subgraph> {
  const { databases, readDatabases, watch, close } = await openDatabases(
    options.serverUrl,
    options.databaseName ?? 'catalog',
    options,
  )
  try {
    if (options.demoData && (await seedDemoCatalog(databases.live, watch.clock)))
      options.logger.info('demo catalog written')
    const cursors = new CursorCodec(options.signingSecret)
    const inMemory = { live: createFacts(databases.live), sandbox: createFacts(databases.sandbox) }
    const facts = await followFacts({
      watch,
      channel: 'catalogue_changed',
      databases,
      facts: { live: endOf(inMemory.live), sandbox: endOf(inMemory.sandbox) },
    })
    const jobRuns = createJobRuns(databases)
    const removals = [
      startRemovingFactChanges(databases, options.logger, jobRuns),
      startRemovingProductChanges(databases, options.logger, jobRuns),
    ]
    const check = (): Promise<void> => watch.check()
    const productChanges = resolveProductChanges(facts, (environment, since) =>
      readProductChanges(databases[environment].pool, since),
    )
    return {
      name: 'catalog',
      schema: subgraphSchema(
        new URL('../../schema/catalog.graphql', import.meta.url),
        { ...scalars, ...resolvers, Query: { ...resolvers.Query, productChanges } },
        { check, clock: watch.clock, changesSince: (environment, since) => facts[environment].read(since) },
      ),
      check,
      createContext(identity, { isRead = false } = {}) {
        const database = (isRead ? readDatabases : databases)[identity.environment]
        const language = languageOf(identity.locale)
        facts[identity.environment].reach(identity.factsAt)
        const loaders = createLoaders(database, language)
        return {
          identity,
          language,
          database,
          databases,
          publicUrl: options.publicUrl,
          signingSecret: options.signingSecret,
          cursors,
          jobRuns,
          ...inMemory[identity.environment],
          loaders,
          forgetReads() {
            Object.values(loaders).forEach((loader: DataLoader<never, unknown>) => loader.clearAll())
            // The notification of the database comes some moments later.
            facts[identity.environment].wake()
          },
        } satisfies RequestContext
      },
      async close() {
        environments.forEach((environment) => facts[environment].close())
        await Promise.all(removals.map((removal) => removal.stop()))
        await close()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** The facts of one environment in memory. */
const createFacts = (database: Database) => ({
  cenoteCounts: cenotes.counts(database),
  municipalityCounts: locations.counts(database),
  meetingPoints: locations.meetingPoints(database),
})

/** The facts in memory with the tags of the changes that end them. */
const endOf = ({
  cenoteCounts,
  municipalityCounts,
  meetingPoints,
}: ReturnType<typeof createFacts>): FactsInMemory[] => [
  { tag: 'cenote:*', cache: cenoteCounts },
  { tag: 'cenote:*', cache: municipalityCounts },
  { tag: 'cenote:*', cache: meetingPoints.ofCenotes },
  { tag: 'tour:*', cache: meetingPoints.ofTours },
]

/** Batched reads for one request. */
const createLoaders = (database: Database, language: Language) => ({
  ...cenotes.loaders(database),
  ...locations.loaders(database),
  ...reviews.loaders(database),
  ...tours.loaders(database, language),
})

/** The context of the resolvers of one request. */
type RequestContext = Context &
  ReturnType<typeof createFacts> & {
    readonly loaders: ReturnType<typeof createLoaders>
    readonly databases: PerEnvironment<Database>
    readonly signingSecret: Secrets
    readonly jobRuns: JobRuns
  }
