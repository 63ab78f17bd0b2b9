import {
  getDirectiveValues,
  getNamedType,
  Kind,
  OperationTypeNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type DirectiveNode,
  type DocumentNode,
  type FieldNode,
  type GraphQLDirective,
  type GraphQLSchema,
  type InlineFragmentNode,
  type OperationDefinitionNode,
} from 'graphql'
import { conditionsOf, type Variables } from '../../platform/graphql/selection/conditions.ts'
import type { Identity } from '../../platform/trust/identity.ts'
import { apiError } from '../../schema/errors.ts'

/** Reading these is following what happens, which pages with a publishable key do not. */
const logs = new Set(['Query.events', 'Query.catalogEventsCursor', 'Query.availabilityChanges'])

/** A variable that leaves a field out when it has this value. */
interface VariableCondition {
  readonly variable: string
  readonly excludedBy: boolean
}

/** The scopes and rights that a selected field requires of the caller. */
interface Need {
  /** Alternatives: one of them must be granted whole. Absent where any key will do. */
  readonly scopes: readonly (readonly string[])[] | undefined
  /** Whether a publishable key with the scopes will do. */
  readonly isForPages: boolean
  /** The field is selected unless one of them leaves it out. */
  readonly conditions: readonly VariableCondition[]
}

interface Requirement {
  readonly needs: readonly Need[]
  /** Whether it is a query. */
  readonly isRead: boolean
  /** Defaults of the operation's boolean variables. */
  readonly defaults: ReadonlyMap<string, boolean>
}

/**
 * Enforces `@authenticated` and `@requiresScopes` (docs/partner-api/keys-and-limits.md#scopes): the one place where it
 * happens, for HTTP, WebSocket and REST alike. What an operation requires is worked out once for each document; what
 * its variables leave out requires nothing.
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
  check(document: DocumentNode, operationName: string | undefined, variables: Variables, identity: Identity): void {
    const { needs, isRead, defaults } = this.#requirementOf(document, operationName)
    const selected = needs.filter(({ conditions }) =>
      conditions.every(({ variable, excludedBy }) => {
        const given = Object.hasOwn(variables, variable) ? variables[variable] : undefined
        return (given ?? defaults.get(variable)) !== excludedBy
      }),
    )
    requireGranted(selected, isRead, identity)
  }

  /** The same before the variables are known: the scopes that the operation requires whatever their values are. */
  checkBeforeVariables(document: DocumentNode, operationName: string | undefined, identity: Identity): void {
    const { needs, isRead } = this.#requirementOf(document, operationName)
    requireGranted(
      needs.filter(({ conditions }) => conditions.length === 0),
      isRead,
      identity,
    )
  }

  #requirementOf(document: DocumentNode, operationName: string | undefined): Requirement {
    let known = this.#requirements.get(document)
    if (!known) this.#requirements.set(document, (known = new Map<string | undefined, Requirement>()))
    let requirement = known.get(operationName)
    if (!requirement) known.set(operationName, (requirement = this.#compute(document, operationName)))
    return requirement
  }

  #compute(document: DocumentNode, operationName: string | undefined): Requirement {
    const needs = new Map<string, Need>()
    const defaults = new Map<string, boolean>()
    let isRead = true
    /** Conditions of the fields and inline fragments that the visit is inside of. */
    const around: (readonly VariableCondition[])[] = []
    const typeInfo = new TypeInfo(this.#schema)
    const require = (node: DirectiveHolder, coordinate: string): void => {
      const required = getDirectiveValues(this.#requiresScopes, node)
      if (!required && !getDirectiveValues(this.#authenticated, node)) return
      const need = {
        scopes: required?.scopes as string[][] | undefined,
        isForPages: required !== undefined && !logs.has(coordinate),
        conditions: around.flat(),
      }
      needs.set(JSON.stringify(need), need)
    }
    const enter = (node: FieldNode | InlineFragmentNode): void => {
      around.push(
        conditionsOf(node).flatMap(({ value, excludedBy }) =>
          value?.kind === Kind.VARIABLE ? [{ variable: value.name.value, excludedBy }] : [],
        ),
      )
    }
    const leave = (): void => {
      around.pop()
    }
    // Fragments are visited whole, regardless of where and on what condition they are spread: this is stricter, never
    // laxer.
    visit(
      document,
      visitWithTypeInfo(typeInfo, {
        OperationDefinition: (node: OperationDefinitionNode) => {
          if (operationName !== undefined && node.name?.value !== operationName) return false
          isRead = node.operation === OperationTypeNode.QUERY
          for (const { variable, defaultValue } of node.variableDefinitions ?? [])
            if (defaultValue?.kind === Kind.BOOLEAN) defaults.set(variable.name.value, defaultValue.value)
          return undefined
        },
        InlineFragment: { enter, leave },
        Field: {
          enter(node) {
            enter(node)
            const field = typeInfo.getFieldDef()
            if (field?.astNode) require(field.astNode, `${typeInfo.getParentType()?.name}.${field.name}`)
            const type = field && getNamedType(field.type)
            if (type?.astNode?.kind === Kind.OBJECT_TYPE_DEFINITION) require(type.astNode, type.name)
          },
          leave,
        },
      }),
    )
    return { needs: [...needs.values()], isRead, defaults }
  }
}

function requireGranted(needs: readonly Need[], isRead: boolean, identity: Identity): void {
  const isBeyondPages = identity.isPublishable === true && !isRead
  if (needs.length === 0 && !isBeyondPages) return
  if (identity.partnerId === null) throw apiError('AUTHENTICATION_REQUIRED')
  const granted = new Set(identity.scopes)
  const isOpenTo = ({ isForPages }: Need): boolean => isForPages || !identity.isPublishable
  const unmet = needs.filter(
    (need) => !isOpenTo(need) || (need.scopes && !need.scopes.some((all) => all.every((scope) => granted.has(scope)))),
  )
  if (unmet.length === 0 && !isBeyondPages) return
  // Where no scope would do for the key, none is named.
  const requiredScopes = [...new Set(unmet.flatMap((need) => (isOpenTo(need) ? (need.scopes?.[0] ?? []) : [])))]
  throw apiError('INSUFFICIENT_PERMISSIONS', { requiredScopes, grantedScopes: identity.scopes })
}

type DirectiveHolder = { readonly directives?: readonly DirectiveNode[] | undefined }
