import type { Identity } from '../../platform/identity.ts'

/** What the resolvers of the access subgraph share in a request. */
export interface Context {
  readonly identity: Identity
}
