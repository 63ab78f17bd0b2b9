import { Kind, type ConstDirectiveNode, type SelectionSetNode } from 'graphql'
import {
  argumentOf,
  directive,
  directivesOf,
  enumValue,
  namedTypeOf,
  selectionOfText,
  stringValue,
  trueValue,
  withArguments,
  withDirectives,
  type SupergraphText,
} from './supergraph-text.ts'
import type { StandIn } from './required-arguments.ts'

/** A field that requires others, in one subgraph. */
interface Requirement {
  readonly graph: string
  readonly type: string
  readonly field: string
  readonly requires: SelectionSetNode
  /** The paths of what it requires, by the names that the subgraph has; with the name of what stands for it. */
  readonly paths: ReadonlyMap<string, string>
  /** By type and field: what it requires, and what these require in turn. */
  readonly reached: Set<string>
}

/**
 * Moves fields that require others into subgraphs of their own, as the planner sees it: fields that would be requested
 * at once with different values for one field, and fields that are required themselves. The planner merges requests to
 * one subgraph, and overlooks that a field requires something. Returns the names of subgraphs by those of the new ones.
 */
export function separateRequirements(
  supergraph: SupergraphText,
  standIns: ReadonlyMap<string, StandIn>,
): ReadonlyMap<string, string> {
  const requirements = requirementsOf(supergraph, standIns)
  const required = new Set(requirements.flatMap(({ reached }) => [...reached]))
  const hasChains = requirements.some(({ type, field }) => required.has(`${type}.${field}`))
  const groups: Requirement[][] = []
  const remaining: Requirement[] = []
  for (const requirement of requirements) {
    const { graph, type, field, reached } = requirement
    if (!hasChains && !remaining.some((other) => areInConflict(supergraph, requirement, other))) {
      remaining.push(requirement)
      continue
    }
    const group = groups.find((others) =>
      others.every(
        (other) =>
          other.graph === graph &&
          other.type === type &&
          !areInConflict(supergraph, requirement, other) &&
          !reached.has(`${type}.${other.field}`) &&
          !other.reached.has(`${type}.${field}`),
      ),
    )
    if (group) group.push(requirement)
    else groups.push([requirement])
  }
  const names = new Map<string, string>()
  for (const group of groups) {
    const [{ graph }] = group as [Requirement]
    const added = addGraph(supergraph, graph)
    names.set(added.name, added.of)
    const copy = new GraphCopy(supergraph, graph, added.value)
    for (const requirement of group) copy.move(requirement)
  }
  if (hasChains)
    for (const graph of new Set(requirements.map((requirement) => requirement.graph))) dropExternals(supergraph, graph)
  return names
}

/**
 * Drops what a subgraph names only because its fields required it, before they were moved: the planner may request it
 * there. What an interface has, or what may be provided, remains.
 */
function dropExternals(supergraph: SupergraphText, graph: string): void {
  const isOf = (join: ConstDirectiveNode): boolean => argumentOf(join, 'graph') === graph
  const provided = new Set(
    supergraph.composites
      .flatMap(({ fields = [] }) => fields.flatMap((field) => directivesOf(field, 'join__field')))
      .filter(isOf)
      .flatMap((join) => String(argumentOf(join, 'provides') ?? '').match(/\w+/g) ?? []),
  )
  for (const type of supergraph.composites) {
    const keys = directivesOf(type, 'join__type')
      .filter(isOf)
      .map((join) => argumentOf(join, 'key'))
    // An object without a key is reached only from what was dropped.
    if (!keys.some((key) => key !== undefined)) continue
    const needed = new Set([...provided, ...keys.flatMap((key) => String(key ?? '').match(/\w+/g) ?? [])])
    for (const join of directivesOf(type, 'join__implements').filter(isOf))
      for (const { name } of supergraph.composite(String(argumentOf(join, 'interface')))?.fields ?? [])
        needed.add(name.value)
    supergraph.replaceFields(type.name.value, (field) =>
      needed.has(field.name.value)
        ? field
        : {
            ...field,
            directives: (field.directives ?? []).filter(
              (join) => !(join.name.value === 'join__field' && isOf(join) && argumentOf(join, 'external') === true),
            ),
          },
    )
  }
}

