import type { Clock } from '../../platform/values/clock.ts'
import type { DatabaseConnections } from '../../platform/postgres/database-settings.ts'
import { startRemovingFactChanges } from '../../platform/postgres/fact-changes.ts'
import { followFacts } from '../../platform/postgres/fact-log.ts'
import { createJobRuns, type JobRuns } from '../../platform/postgres/job-runs.ts'
import { resolveProductChanges, startRemovingProductChanges } from '../shared/store/product-changes.ts'
import { CursorCodec } from '../../platform/trust/cursor.ts'
import { environments } from '../../platform/trust/identity.ts'
import type { Logger } from '../../platform/process/logger.ts'
import { Seal } from '../../platform/trust/seal.ts'
import type { Secrets } from '../../platform/trust/secret.ts'
import { languageOf } from '../../platform/values/i18n.ts'
import { changeSource } from '../../platform/graphql/change-connection.ts'
import { resolveJobs } from '../../platform/graphql/job-list.ts'
import { mergeResolvers } from '../../platform/graphql/merge-resolvers.ts'
import { selectScalars } from '../../platform/graphql/scalars.ts'
import { subgraphSchema, type Subgraph } from '../../platform/graphql/subgraph.ts'
import { ageConfigurations } from './age-configuration/index.ts'
import { calculations } from './calculation/index.ts'
import { charges } from './charge/index.ts'
import type { Context } from './context.ts'
import { coupons } from './coupon/index.ts'
import { currencies } from './currency/index.ts'
import { openDatabases } from './database.ts'
import { seedDemoPrices } from './demo/index.ts'
import { discounts } from './discount/index.ts'
import type { Resolvers } from './generated/resolvers.ts'
import { createPriceBook, type PriceBook } from './price-book.ts'
import { promotions, readPriceChanges } from './promotion/index.ts'
import { services } from './service/index.ts'
import { transport } from './transport/index.ts'

export interface PricingOptions extends DatabaseConnections {
  readonly serverUrl: string
  readonly databaseName?: string
  readonly demoData: boolean
  readonly signingSecret: Secrets
  /** The database's own when absent. */
  readonly clock?: Clock
  readonly logger: Logger
}

/** The context of the resolvers of one request. */
interface RequestContext extends Context {
  readonly book: PriceBook
  readonly loaders: ReturnType<typeof coupons.loaders> & ReturnType<typeof promotions.loaders>
  /** Of the prices that we promise. */
  readonly quotes: Seal
  readonly jobRuns: JobRuns
}

const scalars = selectScalars(
  'DateTime',
  'LocalDate',
  'JSON',
  'NonNegativeFloat',
  'NonNegativeInt',
  'Currency',
  'Latitude',
  'Longitude',
)
const source = changeSource('pricing')
const changes = { __resolveReference: source.reference, pricingChanges: source.rows, pricingChangeCount: source.count }
const resolvers = mergeResolvers<Resolvers<RequestContext>, RequestContext>(
  ageConfigurations.resolvers,
  calculations.resolvers,
  charges.resolvers,
  coupons.resolvers,
  currencies.resolvers,
  discounts.resolvers,
  promotions.resolvers,
  services.resolvers,
  transport.resolvers,
  {
    PricingChangeConnection: changes,
    EnvironmentChangeConnection: changes,
    BackgroundWork: { pricingJobs: resolveJobs },
  },
)

/** The pricing subgraph: age configurations, services, transport, discounts, coupons and what they make a visit cost. */
export async function createPricingSubgraph(options: PricingOptions): Promise<Subgraph> {
  const { databases, watch, close } = await openDatabases(options.serverUrl, options.databaseName ?? 'pricing', options)
  const { clock = watch.clock } = options
  if (options.demoData) await seedDemoPrices(databases, clock)
  const books = { live: createPriceBook(databases.live), sandbox: createPriceBook(databases.sandbox) }
  const cursors = new CursorCodec(options.signingSecret)
  const quotes = new Seal(options.signingSecret, 'price-quote')
  const facts = await followFacts({
    watch,
    channel: 'prices_changed',
    databases,
    facts: { live: books.live.facts, sandbox: books.sandbox.facts },
  })
  const jobRuns = createJobRuns(databases)
  const removals = [
    startRemovingFactChanges(databases, options.logger, jobRuns),
    startRemovingProductChanges(databases, options.logger, jobRuns),
  ]
  const check = (): Promise<void> => watch.check()
  const productChanges = resolveProductChanges(facts, (environment, since) =>
    readPriceChanges(databases[environment].pool, clock, since),
  )
  return {
    name: 'pricing',
    schema: subgraphSchema(
      new URL('../../schema/pricing.graphql', import.meta.url),
      { ...scalars, ...resolvers, Query: { ...resolvers.Query, productChanges } },
      { check, clock, changesSince: (environment, since) => facts[environment].read(since) },
    ),
    check,
    createContext(identity) {
      const database = databases[identity.environment]
      const log = facts[identity.environment]
      log.reach(identity.factsAt)
      return {
        identity,
        language: languageOf(identity.locale),
        clock,
        database,
        book: books[identity.environment],
        loaders: { ...coupons.loaders(database), ...promotions.loaders(database) },
        quotes,
        cursors,
        jobRuns,
        factsChanged: () => log.wake(),
      } satisfies RequestContext
    },
    async close() {
      environments.forEach((environment) => facts[environment].close())
      await Promise.all(removals.map((removal) => removal.stop()))
      await close()
    },
  }
}
