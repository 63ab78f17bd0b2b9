import type { Clock } from '../../platform/values/clock.ts'
import type { DatabaseTimeouts } from '../../platform/postgres/database-settings.ts'
import { CursorCodec } from '../../platform/trust/cursor.ts'
import { environments, type Environment } from '../../platform/trust/identity.ts'
import type { Logger } from '../../platform/process/logger.ts'
import { Seal } from '../../platform/trust/seal.ts'
import type { Secrets } from '../../platform/trust/secret.ts'
import { languageOf } from '../../platform/values/i18n.ts'
import { mergeResolvers } from '../../platform/graphql/merge-resolvers.ts'
import { selectScalars } from '../../platform/graphql/scalars.ts'
import { subgraphSchema, type Subgraph } from '../../platform/graphql/subgraph.ts'
import { ageConfigurations } from './age-configuration/index.ts'
import { calculations } from './calculation/index.ts'
import { changes } from './change/index.ts'
import type { Context } from './context.ts'
import { coupons } from './coupon/index.ts'
import { currencies } from './currency/index.ts'
import { openDatabases } from './database.ts'
import { seedDemoPrices } from './demo/index.ts'
import { discounts } from './discount/index.ts'
import type { Resolvers } from './generated/resolvers.ts'
import { createPriceBook, type PriceBook } from './price-book.ts'
import { services } from './service/index.ts'

export interface PricingOptions {
  readonly serverUrl: string
  readonly databaseName?: string
  readonly timeouts?: DatabaseTimeouts
  readonly demoData: boolean
  readonly signingSecret: Secrets
  /** The database's own when absent. */
  readonly clock?: Clock
  readonly logger: Logger
}

/** What the resolvers of one request share: everything that a feature needs. */
interface RequestContext extends Context {
  readonly book: PriceBook
  readonly loaders: ReturnType<typeof coupons.loaders>
  /** Of the prices that we promise. */
  readonly quotes: Seal
  readonly cursors: CursorCodec
}

const scalars = selectScalars('UUID', 'DateTime', 'JSON', 'NonNegativeInt', 'Currency', 'Latitude', 'Longitude')
const resolvers = mergeResolvers<Resolvers<RequestContext>, RequestContext>(
  ageConfigurations.resolvers,
  calculations.resolvers,
  changes.resolvers,
  coupons.resolvers,
  currencies.resolvers,
  discounts.resolvers,
  services.resolvers,
)

/** The pricing subgraph: age configurations, services, transport, discounts, coupons and what they make a visit cost. */
export async function createPricingSubgraph(options: PricingOptions): Promise<Subgraph> {
  const { databases, watch, close } = await openDatabases(options.serverUrl, options.databaseName ?? 'pricing', options)
  const { clock = watch.clock } = options
  if (options.demoData) await seedDemoPrices(databases)
  const books = { live: createPriceBook(databases.live), sandbox: createPriceBook(databases.sandbox) }
  const cursors = new CursorCodec(options.signingSecret)
  const quotes = new Seal(options.signingSecret, 'price-quote')
  const trust = (trusted: boolean): void => environments.forEach((environment) => books[environment].trust(trusted))
  // One connection receives changes of both environments: the payload is `environment.table`.
  await watch.listen({
    channel: 'prices_changed',
    changed(payload) {
      const [environment, table = ''] = payload.split('.')
      books[environment as Environment]?.forget(table)
    },
    connected: () => trust(true),
    lost: () => trust(false),
  })
  const check = (): Promise<void> => watch.check()
  return {
    name: 'pricing',
    schema: subgraphSchema(
      new URL('../../schema/pricing.graphql', import.meta.url),
      { ...scalars, ...resolvers },
      check,
    ),
    check,
    createContext(identity) {
      const database = databases[identity.environment]
      return {
        identity,
        language: languageOf(identity.locale),
        clock,
        database,
        book: books[identity.environment],
        loaders: coupons.loaders(database),
        quotes,
        cursors,
      } satisfies RequestContext
    },
    close,
  }
}
