import type { Clock } from '../../platform/values/clock.ts'
import type { DatabaseTimeouts } from '../../platform/postgres/database-settings.ts'
import { environments, type Environment } from '../../platform/trust/identity.ts'
import type { Logger } from '../../platform/process/logger.ts'
import { Seal } from '../../platform/trust/seal.ts'
import type { Secrets } from '../../platform/trust/secret.ts'
import { subgraphSchema, type Subgraph } from '../../platform/graphql/subgraph.ts'
import { createContext } from './context.ts'
import { openDatabases } from './database.ts'
import { seedDemoPrices } from './demo/demo.ts'
import { createPriceBook } from './loaders.ts'
import { pricingResolvers } from './resolvers.ts'

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

/** The pricing subgraph: age configurations, services, transport, discounts, coupons and what they make a visit cost. */
export async function createPricingSubgraph(options: PricingOptions): Promise<Subgraph> {
  const { databases, watch, close } = await openDatabases(options.serverUrl, options.databaseName ?? 'pricing', options)
  const { clock = watch.clock } = options
  if (options.demoData) await seedDemoPrices(databases)
  const books = { live: createPriceBook(databases.live), sandbox: createPriceBook(databases.sandbox) }
  const quotes = new Seal(options.signingSecret, 'price-quote')
  const trust = (trusted: boolean): void => environments.forEach((environment) => books[environment].trust(trusted))
  // One connection hears of both environments: the payload is `environment.table`.
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
    schema: subgraphSchema(new URL('../../schema/pricing.graphql', import.meta.url), pricingResolvers, check),
    check,
    createContext: (identity) =>
      createContext(identity, {
        database: databases[identity.environment],
        book: books[identity.environment],
        clock,
        quotes,
      }),
    close,
  }
}
