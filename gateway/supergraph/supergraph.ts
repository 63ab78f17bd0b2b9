import { readFileSync } from 'node:fs'
import { Supergraph as FederationSupergraph, type Schema } from '@apollo/federation-internals'
import { QueryPlanner } from '@apollo/query-planner'
import type { GraphQLSchema } from 'graphql'
import { readScalarsOf } from '../../platform/scalars.ts'

/** The composed graph in the forms its users need. */
export interface Supergraph {
  readonly sdl: string
  /** With every subgraph's particulars and the access directives. */
  readonly schema: GraphQLSchema
  /** What clients see. */
  readonly apiSchema: GraphQLSchema
  /** What clients see, as the planner reads it. */
  readonly federationApiSchema: Schema
  readonly planner: QueryPlanner
  readonly subgraphNames: readonly string[]
}

/** Reads a composed supergraph; throws when it is not one. */
export function readSupergraph(text: string): Supergraph {
  // The JavaScript libraries refuse security features they do not enforce; access/authorization.ts enforces them.
  const sdl = text.replace(/(@link\(url: "[^"]+\/(?:authenticated|requiresScopes)\/[^"]+"), for: SECURITY\)/g, '$1)')
  const federation = FederationSupergraph.build(sdl)
  const federationApiSchema = federation.apiSchema()
  return {
    sdl,
    schema: federation.schema.toGraphQLJSSchema(),
    apiSchema: readScalarsOf(federationApiSchema.toGraphQLJSSchema()),
    federationApiSchema,
    planner: new QueryPlanner(federation),
    subgraphNames: [...federation.subgraphsMetadata()].map(({ name }) => name),
  }
}

/** Reads the supergraph in a file. */
export const loadSupergraph = (file: URL): Supergraph => readSupergraph(readFileSync(file, 'utf8'))
