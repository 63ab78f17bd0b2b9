import { InvalidatedCache } from '../../platform/postgres/invalidated-cache.ts'
import { countCenotes, type CenoteListing } from './cenote/index.ts'
import type { Database } from './database.ts'
import { countByMunicipality, type MunicipalityCount } from './location/index.ts'
import { canMatch } from './text.ts'

/** Counts of one environment: in memory, until the database tells that the catalog changed. */
export interface CachedCounts {
  /** How many cenotes a list holds in all, whatever its order. */
  cenotes(listing: CenoteListing): Promise<number>
  /** Municipalities with active cenotes, by state and name; all of them, or those of one state. */
  municipalities(state: string | null): Promise<MunicipalityCount[]>
  forget(): void
  /** Whether changes are heard of from now on; if not, everything is counted anew. */
  trust(trusted: boolean): void
}

const maxCachedLists = 2_000
const maxCachedStates = 100
/** Characters. A filter of longer texts matches nothing, which is found out at once; it must not fill the memory. */
const maxFilterLength = 8_000

export function createCachedCounts(database: Database): CachedCounts {
  const cenotes = new InvalidatedCache<number>(
    (keys) =>
      Promise.all(keys.map((key) => countCenotes(database, JSON.parse(key) as Parameters<typeof countCenotes>[1]))),
    maxCachedLists,
  )
  const municipalities = new InvalidatedCache<MunicipalityCount[]>(
    (keys) => Promise.all(keys.map((key) => countByMunicipality(database, JSON.parse(key) as string | null))),
    maxCachedStates,
  )
  return {
    cenotes({ language, filter }) {
      // Only a search looks at texts of a language.
      const list = { language: filter.search === null ? 'en' : language, filter } as const
      const key = JSON.stringify(list)
      return key.length > maxFilterLength ? countCenotes(database, list) : cenotes.load(key)
    },
    municipalities: async (state) => (canMatch(state) ? municipalities.load(JSON.stringify(state)) : []),
    forget() {
      cenotes.forget()
      municipalities.forget()
    },
    trust(trusted) {
      cenotes.trust(trusted)
      municipalities.trust(trusted)
    },
  }
}