function requirementsOf(supergraph: SupergraphText, standIns: ReadonlyMap<string, StandIn>): Requirement[] {
  const all: Requirement[] = []
  for (const { name: type, fields = [] } of supergraph.composites)
    for (const field of fields)
      for (const join of directivesOf(field, 'join__field')) {
        const text = argumentOf(join, 'requires')
        if (typeof text !== 'string') continue
        const requires = selectionOfText(text)
        const paths = new Map<string, string>()
        const reached = new Set<string>()
        const within = ({ selections }: SelectionSetNode, owner: string, path: string): void => {
          for (const selection of selections) {
            if (selection.kind === Kind.FRAGMENT_SPREAD) continue
            if (selection.kind === Kind.INLINE_FRAGMENT) {
              within(selection.selectionSet, selection.typeCondition?.name.value ?? owner, path)
              continue
            }
            const name = selection.name.value
            const here = `${path}.${standIns.get(name)?.name ?? name}`
            paths.set(here, name)
            for (const related of supergraph.related(owner, name)) reached.add(`${related.name.value}.${name}`)
            const inner = supergraph.field(owner, name)
            if (selection.selectionSet && inner) within(selection.selectionSet, namedTypeOf(inner.type), here)
          }
        }
        within(requires, type.value, '')
        const graph = String(argumentOf(join, 'graph'))
        all.push({ graph, type: type.value, field: field.name.value, requires, paths, reached })
      }
  for (let grown = true; grown;) {
    grown = false
    for (const { reached } of all)
      for (const other of all)
        if (reached.has(`${other.type}.${other.field}`))
          for (const coordinate of other.reached) {
            grown ||= !reached.has(coordinate)
            reached.add(coordinate)
          }
  }
  return all
}

/** Whether two fields can be requested of one object, and require other values of one field. */
function areInConflict(supergraph: SupergraphText, one: Requirement, other: Requirement): boolean {
  if (one.graph !== other.graph) return false
  const isRelated = supergraph.related(one.type, one.field).some(({ name }) => name.value === other.type)
  if (one.type !== other.type && !isRelated) return false
  return [...one.paths].some(([path, name]) => other.paths.has(path) && other.paths.get(path) !== name)
}

/** Adds a subgraph with the address of another. */
function addGraph(supergraph: SupergraphText, graph: string): { value: string; name: string; of: string } {
  const graphs = supergraph.type('join__Graph')
  if (graphs?.kind !== Kind.ENUM_TYPE_DEFINITION) throw new Error('A supergraph lists no subgraphs')
  const { values = [] } = graphs
  const original = values.find(({ name }) => name.value === graph)
  const [join] = original ? directivesOf(original, 'join__graph') : []
  if (!original || !join) throw new Error(`A supergraph has no subgraph ${graph}`)
  const of = String(argumentOf(join, 'name'))
  const isKnown = (value: string, name: string): boolean =>
    values.some(
      (one) =>
        one.name.value === value ||
        directivesOf(one, 'join__graph').some((directive) => argumentOf(directive, 'name') === name),
    )
  let number = 1
  while (isKnown(`${graph}__${number}`, `${of}__${number}`)) number += 1
  const value = `${graph}__${number}`
  const name = `${of}__${number}`
  supergraph.replace({
    ...graphs,
    values: [
      ...values,
      {
        ...original,
        name: { ...original.name, value },
        directives: [withArguments(join, { name: stringValue(name) })],
      },
    ],
  })
  return { value, name, of }
}

/** A subgraph with the fields that were moved to it, and what they need there. */
class GraphCopy {
  readonly #types = new Set<string>()

