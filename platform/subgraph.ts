import { readFileSync } from 'node:fs'
import { buildSubgraphSchema } from '@apollo/subgraph'
import { parse, type GraphQLSchema } from 'graphql'
import type { Identity } from './identity.ts'

/** A federated subgraph, independent of how it is reached. */
export interface Subgraph {
  readonly name: string
  readonly schema: GraphQLSchema
  /** Everything the resolvers of one request share (identity, database client, loaders). */
  createContext(identity: Identity): object
  close(): Promise<void>
}

/** Builds the schema of a subgraph from its contract and resolvers. */
export function subgraphSchema(contract: URL, resolvers: unknown): GraphQLSchema {
  return buildSubgraphSchema({
    typeDefs: parse(readFileSync(contract, 'utf8')),
    resolvers: resolvers as never,
  })
}
