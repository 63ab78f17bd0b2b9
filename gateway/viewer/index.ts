import { selectScalars } from '../../platform/graphql/scalars.ts'
import { subgraphSchema, type Subgraph } from '../../platform/graphql/subgraph.ts'
import type { Identity } from '../../platform/trust/identity.ts'
import type { Readiness } from '../../platform/process/readiness.ts'
import type { Caller } from '../caller.ts'
import type { Context } from './context.ts'
import { partnerLoader } from './partner-loader.ts'
import { resolvers } from './resolvers.ts'

export interface ViewerSubgraphOptions extends Pick<
  Context,
  'repository' | 'requestLog' | 'cursors' | 'jobRuns' | 'usageOf'
> {
  /** The key behind an identity; undefined for a caller without one. */
  readonly callerOf: (identity: Identity) => Caller | undefined
  /** Checks every component of the service. */
  readonly readiness: () => Promise<Readiness>
  readonly close: () => Promise<void>
}

/** The part of the supergraph that the gateway serves itself: the caller and the state of the service. */
export const viewerSubgraph = ({ callerOf, readiness, close, ...shared }: ViewerSubgraphOptions): Subgraph => ({
  name: 'access',
  schema: subgraphSchema(
    new URL('../../schema/access.graphql', import.meta.url),
    { ...selectScalars('DateTime', 'NonNegativeFloat', 'NonNegativeInt', 'JSON'), ...resolvers },
    { check: () => shared.repository.check() },
  ),
  check: () => shared.repository.check(),
  createContext: (identity): Context => ({
    ...shared,
    identity,
    caller: callerOf(identity),
    readiness,
    partners: partnerLoader(shared.repository, identity.environment),
  }),
  close,
})
