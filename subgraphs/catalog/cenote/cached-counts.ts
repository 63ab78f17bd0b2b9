import { InvalidatedCache } from '../../../platform/postgres/invalidated-cache.ts'
import type { Database } from '../database.ts'
import type { CenoteListing } from './listing.ts'
import { countCenotes } from './repository.ts'

/** Counts of one environment: in memory, until the database reports that the catalog changed. */
export interface CenoteCounts {
  /** The total of a list, whatever its order. */
  count(listing: CenoteListing): Promise<number>
  forget(): void
  /** Whether changes are reported from now on; if not, everything is counted again. */
  trust(trusted: boolean): void
}

const maxCachedLists = 2_000
/**
 * In characters. A filter with longer texts matches nothing, which is detected without a query; it must not fill the
 * memory.
 */
const maxFilterLength = 8_000

export function createCenoteCounts(database: Database): CenoteCounts {
  const counts = new InvalidatedCache<number>(
    (keys) =>
      Promise.all(keys.map((key) => countCenotes(database, JSON.parse(key) as Parameters<typeof countCenotes>[1]))),
    maxCachedLists,
  )
  return {
    count({ language, filter }) {
      // Only a search depends on the language.
      const list = { language: filter.search === null ? 'en' : language, filter } as const
      const key = JSON.stringify(list)
      return key.length > maxFilterLength ? countCenotes(database, list) : counts.load(key)
    },
    forget: () => counts.forget(),
    trust: (trusted) => counts.trust(trusted),
  }
}