  constructor(
    private readonly supergraph: SupergraphText,
    private readonly from: string,
    private readonly to: string,
  ) {
    // Every subgraph has a query.
    this.#declare('Query')
  }

  move({ type, field, requires }: Requirement): void {
    const { supergraph, from, to } = this
    this.#addType(type)
    supergraph.replaceFields(type, (one) =>
      one.name.value !== field
        ? one
        : {
            ...one,
            directives: (one.directives ?? []).flatMap((join): ConstDirectiveNode[] => {
              if (!this.#isOf(join, 'join__field', from)) return this.#isOf(join, 'join__field', to) ? [] : [join]
              const external = withArguments(join, { requires: undefined, provides: undefined, external: trueValue })
              return [withArguments(join, { graph: enumValue(to) }), external]
            }),
          },
    )
    const moved = supergraph.field(type, field)
    if (moved) {
      this.#addType(namedTypeOf(moved.type))
      for (const argument of moved.arguments ?? []) this.#addType(namedTypeOf(argument.type))
      for (const join of directivesOf(moved, 'join__field')) {
        const provided = this.#isOf(join, 'join__field', to) ? argumentOf(join, 'provides') : undefined
        if (typeof provided === 'string') this.#addSelected(selectionOfText(provided), namedTypeOf(moved.type))
      }
    }
    this.#addSelected(requires, type)
  }

  /** Adds the fields of a set, with what they lead to. */
  #addSelected({ selections }: SelectionSetNode, owner: string): void {
    for (const selection of selections) {
      if (selection.kind === Kind.FRAGMENT_SPREAD) continue
      if (selection.kind === Kind.INLINE_FRAGMENT) {
        const condition = selection.typeCondition?.name.value ?? owner
        this.#addType(condition)
        this.#addSelected(selection.selectionSet, condition)
        continue
      }
      const name = selection.name.value
      this.#addField(owner, name)
      const field = this.supergraph.field(owner, name)
      if (selection.selectionSet && field) this.#addSelected(selection.selectionSet, namedTypeOf(field.type))
    }
  }

  #isOf = ({ name, arguments: given = [] }: ConstDirectiveNode, directiveName: string, graph: string): boolean =>
    name.value === directiveName &&
    given.some(
      (argument) => argument.name.value === 'graph' && 'value' in argument.value && argument.value.value === graph,
    )

