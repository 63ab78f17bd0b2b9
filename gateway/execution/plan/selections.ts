import {
  GraphQLError,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isInterfaceType,
  isObjectType,
  OperationTypeNode,
  print,
  TypeNameMetaFieldDef,
  type DocumentNode,
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLOutputType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'
import {
  collectFields,
  type SelectedField,
  type SelectionContext,
} from '../../../platform/graphql/selection/collect-fields.ts'
import type { Variables } from '../../../platform/graphql/selection/conditions.ts'
import { fragmentsOf } from '../../../platform/graphql/selection/fragments.ts'

/** One field of the response, and its name in the requests to subgraphs. */
export interface ResponseField {
  /** Its name in the response. */
  readonly responseKey: string
  /** Its name in what is requested from subgraphs; see InternalNames. */
  readonly internalKey: string
  /** Absent for `__typename` and for introspection. */
  readonly type: GraphQLOutputType | undefined
  readonly isTypename: boolean
  readonly parentName: string
  readonly node: FieldNode
  /** The selection of a field that returns an object, interface or union. */
  readonly selection: Selection | undefined
}

/** How an operation is read: its schema, its fragments and the values of its conditions. */
interface Reading extends SelectionContext {
  readonly names: InternalNames
  readonly isMutation: boolean
}

/**
 * The selection set of an operation at one place, with fragments resolved, conditions decided and repeated fields merged: the
 * fields depend only on the type of the object that is found there.
 */
export class Selection {
  readonly #known = new Map<string, readonly ResponseField[]>()

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
  fieldsOf(typeName: string): readonly ResponseField[] {
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

  #collect(type: GraphQLCompositeType): ResponseField[] {
    return collectFields(this.reading, type, this.selectionSets).map((field) => this.#field(type, field))
  }

  #field(parent: GraphQLCompositeType, { responseKey, definition, nodes }: SelectedField): ResponseField {
    const [node] = nodes
    const name = node.name.value
    // The gateway knows the types and the schema itself.
    const field = isIntrospection(name) ? undefined : definition
    const named = field && getNamedType(field.type)
    const isComposite = isCompositeType(named)
    const selectionSets = nodes.flatMap(({ selectionSet }) => selectionSet ?? [])
    return {
      responseKey,
      internalKey: field
        ? this.reading.names.of(node, responseKey, {
            isOwn: isComposite || (this.isRoot && this.reading.isMutation),
            takesArguments: field.args.length > 0,
          })
        : name === TypeNameMetaFieldDef.name
          ? name
          : responseKey,
      type: field?.type,
      isTypename: name === TypeNameMetaFieldDef.name,
      parentName: parent.name,
      node,
      selection: isComposite ? new Selection(this.reading, named, selectionSets) : undefined,
    }
  }
}

const isIntrospection = (name: string): boolean => name.startsWith('__')

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

/** The root selection of an operation, for these values of the variables in its conditions. */
export function selectionOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Variables,
): Selection {
  const root = schema.getRootType(operation.operation)
  if (!root) throw new GraphQLError(`The schema has no ${operation.operation}`)
  const names = new InternalNames(internalPrefix(schema))
  const isMutation = operation.operation === OperationTypeNode.MUTATION
  return new Selection(
    { schema, fragments: fragmentsOf(document), variables, names, isMutation },
    root,
    [operation.selectionSet],
    true,
  )
}
