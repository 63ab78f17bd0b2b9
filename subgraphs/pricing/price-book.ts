import type { FactsInMemory } from '../../platform/postgres/fact-log.ts'
import { ageConfigurations } from './age-configuration/index.ts'
import { charges } from './charge/index.ts'
import { currencies } from './currency/index.ts'
import type { Database } from './database.ts'
import { discounts } from './discount/index.ts'
import { services } from './service/index.ts'
import { transport } from './transport/index.ts'

/** The facts behind prices in one environment: in memory, until the database reports a change. */
export type PriceBook = ReturnType<typeof createPriceBook>

export function createPriceBook(database: Database) {
  const features = [
    ageConfigurations.cached(database),
    services.cached(database),
    transport.cached(database),
    discounts.cached(database),
    currencies.cached(database),
    charges.cached(database),
  ] as const
  const [ages, offered, transported, discounted, exchanged, charged] = features
  return {
    ...ages.reads,
    ...offered.reads,
    ...transported.reads,
    ...discounted.reads,
    ...exchanged.reads,
    ...charged.reads,
    /** All of them, with the tags of the changes of their tables. */
    facts: features.flatMap(({ tables }) =>
      Object.entries(tables).map(([table, cache]): FactsInMemory => ({ tag: `prices:${table}`, cache })),
    ),
  }
}
