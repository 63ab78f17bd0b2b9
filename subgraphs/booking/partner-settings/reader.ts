import DataLoader from 'dataloader'
import { LRUCache } from 'lru-cache'
import type { Pool } from '../../../platform/postgres/database.ts'
import { findSettings } from './repository.ts'
import type { PartnerSettings } from './settings.ts'

const maxCached = 10_000
/** How late reservations may show that another process has changed the settings. */
const shownMilliseconds = 1_000

/** Reads the settings of partners in one environment. */
export class SettingsReader {
  readonly #reads: DataLoader<string, PartnerSettings>
  readonly #shown = new LRUCache<string, Promise<PartnerSettings>>({ max: maxCached, ttl: shownMilliseconds })

  constructor(pool: Pool) {
    this.#reads = new DataLoader((ids) => findSettings(pool, ids), { cache: false })
  }

  /** As they are now: for all that they decide. */
  present(partnerId: string): Promise<PartnerSettings> {
    return this.#reads.load(partnerId)
  }

  /** To show with reservations, which must not cost a statement each. */
  shown(partnerId: string): Promise<PartnerSettings> {
    const known = this.#shown.get(partnerId)
    if (known) return known
    const read = this.present(partnerId)
    this.#shown.set(partnerId, read)
    read.catch(() => this.#shown.delete(partnerId))
    return read
  }

  /** They have changed. */
  forget(partnerId: string): void {
    this.#shown.delete(partnerId)
  }
}
