import { readFileSync } from 'node:fs'
import { Supergraph as FederationSupergraph } from '@apollo/federation-internals'
import type { GraphQLSchema } from 'graphql'
import { readScalarsOf } from '../../platform/graphql/scalars.ts'
import { SubgraphFields } from './subgraph-fields.ts'

/** The composed graph in the forms its users need. */
export interface Supergraph {
  readonly sdl: string
  /** With every subgraph's particulars and the access directives. */
  readonly schema: GraphQLSchema
  /** What clients see. */
  readonly apiSchema: GraphQLSchema
  readonly subgraphFields: SubgraphFields
  /** By the names and addresses that the supergraph gives them. */
  readonly subgraphs: readonly { readonly name: string; readonly url: string }[]
}

/**
 * Reads a composed supergraph; throws when it is not one. `readScalars` has the clients' schema read the values of
 * scalars that are known: by default those of the product.
 */
export function readSupergraph(
  text: string,
  readScalars: (schema: GraphQLSchema) => GraphQLSchema = readScalarsOf,
): Supergraph {
  const sdl = withoutSecurityRequirement(text)
  const federation = FederationSupergraph.build(sdl)
  const schema = federation.schema.toGraphQLJSSchema()
  return {
    sdl,
    schema,
    apiSchema: readScalars(federation.apiSchema().toGraphQLJSSchema()),
    subgraphFields: new SubgraphFields(schema),
    subgraphs: [...federation.subgraphsMetadata()],
  }
}

/** The JavaScript libraries refuse security features they do not enforce; gateway/auth/authorization.ts enforces them. */
export const withoutSecurityRequirement = (sdl: string): string =>
  sdl.replace(/(@link\(url: "[^"]+\/(?:authenticated|requiresScopes)\/[^"]+"), for: SECURITY\)/g, '$1)')

/** Reads the supergraph of the product in a file. */
export const loadSupergraph = (file: URL): Supergraph => readSupergraph(readFileSync(file, 'utf8'))
