import {
  isAbstractType,
  isInterfaceType,
  isObjectType,
  isUnionType,
  Kind,
  parse,
  print,
  valueFromASTUntyped,
  type ConstDirectiveNode,
  type GraphQLSchema,
  type SelectionSetNode,
} from 'graphql'

type Arguments = Readonly<Record<string, unknown>>
type Requirements = ReadonlyMap<string, string>

/** What the `join__` directives of a supergraph say of its subgraphs, as far as planning does not use it well. */
export class SubgraphFields {
  readonly #schema: GraphQLSchema
  /** By `Type.field`: required fields that have arguments, with these. */
  readonly #requirements = new Map<string, Requirements>()
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
    for (const type of Object.values(schema.getTypeMap())) {
      if (!isObjectType(type) && !isInterfaceType(type)) continue
      for (const field of Object.values(type.getFields()))
        for (const { requires } of applied(field.astNode?.directives, 'join__field'))
          if (typeof requires === 'string') this.#addRequirements(`${type.name}.${field.name}`, requires)
    }
    this.hasPartialTypes = Object.values(schema.getTypeMap()).some(
      (type) => isAbstractType(type) && this.#isPartial(type.name),
    )
  }

  /** Whether any two fields may conflict. */
  get hasRequiredArguments(): boolean {
    return this.#requirements.size > 1
  }

  /** Whether two fields of a type require a third one with different arguments. */
  conflict(typeName: string, one: string, other: string): boolean {
    const [first, second] = [one, other].map((name) => this.#requirements.get(`${typeName}.${name}`))
    if (!first || !second) return false
    return [...first].some(([path, given]) => second.has(path) && second.get(path) !== given)
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

  #addRequirements(coordinate: string, text: string): void {
    const found = new Map<string, string>()
    const within = ({ selections }: SelectionSetNode, path: string): void => {
      for (const selection of selections) {
        if (selection.kind === Kind.INLINE_FRAGMENT) within(selection.selectionSet, path)
        if (selection.kind !== Kind.FIELD) continue
        const here = `${path}.${selection.name.value}`
        if (selection.arguments && selection.arguments.length > 0)
          found.set(here, selection.arguments.map(print).sort().join())
        if (selection.selectionSet) within(selection.selectionSet, here)
      }
    }
    const [definition] = parse(`{ ${text} }`, { noLocation: true }).definitions
    if (definition?.kind === Kind.OPERATION_DEFINITION) within(definition.selectionSet, '')
    if (found.size > 0) this.#requirements.set(coordinate, found)
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

/** The arguments of each use of a directive. */
const applied = (directives: readonly ConstDirectiveNode[] | undefined, name: string): Arguments[] =>
  (directives ?? [])
    .filter((directive) => directive.name.value === name)
    .map(({ arguments: given = [] }) =>
      Object.fromEntries(given.map((argument) => [argument.name.value, valueFromASTUntyped(argument.value)])),
    )
