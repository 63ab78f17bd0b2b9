import {
  getDirectiveValues,
  getNamedType,
  Kind,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type DocumentNode,
  type GraphQLDirective,
  type GraphQLField,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql'
import type { Identity } from '../../platform/identity.ts'
import { apiError } from '../../schema/errors.ts'

interface Requirement {
  readonly authenticated: boolean
  /** Each field's alternatives: one of them must be granted whole. */
  readonly scopes: readonly (readonly (readonly string[])[])[]
}

/**
 * Enforces `@authenticated` and `@requiresScopes` (decisions 2): the one place where it happens, for HTTP, WebSocket
 * and REST alike. What an operation requires is worked out once for each document.
 */
export class Authorization {
  readonly #schema: GraphQLSchema
  readonly #authenticated: GraphQLDirective
  readonly #requiresScopes: GraphQLDirective
  readonly #requirements = new WeakMap<DocumentNode, Map<string | undefined, Requirement>>()

  /** Takes the supergraph's own schema, for the client's schema has lost its directives. */
  constructor(supergraphSchema: GraphQLSchema) {
    this.#schema = supergraphSchema
    const directive = (name: string): GraphQLDirective => {
      const found = supergraphSchema.getDirective(name)
      if (!found) throw new Error(`The supergraph does not define @${name}: nothing would be protected`)
      return found
    }
    this.#authenticated = directive('authenticated')
    this.#requiresScopes = directive('requiresScopes')
  }

  /** Throws AUTHENTICATION_REQUIRED or INSUFFICIENT_PERMISSIONS when the caller may not run the operation. */
  check(document: DocumentNode, operationName: string | undefined, identity: Identity): void {
    const { authenticated, scopes } = this.#requirementOf(document, operationName)
    if (authenticated && identity.partnerId === null) throw apiError('AUTHENTICATION_REQUIRED')
    const granted = new Set(identity.scopes)
    const missing = scopes.filter(
      (alternatives) => !alternatives.some((all) => all.every((scope) => granted.has(scope))),
    )
    if (missing.length === 0) return
    const requiredScopes = [...new Set(missing.flatMap((alternatives) => alternatives[0] ?? []))]
    throw apiError('INSUFFICIENT_PERMISSIONS', { requiredScopes, grantedScopes: identity.scopes })
  }

  #requirementOf(document: DocumentNode, operationName: string | undefined): Requirement {
    let known = this.#requirements.get(document)
    if (!known) this.#requirements.set(document, (known = new Map<string | undefined, Requirement>()))
    let requirement = known.get(operationName)
    if (!requirement) known.set(operationName, (requirement = this.#compute(document, operationName)))
    return requirement
  }

  #compute(document: DocumentNode, operationName: string | undefined): Requirement {
    let authenticated = false
    const scopes: string[][][] = []
    const typeInfo = new TypeInfo(this.#schema)
    const require = (node: GraphQLField<unknown, unknown>['astNode']): void => {
      if (!node) return
      if (getDirectiveValues(this.#authenticated, node)) authenticated = true
      const required = getDirectiveValues(this.#requiresScopes, node)
      if (required) {
        authenticated = true
        scopes.push(required.scopes as string[][])
      }
    }
    // Fragments are visited whole even if another operation of the document uses them: stricter, never laxer.
    visit(
      document,
      visitWithTypeInfo(typeInfo, {
        OperationDefinition: (node: OperationDefinitionNode) =>
          operationName !== undefined && node.name?.value !== operationName ? false : undefined,
        Field: () => {
          const field = typeInfo.getFieldDef()
          require(field?.astNode)
          const type = field && getNamedType(field.type)
          if (type?.astNode?.kind === Kind.OBJECT_TYPE_DEFINITION) require(type.astNode as never)
        },
      }),
    )
    return { authenticated, scopes }
  }
}