  /** Copies what a directive says of the subgraph. */
  #copies(
    node: { readonly directives?: readonly ConstDirectiveNode[] | undefined },
    name: string,
  ): ConstDirectiveNode[] {
    return directivesOf(node, name)
      .filter((one) => this.#isOf(one, name, this.from))
      .map((one) => withArguments(one, { graph: enumValue(this.to) }))
  }

  /** Declares a type, without its fields; false where the subgraph has none of the name. */
  #declare(typeName: string): boolean {
    const { supergraph } = this
    const type = supergraph.type(typeName)
    const added = type ? this.#copies(type, 'join__type') : []
    if (!type || added.length === 0) return false
    const graphs = new Set(directivesOf(type, 'join__type').map((one) => String(argumentOf(one, 'graph'))))
    // A field without a directive is in every subgraph that has the type.
    const inAll = [...graphs].map((graph) => directive('join__field', { graph: enumValue(graph) }))
    const explicit = <T extends { readonly directives?: readonly ConstDirectiveNode[] | undefined }>(field: T): T =>
      directivesOf(field, 'join__field').length === 0 ? withDirectives(field, inAll) : field
    const declared = withDirectives(type, added)
    if (declared.kind === Kind.OBJECT_TYPE_DEFINITION || declared.kind === Kind.INTERFACE_TYPE_DEFINITION)
      supergraph.replace({ ...declared, fields: (declared.fields ?? []).map(explicit) })
    else if (declared.kind === Kind.INPUT_OBJECT_TYPE_DEFINITION)
      supergraph.replace({ ...declared, fields: (declared.fields ?? []).map(explicit) })
    else supergraph.replace(declared)
    return true
  }

  #addType(typeName: string): void {
    if (this.#types.has(typeName)) return
    this.#types.add(typeName)
    const { supergraph } = this
    if (typeName !== 'Query' && !this.#declare(typeName)) return
    const type = supergraph.type(typeName)
    if (type?.kind === Kind.ENUM_TYPE_DEFINITION) {
      const values = (type.values ?? []).map((value) => withDirectives(value, this.#copies(value, 'join__enumValue')))
      supergraph.replace({ ...type, values })
    } else if (type?.kind === Kind.INPUT_OBJECT_TYPE_DEFINITION) {
      const fields = (type.fields ?? []).map((field) => withDirectives(field, this.#copies(field, 'join__field')))
      supergraph.replace({ ...type, fields })
      for (const field of fields) this.#addType(namedTypeOf(field.type))
    } else if (type?.kind === Kind.UNION_TYPE_DEFINITION) {
      const members = this.#copies(type, 'join__unionMember')
      supergraph.replace(withDirectives(type, members))
      for (const member of members) this.#addType(String(argumentOf(member, 'member')))
    } else if (type?.kind === Kind.OBJECT_TYPE_DEFINITION || type?.kind === Kind.INTERFACE_TYPE_DEFINITION) {
      this.#addComposite(typeName)
    }
  }

  /** An entity has its keys alone: the planner finds the rest in the subgraph itself. */
  #addComposite(typeName: string): void {
    const { supergraph } = this
    const type = supergraph.composite(typeName)
    if (!type) return
    const interfaces = this.#copies(type, 'join__implements')
    supergraph.replace(withDirectives(type, interfaces))
    const keys = directivesOf(type, 'join__type').filter((one) => this.#isOf(one, 'join__type', this.from))
    for (const join of keys) {
      const key = argumentOf(join, 'key')
      if (typeof key === 'string') this.#addSelected(selectionOfText(key), typeName)
    }
    const isEntity = keys.some(
      (join) => argumentOf(join, 'key') !== undefined && argumentOf(join, 'resolvable') !== false,
    )
    const names = interfaces.map((one) => String(argumentOf(one, 'interface')))
    const ofInterfaces = new Set(
      names.flatMap((name) => supergraph.composite(name)?.fields?.map((field) => field.name.value) ?? []),
    )
    for (const { name } of type.fields ?? [])
      if (!isEntity || ofInterfaces.has(name.value)) this.#addField(typeName, name.value, isEntity)
    for (const name of names) this.#addType(name)
    if (type.kind !== Kind.INTERFACE_TYPE_DEFINITION) return
    for (const one of supergraph.composites)
      if (
        directivesOf(one, 'join__implements').some(
          (join) => this.#isOf(join, 'join__implements', this.from) && argumentOf(join, 'interface') === typeName,
        )
      )
        this.#addType(one.name.value)
  }

  /** Adds a field; one that requires others, or with `isExternal`, is only named. */
  #addField(typeName: string, name: string, isExternal = false): void {
    const { supergraph, to } = this
    const field = supergraph.field(typeName, name)
    if (!field || directivesOf(field, 'join__field').some((one) => this.#isOf(one, 'join__field', to))) return
    const added = this.#copies(field, 'join__field').map((one) =>
      isExternal || argumentOf(one, 'requires') !== undefined
        ? withArguments(one, { requires: undefined, provides: undefined, external: trueValue })
        : withArguments(one, { provides: undefined }),
    )
    if (added.length === 0) return
    supergraph.replaceFields(typeName, (one) => (one.name.value === name ? withDirectives(one, added) : one))
    this.#addType(namedTypeOf(field.type))
    for (const argument of field.arguments ?? []) this.#addType(namedTypeOf(argument.type))
  }
}
