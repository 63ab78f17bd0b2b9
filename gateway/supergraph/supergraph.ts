import { readFileSync } from 'node:fs'
import { Supergraph as FederationSupergraph, type Schema } from '@apollo/federation-internals'
import type { GraphQLSchema } from 'graphql'
import { readScalarsOf } from '../../platform/graphql/scalars.ts'

/** The composed graph in the forms its users need. */
export interface Supergraph {
  readonly sdl: string
  /** With every subgraph's particulars and the access directives. */
  readonly schema: GraphQLSchema
  /** What clients see. */
  readonly apiSchema: GraphQLSchema
  /** What clients see, as the libraries of federation read it. */
  readonly federationApiSchema: Schema
  readonly subgraphNames: readonly string[]
}

/** Reads a composed supergraph; throws when it is not one. */
export function readSupergraph(text: string): Supergraph {
  const sdl = withoutSecurityRequirement(text)
  const federation = FederationSupergraph.build(sdl)
  const federationApiSchema = federation.apiSchema()
  return {
    sdl,
    schema: federation.schema.toGraphQLJSSchema(),
    apiSchema: readScalarsOf(federationApiSchema.toGraphQLJSSchema()),
    federationApiSchema,
    subgraphNames: [...federation.subgraphsMetadata()].map(({ name }) => name),
  }
}

/** The JavaScript libraries refuse security features they do not enforce; gateway/auth/authorization.ts enforces them. */
export const withoutSecurityRequirement = (sdl: string): string =>
  sdl.replace(/(@link\(url: "[^"]+\/(?:authenticated|requiresScopes)\/[^"]+"), for: SECURITY\)/g, '$1)')

/** Reads the supergraph in a file. */
export const loadSupergraph = (file: URL): Supergraph => readSupergraph(readFileSync(file, 'utf8'))
