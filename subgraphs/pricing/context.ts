import type { Clock } from '../../platform/values/clock.ts'
import type { Identity } from '../../platform/trust/identity.ts'
import type { Language } from '../../platform/values/i18n.ts'
import type { Database } from './database.ts'

/**
 * What every feature can use in one request. Each feature declares what else it needs: parts of the price book,
 * loaders.
 */
export interface Context {
  readonly identity: Identity
  readonly language: Language
  readonly clock: Clock
  /** The environment's own. */
  readonly database: Database
}
