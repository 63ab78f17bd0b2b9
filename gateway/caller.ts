import type { Environment } from '../platform/trust/identity.ts'
import type { StoredKey } from './database/repository.ts'

/** A caller that an API key makes known: the key, with its partner and plan, and the environment that it is for. */
export interface Caller {
  readonly environment: Environment
  readonly key: StoredKey
  /** Whether it is a key of the operator's staff, which has no limits of single operations. */
  readonly isOfStaff?: boolean
}
