import { InvalidatedCache } from '../../../platform/postgres/invalidated-cache.ts'
import type { Database } from '../database.ts'
import { canMatch } from '../text.ts'
import { countByMunicipality, type MunicipalityCount } from './repository.ts'

/** Counts of one environment: in memory, until the database reports that the catalog changed. */
export interface MunicipalityCounts {
  /** Municipalities with active cenotes, by state and name; all of them, or those of one state. */
  of(state: string | null): Promise<MunicipalityCount[]>
  forget(): void
  /** Whether changes are reported from now on; if not, everything is counted again. */
  trust(trusted: boolean): void
}

const maxCachedStates = 100

export function createMunicipalityCounts(database: Database): MunicipalityCounts {
  const counts = new InvalidatedCache<MunicipalityCount[]>(
    (keys) => Promise.all(keys.map((key) => countByMunicipality(database, JSON.parse(key) as string | null))),
    maxCachedStates,
  )
  return {
    of: async (state) => (canMatch(state) ? counts.load(JSON.stringify(state)) : []),
    forget: () => counts.forget(),
    trust: (trusted) => counts.trust(trusted),
  }
}
