import {
  GraphQLError,
  getDirectiveValues,
  getNamedType,
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  isAbstractType,
  isInterfaceType,
  isObjectType,
  Kind,
  OperationTypeNode,
  print,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLOutputType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'

type Variables = Readonly<Record<string, unknown>>

/** One field of the response. */
export interface SelectedField {
  /** Its name in the response. */
  readonly responseKey: string
  /** Its name in what is requested from subgraphs; see InternalNames. */
  readonly internalKey: string
  /** Absent for `__typename` and for introspection. */
  readonly type: GraphQLOutputType | undefined
  readonly isTypename: boolean
  readonly parentName: string
  readonly node: FieldNode
  /** What is selected within, for fields with an object, interface or union. */
  readonly selection: Selection | undefined
}

/** How an operation is read: its schema, its fragments and the values of its conditions. */
interface Reading {
  readonly schema: GraphQLSchema
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>
  readonly variables: Variables
  readonly names: InternalNames
  readonly isMutation: boolean
}

/**
 * What an operation selects at one place, with fragments resolved, conditions decided and repeated fields merged: the
 * fields depend only on the type of the object that is found there.
 */
export class Selection {
  readonly #known = new Map<string, readonly SelectedField[]>()

  constructor(
    private readonly reading: Reading,
    /** The type of the field that holds the object. */
    readonly declared: GraphQLCompositeType,
    private readonly selectionSets: readonly SelectionSetNode[],
    private readonly isRoot = false,
  ) {}

  /**
   * The fields of an object of this type, in the order of the response. An interface is the type of an object whose
   * subgraph knows no more; unknown names are read as the declared type.
   */
  fieldsOf(typeName: string): readonly SelectedField[] {
    let fields = this.#known.get(typeName)
    if (!fields) {
      const type = this.reading.schema.getType(typeName)
      fields = isObjectType(type) || isAbstractType(type) ? this.#collect(type) : this.fieldsOf(this.declared.name)
      this.#known.set(typeName, fields)
    }
    return fields
  }

  /** Names of the object types that may be found here. */
  get possibleTypes(): readonly string[] {
    const { declared, reading } = this
    return isAbstractType(declared)
      ? reading.schema.getPossibleTypes(declared).map(({ name }) => name)
      : [declared.name]
  }

  /** Whether objects of some types have other fields than the declared type. */
  get isNarrowing(): boolean {
    const keys = (typeName: string): string =>
      this.fieldsOf(typeName)
        .map(({ responseKey }) => responseKey)
        .join(' ')
    const common = keys(this.declared.name)
    return this.possibleTypes.some((typeName) => keys(typeName) !== common)
  }

  #collect(type: GraphQLCompositeType): SelectedField[] {
    const nodes = new Map<string, FieldNode[]>()
    for (const selectionSet of this.selectionSets) this.#gather(type, selectionSet, nodes, new Set())
    return [...nodes].map(([responseKey, same]) => this.#field(type, responseKey, same))
  }

  /** The fields by their names in the response, as GraphQL's `CollectFields` does. */
  #gather(
    type: GraphQLCompositeType,
    { selections }: SelectionSetNode,
    found: Map<string, FieldNode[]>,
    visited: Set<string>,
  ): void {
    const { fragments, variables } = this.reading
    for (const selection of selections) {
      if (getDirectiveValues(GraphQLSkipDirective, selection, variables)?.['if'] === true) continue
      if (getDirectiveValues(GraphQLIncludeDirective, selection, variables)?.['if'] === false) continue
      if (selection.kind === Kind.FIELD) {
        const key = (selection.alias ?? selection.name).value
        const same = found.get(key)
        if (same) same.push(selection)
        else found.set(key, [selection])
        continue
      }
      if (selection.kind === Kind.FRAGMENT_SPREAD) {
        if (visited.has(selection.name.value)) continue
        visited.add(selection.name.value)
      }
      const fragment = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value)
      const condition = fragment?.typeCondition?.name.value
      if (fragment && (condition === undefined || this.#covers(condition, type)))
        this.#gather(type, fragment.selectionSet, found, visited)
    }
  }

  /** Whether every object of a type fulfils a fragment's condition. */
  #covers(condition: string, type: GraphQLCompositeType): boolean {
    const { schema } = this.reading
    const wanted = schema.getType(condition)
    if (wanted === type) return true
    return isAbstractType(wanted) && (isObjectType(type) || isInterfaceType(type)) && schema.isSubType(wanted, type)
  }

  #field(parent: GraphQLCompositeType, responseKey: string, nodes: readonly FieldNode[]): SelectedField {
    const [node] = nodes as [FieldNode, ...FieldNode[]]
    const name = node.name.value
    const isTypename = name === '__typename'
    const field = 'getFields' in parent ? parent.getFields()[name] : undefined
    const type = field?.type
    const named = type && getNamedType(type)
    const isComposite = named !== undefined && 'astNode' in named && (isObjectType(named) || isAbstractType(named))
    const selectionSets = nodes.flatMap(({ selectionSet }) => selectionSet ?? [])
    return {
      responseKey,
      internalKey: isTypename
        ? name
        : !field
          ? // Introspection, which no subgraph takes part in.
            responseKey
          : this.reading.names.of(node, responseKey, {
              isOwn: isComposite || (this.isRoot && this.reading.isMutation),
              takesArguments: field.args.length > 0,
            }),
      type,
      isTypename,
      parentName: parent.name,
      node,
      selection: isComposite ? new Selection(this.reading, named, selectionSets) : undefined,
    }
  }
}

