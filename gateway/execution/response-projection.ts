import {
  getDirectiveValues,
  getNamedType,
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  isAbstractType,
  isEnumType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  valueFromASTUntyped,
  visit,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'
import type { Data } from './run-plan.ts'

type Variables = Readonly<Record<string, unknown>>
/** Takes a value of gathered data into the answer; undefined where a null may not stand. */
type Complete = (value: unknown) => unknown
/** Turns gathered data into the requested response. */
export type Projection = (data: Data, variables: Variables) => Data | null

interface Field {
  readonly key: string
  readonly complete: Complete
  /** A key that every object has without owning it. */
  readonly inherited: boolean
}

/** Limits the remembered combinations of conditions of one document. */
const maxVariants = 16

/**
 * Prepares the projection of an operation's response: the requested fields under their response names, in their order,
 * and nothing that the plan fetched in addition; a null that is not allowed replaces its parent. The fields of a type
 * are computed once, and so is the effect of `@skip` and `@include` for each combination of their variables.
 */
export function projectionOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): Projection {
  const fragments = new Map<string, FragmentDefinitionNode>()
  for (const definition of document.definitions)
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition)
  const root = schema.getRootType(operation.operation)
  if (!root) throw new Error(`The schema has no ${operation.operation}`)
  const defaults: Record<string, unknown> = {}
  for (const { variable, defaultValue } of operation.variableDefinitions ?? [])
    if (defaultValue) defaults[variable.name.value] = valueFromASTUntyped(defaultValue)

  const conditions = conditionVariables(document)
  const variants = new Map<string, (data: Data) => unknown>()
  return (data, given) => {
    const variables = { ...defaults, ...given }
    const variant = conditions.map((name) => String(variables[name])).join()
    let complete = variants.get(variant)
    if (!complete) {
      const shaper = new Shaper(schema, fragments, variables)
      complete = shaper.operation(operation, root)
      if (variants.size < maxVariants) variants.set(variant, complete)
    }
    return (complete(data) ?? null) as Data | null
  }
}

/** Names of the variables that decide which fields there are. */
function conditionVariables(document: DocumentNode): string[] {
  const names = new Set<string>()
  visit(document, {
    Directive({ name, arguments: args = [] }) {
      if (name.value !== 'skip' && name.value !== 'include') return
      for (const { value } of args) if (value.kind === Kind.VARIABLE) names.add(value.name.value)
    },
  })
  return [...names].sort()
}

class Shaper {
  constructor(
    private readonly schema: GraphQLSchema,
    private readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>,
    private readonly variables: Variables,
  ) {}

  operation(operation: OperationDefinitionNode, root: GraphQLObjectType): (data: Data) => unknown {
    const collected = this.#collect(root, [operation.selectionSet])
    const fields = this.#fields(root, collected)
    return (data) => filled(data, fields)
  }

  /** The fields of a type by their names in the answer, fragments resolved and conditions decided. */
  #collect(
    type: GraphQLObjectType,
    selectionSets: readonly SelectionSetNode[],
    found = new Map<string, FieldNode[]>(),
  ): Map<string, FieldNode[]> {
    for (const { selections } of selectionSets) {
      for (const selection of selections) {
        if (getDirectiveValues(GraphQLSkipDirective, selection, this.variables)?.['if'] === true) continue
        if (getDirectiveValues(GraphQLIncludeDirective, selection, this.variables)?.['if'] === false) continue
        if (selection.kind === Kind.FIELD) {
          const key = (selection.alias ?? selection.name).value
          const nodes = found.get(key)
          if (nodes) nodes.push(selection)
          else found.set(key, [selection])
          continue
        }
        const fragment = selection.kind === Kind.INLINE_FRAGMENT ? selection : this.fragments.get(selection.name.value)
        const condition = fragment?.typeCondition?.name.value
        if (fragment && (condition === undefined || this.#applies(condition, type)))
          this.#collect(type, [fragment.selectionSet], found)
      }
    }
    return found
  }

  #applies(condition: string, type: GraphQLObjectType): boolean {
    const wanted = this.schema.getType(condition)
    return wanted === type || (isAbstractType(wanted) && this.schema.isSubType(wanted, type))
  }

  #fields(type: GraphQLObjectType, collected: ReadonlyMap<string, readonly FieldNode[]>): Field[] {
    return [...collected].map(([key, nodes]) => {
      const name = nodes[0]?.name.value ?? ''
      const inherited = key in Object.prototype
      if (name === '__typename') return { key, inherited, complete: () => type.name }
      const definition = type.getFields()[name]
      // Introspection results are complete already.
      if (!definition) return { key, inherited, complete: (value) => value }
      return { key, inherited, complete: this.#completing(definition.type, nodes) }
    })
  }

  #completing(type: GraphQLOutputType, nodes: readonly FieldNode[]): Complete {
    if (isNonNullType(type)) {
      const complete = this.#completing(type.ofType, nodes)
      return (value) => complete(value) ?? undefined
    }
    if (isListType(type)) {
      const complete = this.#completing(type.ofType, nodes)
      return (value) => {
        if (value === null || value === undefined) return null
        if (!Array.isArray(value)) throw new Error(`A subgraph answered a single value for ${String(type)}`)
        const items: unknown[] = []
        for (const item of value) {
          const completed = complete(item)
          if (completed === undefined) return null
          items.push(completed)
        }
        return items
      }
    }
    if (isEnumType(type)) return (value) => (typeof value === 'string' && type.getValue(value) ? value : null)
    if (isLeafType(type)) return (value) => value ?? null
    return this.#objects(getNamedType(type) as GraphQLCompositeType, nodes)
  }

  #objects(declared: GraphQLCompositeType, nodes: readonly FieldNode[]): Complete {
    const selectionSets = nodes.flatMap(({ selectionSet }) => selectionSet ?? [])
    const known = new Map<string, Field[] | null>()
    const fieldsOf = (name: string): Field[] | null => {
      let fields = known.get(name)
      if (fields === undefined) {
        const type = this.schema.getType(name)
        fields = isObjectType(type) ? this.#fields(type, this.#collect(type, selectionSets)) : null
        known.set(name, fields)
      }
      return fields
    }
    return (value) => {
      if (value === null || value === undefined) return null
      const data = value as Data
      const name = data['__typename']
      const fields = fieldsOf(typeof name === 'string' ? name : declared.name)
      return fields ? (filled(data, fields) ?? null) : null
    }
  }
}

/** The answer's fields out of an object; undefined when one is null that may not be. */
function filled(data: Data, fields: readonly Field[]): Data | undefined {
  const answer: Data = {}
  for (const { key, complete, inherited } of fields) {
    const completed = complete(inherited && !Object.hasOwn(data, key) ? null : data[key])
    if (completed === undefined) return undefined
    if (inherited) Object.defineProperty(answer, key, { value: completed, enumerable: true })
    else answer[key] = completed
  }
  return answer
}
