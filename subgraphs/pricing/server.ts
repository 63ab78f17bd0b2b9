import { systemClock, type Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/logger.ts'
import { subgraphSchema, type Subgraph } from '../../platform/subgraph.ts'
import { createContext } from './context.ts'
import { openDatabases } from './database.ts'
import { seedDemoPrices } from './demo/demo.ts'
import { pricingResolvers } from './resolvers.ts'

export interface PricingOptions {
  readonly serverUrl: string
  readonly databaseName?: string
  readonly demoData: boolean
  readonly clock?: Clock
  readonly logger: Logger
}

/** The pricing subgraph: age configurations, services, transport, discounts, coupons and what they make a visit cost. */
export async function createPricingSubgraph(options: PricingOptions): Promise<Subgraph> {
  const { clock = systemClock } = options
  const { databases, close } = await openDatabases(options.serverUrl, options.databaseName ?? 'pricing')
  if (options.demoData) await seedDemoPrices(databases)
  return {
    name: 'pricing',
    schema: subgraphSchema(new URL('../../schema/pricing.graphql', import.meta.url), pricingResolvers),
    createContext: (identity) => createContext(identity, databases[identity.environment], clock),
    close,
  }
}
