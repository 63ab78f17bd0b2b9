import { readFileSync } from 'node:fs'
import { buildSubgraphSchema } from '@apollo/subgraph'
import { parse, type GraphQLSchema } from 'graphql'
import { lowerCaseValues, withConvertedDefaults, withOtherValues } from './lower-case-enums.ts'
import type { CancelSignal } from '../process/cancellation.ts'
import type { FactChanges } from '../postgres/fact-changes.ts'
import type { Environment, Identity } from '../trust/identity.ts'
import type { Clock } from '../values/clock.ts'

/** The operation that a context is created for. */
export interface ContextOptions {
  /** It changes nothing, so that a replica of the database may serve it. */
  readonly isRead?: boolean
  /** Aborted when its result is not needed any more. */
  readonly signal?: CancelSignal | undefined
}

/** A federated subgraph, independent of how it is reached. */
export interface Subgraph {
  readonly name: string
  readonly schema: GraphQLSchema
  /** The context that the resolvers of one request share (identity, database client, loaders). */
  createContext(identity: Identity, options?: ContextOptions): object
  /** Resolves when its own database responds; rejects otherwise. */
  check(): Promise<void>
  close(): Promise<void>
}

/** The part of every subgraph's schema that only the gateway uses. */
export interface OwnFields {
  /** Resolves `subgraphReady`. */
  readonly check: Subgraph['check']
  /** The clock that the subgraph decides by, which `factChanges` reports; absent for one without cached facts. */
  readonly clock?: Clock
  /** Reads the changes of its database since a position; absent for one without cached facts. */
  readonly changesSince?: (environment: Environment, since: string | null) => Promise<FactChanges>
}

/** Builds the schema of a subgraph from its contract and resolvers. */
export function subgraphSchema(
  contract: URL,
  resolvers: { readonly Query?: object; readonly [type: string]: unknown },
  { check, clock, changesSince }: OwnFields,
): GraphQLSchema {
  const subgraphReady = async (): Promise<boolean> => {
    await check()
    return true
  }
  const factChanges = clock &&
    changesSince && {
      async factChanges(
        _parent: unknown,
        { since = null }: { since?: string | null },
        { identity }: { identity: Identity },
      ): Promise<object> {
        return { ...(await changesSince(identity.environment, since)), time: clock.now().getTime() }
      },
    }
  const typeDefs = parse(readFileSync(contract, 'utf8'))
  const schema = buildSubgraphSchema({
    typeDefs,
    resolvers: {
      ...resolvers,
      ...lowerCaseValues(typeDefs),
      Query: { ...resolvers.Query, subgraphReady, ...factChanges },
    } as never,
  })
  return withConvertedDefaults(withOtherValues(schema, typeDefs))
}
