import { readFileSync } from 'node:fs'
import { Supergraph as FederationSupergraph } from '@apollo/federation-internals'
import {
  DirectiveLocation,
  extendSchema,
  getNamedType,
  isInputObjectType,
  Kind,
  type DefinitionNode,
  type GraphQLInputType,
  type GraphQLSchema,
} from 'graphql'
import { readScalarsOf } from '../../platform/graphql/scalars.ts'
import { SubgraphFields } from './subgraph-fields.ts'

/** The composed graph in the forms its users need. */
export interface Supergraph {
  readonly sdl: string
  /** With every subgraph's particulars and the access directives. */
  readonly schema: GraphQLSchema
  /** The schema that clients see. */
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
    apiSchema: readScalars(withExecutableDirectives(federation.apiSchema().toGraphQLJSSchema(), schema)),
    subgraphFields: new SubgraphFields(schema),
    subgraphs: [...federation.subgraphsMetadata()],
  }
}

/** Directives of federation and of GraphQL itself, which are no part of an operation or known already. */
const ownDirectives = new Set(['link', 'core', 'tag', 'inaccessible', 'cost', 'listSize', 'defer', 'stream'])
const executableLocations: ReadonlySet<string> = new Set<string>(
  Object.values(DirectiveLocation).slice(0, Object.values(DirectiveLocation).indexOf(DirectiveLocation.SCHEMA)),
)

/**
 * The clients' schema with the directives that subgraphs compose for operations. The library leaves them out; clients
 * may write them, and no subgraph receives them.
 */
function withExecutableDirectives(apiSchema: GraphQLSchema, schema: GraphQLSchema): GraphQLSchema {
  const definitions = new Map<string, DefinitionNode>()
  const addType = (type: GraphQLInputType): void => {
    const { name, astNode } = getNamedType(type)
    if (apiSchema.getType(name) || definitions.has(name) || !astNode) return
    definitions.set(name, astNode)
    const named = schema.getType(name)
    if (isInputObjectType(named)) for (const field of Object.values(named.getFields())) addType(field.type)
  }
  for (const directive of schema.getDirectives()) {
    const { name, args, astNode, locations } = directive
    const isForOperations = locations.some((location) => executableLocations.has(location))
    if (!astNode || !isForOperations || name.includes('__') || ownDirectives.has(name)) continue
    if (apiSchema.getDirective(name)) continue
    definitions.set(`@${name}`, astNode)
    for (const { type } of args) addType(type)
  }
  if (definitions.size === 0) return apiSchema
  return extendSchema(apiSchema, { kind: Kind.DOCUMENT, definitions: [...definitions.values()] })
}

/** The JavaScript libraries refuse security features they do not enforce; gateway/auth/authorization.ts enforces them. */
export const withoutSecurityRequirement = (sdl: string): string =>
  sdl.replace(/(@link\(url: "[^"]+\/(?:authenticated|requiresScopes)\/[^"]+"), for: SECURITY\)/g, '$1)')

/** Reads the supergraph of the product in a file. */
export const loadSupergraph = (file: URL): Supergraph => readSupergraph(readFileSync(file, 'utf8'))
