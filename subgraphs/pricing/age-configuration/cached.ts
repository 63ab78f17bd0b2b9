import { InvalidatedCache } from '../../../platform/postgres/invalidated-cache.ts'
import { maxCachedItems, type Cached } from '../cached.ts'
import type { Database } from '../database.ts'
import { effectiveConfigurations, type AgeConfiguration } from './rules/age-configuration.ts'
import { findAgeConfigurations } from './repository.ts'

export interface AgeConfigurationReads {
  /** The five that hold for a product; the global ones for none. */
  ageConfigurations(productId: string | null): Promise<AgeConfiguration[]>
}

const global = ''

export function cachedAgeConfigurations({ prisma }: Database): Cached<AgeConfigurationReads> {
  const cache = new InvalidatedCache<AgeConfiguration[]>(async (keys) => {
    const all = await findAgeConfigurations(
      prisma,
      keys.filter((key) => key !== global),
    )
    return keys.map((key) => effectiveConfigurations(all, key === global ? null : key))
  }, maxCachedItems)
  return {
    reads: { ageConfigurations: (productId) => cache.load(productId ?? global) },
    tables: { age_configuration: cache },
  }
}
