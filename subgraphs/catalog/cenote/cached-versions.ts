import { InvalidatedCache } from '../../../platform/postgres/invalidated-cache.ts'
import type { Database } from '../database.ts'
import { findVersions } from './repository.ts'

/** Versions of cenotes of one environment: in memory, until the database reports that the catalog changed. */
export interface CenoteVersions {
  /** The present version; null for what is no cenote. */
  of(id: string): Promise<number | null>
  forget(): void
  /** Whether changes are reported from now on; if not, every version is read. */
  trust(trusted: boolean): void
}

const maxCachedVersions = 20_000

export function createCenoteVersions(database: Database): CenoteVersions {
  const versions = new InvalidatedCache<number | null>((ids) => findVersions(database, ids), maxCachedVersions)
  return {
    of: (id) => versions.load(id.toLowerCase()),
    forget: () => versions.forget(),
    trust: (trusted) => versions.trust(trusted),
  }
}