/**
 * Names of fields in what the planner sees. An alias of the client could be the name of a key or of another field that
 * the planner requests in addition, and would then give one value for the other; so each field with an alias or that
 * takes arguments gets a name that nothing else has. Equal reads share one.
 */
class InternalNames {
  readonly #known = new Map<string, string>()

  constructor(private readonly prefix: string) {}

  /** `isOwn`: whether the field is requested for each of its names in the response. */
  of(
    node: FieldNode,
    responseKey: string,
    { isOwn, takesArguments }: { readonly isOwn: boolean; readonly takesArguments: boolean },
  ): string {
    const name = node.name.value
    // A plan may request the same field with other arguments than the defaults.
    if (!takesArguments && (!isOwn || name === responseKey) && !(name in Object.prototype)) return name
    // A field with fields of its own is requested for each of its names: an error within one leaves the others.
    const identity = `${isOwn ? responseKey : ''}:${name}(${(node.arguments ?? []).map(print).join()})`
    let internal = this.#known.get(identity)
    if (!internal) this.#known.set(identity, (internal = `${this.prefix}${this.#known.size}`))
    return internal
  }
}

const isCondition = (directive: string): boolean => directive === 'skip' || directive === 'include'

const prefixes = new WeakMap<GraphQLSchema, string>()

/** A prefix that begins no field's name with a number after it, for InternalNames. */
function internalPrefix(schema: GraphQLSchema): string {
  const known = prefixes.get(schema)
  if (known !== undefined) return known
  const names = new Set<string>()
  for (const type of Object.values(schema.getTypeMap()))
    if (isObjectType(type) || isInterfaceType(type)) for (const name of Object.keys(type.getFields())) names.add(name)
  let prefix = '_'
  while ([...names].some((name) => name.startsWith(prefix) && /^\d+$/.test(name.slice(prefix.length)))) prefix += 'f'
  prefixes.set(schema, prefix)
  return prefix
}

/** What an operation selects at its root, for these values of the variables in its conditions. */
export function selectionOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Variables,
): Selection {
  const root = schema.getRootType(operation.operation)
  if (!root) throw new GraphQLError(`The schema has no ${operation.operation}`)
  const fragments = new Map<string, FragmentDefinitionNode>()
  for (const definition of document.definitions)
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition)
  const names = new InternalNames(internalPrefix(schema))
  const isMutation = operation.operation === OperationTypeNode.MUTATION
  return new Selection({ schema, fragments, variables, names, isMutation }, root, [operation.selectionSet], true)
}

/** Names of the variables that decide which fields there are. */
export function conditionVariables(document: DocumentNode): string[] {
  const names = new Set<string>()
  const within = ({ selections }: SelectionSetNode): void => {
    for (const selection of selections) {
      for (const { name, arguments: given = [] } of selection.directives ?? [])
        if (isCondition(name.value))
          for (const { value } of given) if (value.kind === Kind.VARIABLE) names.add(value.name.value)
      if (selection.kind !== Kind.FRAGMENT_SPREAD && selection.selectionSet) within(selection.selectionSet)
    }
  }
  for (const definition of document.definitions) if ('selectionSet' in definition) within(definition.selectionSet)
  return [...names].sort()
}
