import { readFileSync } from 'node:fs'
import { buildSubgraphSchema } from '@apollo/subgraph'
import { parse, type GraphQLSchema } from 'graphql'
import { readFactChanges } from '../postgres/fact-changes.ts'
import type { PerEnvironment, Pool } from '../postgres/database.ts'
import type { Identity } from '../trust/identity.ts'
import type { Clock } from '../values/clock.ts'

/** What is known of the operation that a context is for. */
export interface ContextOptions {
  /** It changes nothing, so that a replica of the database may serve it. */
  readonly isRead?: boolean
}

/** A federated subgraph, independent of how it is reached. */
export interface Subgraph {
  readonly name: string
  readonly schema: GraphQLSchema
  /** The context that the resolvers of one request share (identity, database client, loaders). */
  createContext(identity: Identity, options?: ContextOptions): object
  /** Resolves when its own database answers; rejects otherwise. */
  check(): Promise<void>
  close(): Promise<void>
}

/** What the contract of every subgraph has for the gateway alone. */
export interface OwnFields {
  /** Resolves `subgraphReady`. */
  readonly check: Subgraph['check']
  /** The clock that the subgraph decides by, which `factChanges` reports; absent for one without cached facts. */
  readonly clock?: Clock
  /** Its databases, of which the primaries report changes; absent for one without cached facts. */
  readonly databases?: PerEnvironment<{ readonly pool: Pool }>
}

/** Builds the schema of a subgraph from its contract and resolvers. */
export function subgraphSchema(
  contract: URL,
  resolvers: { readonly Query?: object; readonly [type: string]: unknown },
  { check, clock, databases }: OwnFields,
): GraphQLSchema {
  const subgraphReady = async (): Promise<boolean> => {
    await check()
    return true
  }
  const factChanges = clock &&
    databases && {
      async factChanges(
        _parent: unknown,
        { since = null }: { since?: string | null },
        { identity }: { identity: Identity },
      ): Promise<object> {
        return { ...(await readFactChanges(databases[identity.environment].pool, since)), time: clock.now().getTime() }
      },
    }
  return buildSubgraphSchema({
    typeDefs: parse(readFileSync(contract, 'utf8')),
    resolvers: { ...resolvers, Query: { ...resolvers.Query, subgraphReady, ...factChanges } } as never,
  })
}
