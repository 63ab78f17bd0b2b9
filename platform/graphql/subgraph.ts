import { readFileSync } from 'node:fs'
import { buildSubgraphSchema } from '@apollo/subgraph'
import { parse, type GraphQLSchema } from 'graphql'
import type { Identity } from '../trust/identity.ts'

/** A federated subgraph, independent of how it is reached. */
export interface Subgraph {
  readonly name: string
  readonly schema: GraphQLSchema
  /** The context that the resolvers of one request share (identity, database client, loaders). */
  createContext(identity: Identity): object
  /** Resolves when its own database answers; rejects otherwise. */
  check(): Promise<void>
  close(): Promise<void>
}

/** Builds the schema of a subgraph from its contract and resolvers; `check` resolves the contract's `subgraphReady`. */
export function subgraphSchema(
  contract: URL,
  resolvers: { readonly Query?: object; readonly [type: string]: unknown },
  check: Subgraph['check'],
): GraphQLSchema {
  const subgraphReady = async (): Promise<boolean> => {
    await check()
    return true
  }
  return buildSubgraphSchema({
    typeDefs: parse(readFileSync(contract, 'utf8')),
    resolvers: { ...resolvers, Query: { ...resolvers.Query, subgraphReady } } as never,
  })
}
