import {
  getNamedType,
  isAbstractType,
  isInterfaceType,
  isObjectType,
  isUnionType,
  Kind,
  parse,
  print,
  valueFromASTUntyped,
  type ConstDirectiveNode,
  type GraphQLInterfaceType,
  type GraphQLObjectType,
  type GraphQLSchema,
  type SelectionSetNode,
} from 'graphql'

type Arguments = Readonly<Record<string, unknown>>
type Requirements = ReadonlyMap<string, string>

/** What a field requires of its object. */
export interface Chain {
  /** A set of the fields without requirements of their own; empty for none. */
  readonly alone: string
  /** Those with requirements. */
  readonly apart: readonly RequiredField[]
}

/** A field that is required, as a set of fields of the object that requires it, and what it requires of that object in turn. */
export interface RequiredField extends Chain {
  readonly text: string
}

/** What the `join__` directives of a supergraph say of its subgraphs, as far as planning does not use it well. */
export class SubgraphFields {
  readonly #schema: GraphQLSchema
  /** By `Type.field`: the fields that it requires, with the arguments that they are given. */
  readonly #requirements = new Map<string, Requirements>()
  /** By `graph Type.field`: what it requires there, as the directive has it. */
  readonly #required = new Map<string, string>()
  /** By `graph Type.field`: fields that the graph names and does not resolve. */
  readonly #external = new Set<string>()
  /** By `graph field`: names of fields that the graph may provide all the same, on some way to them. */
  readonly #provided = new Set<string>()
  /** By `Type.field`: see `chain`. */
  readonly #chains = new Map<string, Chain>()
  /** Whether a field requires another with arguments. */
  readonly hasRequiredArguments: boolean
  /** Whether a field requires another that requires something in turn. */
  readonly hasChains: boolean
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
    for (const type of Object.values(schema.getTypeMap())) {
      if (!isObjectType(type) && !isInterfaceType(type)) continue
      this.#addKeys(type)
      for (const field of Object.values(type.getFields()))
        for (const { graph, requires, external, provides } of applied(field.astNode?.directives, 'join__field')) {
          if (external === true) this.#external.add(`${String(graph)} ${type.name}.${field.name}`)
          if (typeof provides === 'string')
            for (const name of provides.match(/\w+/g) ?? []) this.#provided.add(`${String(graph)} ${name}`)
          if (typeof requires !== 'string') continue
          this.#addRequirements(`${type.name}.${field.name}`, requires)
          this.#required.set(`${String(graph)} ${type.name}.${field.name}`, requires)
        }
    }
    this.hasRequiredArguments = [...this.#requirements.values()].some((fields) =>
      [...fields.values()].some((given) => given !== ''),
    )
    for (const coordinate of this.#requirements.keys()) {
      const chain = this.#chainOf(coordinate)
      if (chain.apart.length > 0) this.#chains.set(coordinate, chain)
    }
    this.hasChains = this.#chains.size > 0
    this.hasPartialTypes = Object.values(schema.getTypeMap()).some(
      (type) => isAbstractType(type) && this.#isPartial(type.name),
    )
  }

  /** Whether two fields of a type require a third one with different arguments. */
  conflict(typeName: string, one: string, other: string): boolean {
    const [first, second] = [one, other].map((name) => this.#requirements.get(`${typeName}.${name}`))
    if (!first || !second) return false
    return [...first].some(([path, given]) => second.has(path) && second.get(path) !== given)
  }

  /** The fields that a field requires of the object where a subgraph resolves it; none where it requires nothing. */
  required(subgraph: string, typeName: string, fieldName: string): readonly string[] {
    const text = this.#required.get(`${this.#graphs.get(subgraph)} ${typeName}.${fieldName}`)
    return text === undefined ? [] : fieldNamesOf(text)
  }

  /** Whether a subgraph names a field only to require it, and cannot be asked for it. */
  isForeign(subgraph: string, typeName: string, fieldName: string): boolean {
    const graph = this.#graphs.get(subgraph)
    return (
      this.#external.has(`${graph} ${typeName}.${fieldName}`) &&
      !this.#provided.has(`${graph} ${fieldName}`) &&
      !this.#keys.get(`${graph} ${typeName}`)?.some((key) => key.includes(fieldName))
    )
  }

  /** What has to be found before a field whose requirements have requirements; undefined for other fields. */
  chain(typeName: string, fieldName: string): Chain | undefined {
    return this.#chains.get(`${typeName}.${fieldName}`)
  }

  /** What a field requires, within `wrap`. Fields cannot require each other in a circle, which `outer` makes sure of. */
  #chainOf(coordinate: string, wrap = (inner: string): string => inner, outer: readonly string[] = []): Chain {
    const text = [...this.#required].find(([name]) => name.endsWith(` ${coordinate}`))?.[1]
    if (text === undefined || outer.includes(coordinate)) return { alone: '', apart: [] }
    const apart: RequiredField[] = []
    const within = (selectionSet: SelectionSetNode, owner: string, inside: (inner: string) => string): string => {
      const type = this.#schema.getType(owner)
      const fields = isObjectType(type) || isInterfaceType(type) ? type.getFields() : {}
      const pieces = selectionSet.selections.map((selection): string => {
        if (selection.kind === Kind.FRAGMENT_SPREAD) return ''
        const isField = selection.kind === Kind.FIELD
        const field = isField ? fields[selection.name.value] : undefined
        const target = isField ? field && getNamedType(field.type).name : selection.typeCondition?.name.value
        const inner = `${owner}.${field?.name}`
        if (this.#requirements.has(inner)) {
          apart.push({ text: inside(print(selection)), ...this.#chainOf(inner, inside, [...outer, coordinate]) })
          return ''
        }
        if (!selection.selectionSet) return print(selection)
        const head = isField ? print({ ...selection, selectionSet: undefined }) : `... on ${target ?? owner}`
        const nested = (one: string): string => (one === '' ? '' : `${head} { ${one} }`)
        return nested(within(selection.selectionSet, target ?? owner, (one) => inside(nested(one))))
      })
      return pieces.filter((piece) => piece !== '').join(' ')
    }
    const alone = within(selectionOf(text), coordinate.split('.')[0] ?? '', wrap)
    return { alone: alone === '' ? '' : wrap(alone), apart }
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
    return this.#keys.get(name)?.some((key) => key.every((field) => representation[field] !== undefined)) ?? true
  }

  #addKeys(type: GraphQLObjectType | GraphQLInterfaceType): void {
    for (const { graph, key } of applied(type.astNode?.directives, 'join__type')) {
      if (typeof key !== 'string') continue
      const name = `${String(graph)} ${type.name}`
      this.#keys.set(name, [...(this.#keys.get(name) ?? []), fieldNamesOf(key)])
    }
  }

  #addRequirements(coordinate: string, text: string): void {
    const found = new Map<string, string>()
    const within = ({ selections }: SelectionSetNode, path: string): void => {
      for (const selection of selections) {
        if (selection.kind === Kind.INLINE_FRAGMENT) within(selection.selectionSet, path)
        if (selection.kind !== Kind.FIELD) continue
        const here = `${path}.${selection.name.value}`
        found.set(here, (selection.arguments ?? []).map(print).sort().join())
        if (selection.selectionSet) within(selection.selectionSet, here)
      }
    }
    within(selectionOf(text), '')
    this.#requirements.set(coordinate, found)
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

/** A set of fields as directives have it. */
function selectionOf(text: string): SelectionSetNode {
  const [definition] = parse(`{ ${text} }`, { noLocation: true }).definitions
  if (definition?.kind !== Kind.OPERATION_DEFINITION) throw new Error(`${text} selects no fields`)
  return definition.selectionSet
}

const fieldNamesOf = (text: string): string[] =>
  selectionOf(text).selections.flatMap((selection) => (selection.kind === Kind.FIELD ? [selection.name.value] : []))

/** The arguments of each use of a directive. */
const applied = (directives: readonly ConstDirectiveNode[] | undefined, name: string): Arguments[] =>
  (directives ?? [])
    .filter((directive) => directive.name.value === name)
    .map(({ arguments: given = [] }) =>
      Object.fromEntries(given.map((argument) => [argument.name.value, valueFromASTUntyped(argument.value)])),
    )
