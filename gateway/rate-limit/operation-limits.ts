import {
  getArgumentValues,
  getDirectiveValues,
  Kind,
  separateOperations,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type DocumentNode,
  type FieldNode,
  type GraphQLDirective,
  type GraphQLField,
  type GraphQLSchema,
} from 'graphql'
import type { Variables } from '../../platform/graphql/selection/conditions.ts'
import type { OperationUse } from './pricing-tier.ts'

/** A limit as the contract declares it. */
export type DeclaredLimit = Omit<OperationUse, 'cost'>
type Declared = DeclaredLimit & { readonly countedBy: string | undefined }
/** A limited field where a document selects it. */
interface Selected {
  readonly declared: Declared
  readonly field: GraphQLField<unknown, unknown>
  readonly node: FieldNode
}

const none: readonly OperationUse[] = []

/** Reads `@rateLimit` from the supergraph and reports which limits an operation uses, and how often. */
export class OperationLimits {
  readonly #schema: GraphQLSchema
  readonly #directive: GraphQLDirective
  readonly #selections = new WeakMap<DocumentNode, Map<string | undefined, readonly Selected[]>>()

  /** Takes the supergraph's own schema, for the client's schema has lost its directives. */
  constructor(supergraphSchema: GraphQLSchema) {
    const directive = supergraphSchema.getDirective('rateLimit')
    if (!directive) throw new Error('The supergraph does not define @rateLimit: no operation would be limited')
    this.#schema = supergraphSchema
    this.#directive = directive
  }

  /** Every limit by its name, for keys that override them. */
  get declared(): DeclaredLimit[] {
    const limits = new Map<string, DeclaredLimit>()
    for (const type of Object.values(this.#schema.getTypeMap())) {
      if (!('getFields' in type)) continue
      for (const field of Object.values(type.getFields()) as GraphQLField<unknown, unknown>[]) {
        const declared = this.#declaredBy(field)
        if (declared) limits.set(declared.name, declared)
      }
    }
    return [...limits.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
  }

  /** The limits that an operation uses up; documents and their selections are analyzed once. */
  usesOf(document: DocumentNode, operationName: string | undefined, variables: Variables): readonly OperationUse[] {
    const selected = this.#selectedBy(document, operationName)
    if (selected.length === 0) return none
    const uses = new Map<string, OperationUse>()
    for (const { declared, field, node } of selected) {
      const { countedBy, ...limit } = declared
      const cost = countedBy === undefined ? 1 : countAt(argumentsOf(field, node, variables), countedBy)
      const known = uses.get(limit.name)
      if (cost > 0) uses.set(limit.name, { ...limit, cost: cost + (known?.cost ?? 0) })
    }
    return [...uses.values()]
  }

  #selectedBy(document: DocumentNode, operationName: string | undefined): readonly Selected[] {
    let known = this.#selections.get(document)
    if (!known) this.#selections.set(document, (known = new Map<string | undefined, readonly Selected[]>()))
    let selected = known.get(operationName)
    if (!selected) known.set(operationName, (selected = this.#find(document, operationName)))
    return selected
  }

  #find(document: DocumentNode, operationName: string | undefined): readonly Selected[] {
    // Fragments that only another operation of the document uses must not count.
    const parts = separateOperations(document)
    const operation = operationName === undefined ? Object.values(parts)[0] : parts[operationName]
    if (!operation) return []
    const selected: Selected[] = []
    const typeInfo = new TypeInfo(this.#schema)
    visit(
      operation,
      visitWithTypeInfo(typeInfo, {
        [Kind.FIELD]: (node: FieldNode) => {
          const field = typeInfo.getFieldDef()
          const declared = field ? this.#declaredBy(field) : undefined
          if (field && declared) selected.push({ declared, field, node })
        },
      }),
    )
    return selected
  }

  #declaredBy(field: GraphQLField<unknown, unknown>): Declared | undefined {
    const values = field.astNode && getDirectiveValues(this.#directive, field.astNode)
    if (!values) return undefined
    return {
      name: typeof values.name === 'string' ? values.name : field.name,
      limit: Number(values.limit),
      seconds: Number(values.window),
      keyless: values.keyless === true,
      countedBy: typeof values.countedBy === 'string' ? values.countedBy : undefined,
    }
  }
}

/** Arguments as given; none when they do not fit their types, for then the operation is refused. */
function argumentsOf(field: GraphQLField<unknown, unknown>, node: FieldNode, variables: Variables): unknown {
  try {
    return getArgumentValues(field, node, variables)
  } catch {
    return {}
  }
}

/** Items at a dotted path of the arguments: as many as a list has, one for any other value, none where there is none. */
function countAt(values: unknown, path: string): number {
  const value = path
    .split('.')
    .reduce<unknown>((at, name) => (at as Record<string, unknown> | null | undefined)?.[name], values)
  return Array.isArray(value) ? value.length : Number(value !== undefined && value !== null && value !== '')
}
