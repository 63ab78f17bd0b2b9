import {
  isAbstractType,
  isInterfaceType,
  isObjectType,
  isUnionType,
  Kind,
  parse,
  valueFromASTUntyped,
  type ConstDirectiveNode,
  type GraphQLInterfaceType,
  type GraphQLObjectType,
  type GraphQLSchema,
} from 'graphql'

type Arguments = Readonly<Record<string, unknown>>

/** The parts of a supergraph's `join__` directives that the planner does not use well. */
export class SubgraphFields {
  readonly #schema: GraphQLSchema
  /** By the name of a graph and a type: the fields of each of its keys, without those within them. */
  readonly #keys = new Map<string, readonly (readonly string[])[]>()
  /** Names of graphs in directives by the names of subgraphs. */
  readonly #graphs = new Map<string, string>()
  /** Whether a union or an interface has other members in one subgraph than in another. */
  readonly hasPartialTypes: boolean

  constructor(schema: GraphQLSchema) {
    this.#schema = schema
    const graphs = schema.getType('join__Graph')
    if (graphs?.astNode?.kind === Kind.ENUM_TYPE_DEFINITION)
      for (const { name, directives = [] } of graphs.astNode.values ?? [])
        for (const { name: subgraph } of applied(directives, 'join__graph'))
          this.#graphs.set(String(subgraph), name.value)
    for (const type of Object.values(schema.getTypeMap()))
      if (isObjectType(type) || isInterfaceType(type)) this.#addKeys(type)
    this.hasPartialTypes = Object.values(schema.getTypeMap()).some(
      (type) => isAbstractType(type) && this.#isPartial(type.name),
    )
  }

  /** Whether a subgraph itself returns objects of a type where this union or interface is. */
  hasMember(subgraph: string, abstractName: string, typeName: string): boolean {
    return this.#membersIn(this.#graphs.get(subgraph), abstractName).has(typeName)
  }

  /** Whether a field has another type in a subgraph than in the whole graph. */
  hasOwnType(subgraph: string, typeName: string, fieldName: string): boolean {
    const graph = this.#graphs.get(subgraph)
    const type = this.#schema.getType(typeName)
    if (!isObjectType(type) && !isInterfaceType(type)) return false
    const fields = applied(type.getFields()[fieldName]?.astNode?.directives, 'join__field')
    return fields.some((one) => one['graph'] === graph && one['type'] !== undefined)
  }

  /** Whether a subgraph resolves a field of a type without anything of another. */
  resolves(subgraph: string, typeName: string, fieldName: string): boolean {
    const graph = this.#graphs.get(subgraph)
    const type = this.#schema.getType(typeName)
    if (!isObjectType(type) && !isInterfaceType(type)) return false
    if (!applied(type.astNode?.directives, 'join__type').some((one) => one['graph'] === graph)) return false
    const fields = applied(type.getFields()[fieldName]?.astNode?.directives, 'join__field')
    const own = fields.find((one) => one['graph'] === graph)
    if (!own) return fields.length === 0 && type.getFields()[fieldName] !== undefined
    return own['external'] !== true && own['usedOverridden'] !== true && own['requires'] === undefined
  }

  /** Whether a representation of an entity has the fields of a key by which a subgraph knows it. */
  hasKey(subgraph: string, representation: Arguments): boolean {
    const name = `${this.#graphs.get(subgraph)} ${String(representation['__typename'])}`
    return this.#keys.get(name)?.some((key) => key.every((field) => representation[field] !== undefined)) ?? false
  }

  #addKeys(type: GraphQLObjectType | GraphQLInterfaceType): void {
    for (const { graph, key } of applied(type.astNode?.directives, 'join__type')) {
      if (typeof key !== 'string') continue
      const name = `${String(graph)} ${type.name}`
      this.#keys.set(name, [...(this.#keys.get(name) ?? []), fieldNamesOf(key)])
    }
  }

  #isPartial(abstractName: string): boolean {
    const type = this.#schema.getType(abstractName)
    const graphs = applied(type?.astNode?.directives, 'join__type').map(({ graph }) => String(graph))
    const members = graphs.map((graph) => [...this.#membersIn(graph, abstractName)].sort().join())
    return new Set(members).size > 1
  }

  #membersIn(graph: string | undefined, abstractName: string): ReadonlySet<string> {
    const type = this.#schema.getType(abstractName)
    if (isUnionType(type))
      return new Set(
        applied(type.astNode?.directives, 'join__unionMember')
          .filter((one) => one['graph'] === graph)
          .map(({ member }) => String(member)),
      )
    if (!isInterfaceType(type)) return new Set()
    const members = this.#schema
      .getPossibleTypes(type)
      .filter(({ astNode }) =>
        applied(astNode?.directives, 'join__implements').some(
          (one) => one['graph'] === graph && one['interface'] === abstractName,
        ),
      )
    return new Set(members.map(({ name }) => name))
  }
}

/** The names of a set of fields as directives have it, without those within them. */
function fieldNamesOf(text: string): string[] {
  const [definition] = parse(`{ ${text} }`, { noLocation: true }).definitions
  if (definition?.kind !== Kind.OPERATION_DEFINITION) throw new Error(`${text} selects no fields`)
  const { selections } = definition.selectionSet
  return selections.flatMap((selection) => (selection.kind === Kind.FIELD ? [selection.name.value] : []))
}

/** The arguments of each use of a directive. */
const applied = (directives: readonly ConstDirectiveNode[] | undefined, name: string): Arguments[] =>
  (directives ?? [])
    .filter((directive) => directive.name.value === name)
    .map(({ arguments: given = [] }) =>
      Object.fromEntries(given.map((argument) => [argument.name.value, valueFromASTUntyped(argument.value)])),
    )
