import type { Identity } from '../../platform/trust/identity.ts'
import type { Readiness } from '../../platform/process/readiness.ts'
import type { Caller } from '../auth/known-keys.ts'
import type { AccessRepository } from '../database/repository.ts'

/** What the resolvers of the access subgraph share in a request. */
export interface Context {
  readonly identity: Identity
  /** The key behind the identity; absent for a caller without one. */
  readonly caller: Caller | undefined
  readonly repository: AccessRepository
  /** Checks every component of the service. */
  readonly readiness: () => Promise<Readiness>
}
