import type { FetchDataRewrite, FetchNode, PlanNode, QueryPlanSelectionNode } from '@apollo/query-planner'
import {
  isAbstractType,
  isInterfaceType,
  isObjectType,
  Kind,
  OperationTypeNode,
  parse,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  type SelectionSetNode,
} from 'graphql'
import { addSelection, Position, type Additions, type Found } from './positions.ts'

/** A step of a plan, with everything worked out that follows from the plan alone. */
export type Step =
  | { readonly kind: 'sequence' | 'parallel'; readonly steps: readonly Step[] }
  | { readonly kind: 'fetch'; readonly fetch: Fetch }

/** One operation at one subgraph. */
export interface Fetch {
  readonly index: number
  readonly subgraph: string
  readonly query: string
  readonly operationName: string | undefined
  readonly isMutation: boolean
  /** Names of the client's variables that it uses. */
  readonly variables: readonly string[]
  /** What it adds to: the objects at this path, or the root for an empty one. */
  readonly path: readonly string[]
  /** What it needs of each of them; undefined when it is the same for all. */
  readonly representation: RepresentationReader | undefined
  /** The name of its first field in the response; of the first field of an entity, if it requests entities. */
  readonly firstField: string | undefined
  readonly renamed: ReadonlyMap<string, string>
}

export type Representation = Record<string, unknown>

/** Reads what a fetch requires of an object; null when a part of it is missing. */
type RepresentationReader = (found: Found, additions: Additions) => Representation | null

export interface CompiledPlan {
  /** Undefined for a plan that needs no subgraph. */
  readonly step: Step | undefined
  readonly root: Position
}

/**
 * Compiles a plan, or several that are run side by side. `given` is a response at the root that does not come from a step of the plan, by the fetch that
 * requested it or by its fields: the event of a subscription, or introspection. It is number 0.
 */
export function compilePlan(
  schema: GraphQLSchema,
  nodes: readonly PlanNode[],
  given?: FetchNode | readonly string[],
): CompiledPlan {
  const compiler = new Compiler(schema)
  if (given) compiler.give(given)
  const steps = nodes.map((node) => compiler.step(node, []))
  const step: Step | undefined = steps.length > 1 ? { kind: 'parallel', steps } : steps[0]
  return { step, root: compiler.root }
}

class Compiler {
  readonly root = new Position()
  #fetches = 0

  constructor(private readonly schema: GraphQLSchema) {}

  give(given: FetchNode | readonly string[]): void {
    if ('kind' in given) return void this.fetch(given, [])
    const part = this.root.addPart({ kind: 'root', fetch: this.#fetches++ })
    for (const key of given) this.root.addField(part, key, key)
  }

  step(node: PlanNode, path: readonly string[]): Step {
    switch (node.kind) {
      case 'Sequence':
        return { kind: 'sequence', steps: node.nodes.map((inner) => this.step(inner, path)) }
      case 'Parallel':
        return { kind: 'parallel', steps: node.nodes.map((inner) => this.step(inner, path)) }
      case 'Flatten':
        // `@` stands for each item of a list, which the data shows.
        return this.step(node.node, [...path, ...node.path.map(String).filter((key) => key !== '@')])
      case 'Fetch':
        return { kind: 'fetch', fetch: this.fetch(node, path) }
      default:
        throw new Error(`A plan has a step of kind ${node.kind}`)
    }
  }

  fetch(node: FetchNode, path: readonly string[]): Fetch {
    const index = this.#fetches++
    const position = path.reduce((parent, key) => parent.child(key), this.root)
    const { selectionSet, fragments } = operationOf(node)
    const renamed = renamedBy(node.outputRewrites)
    const { requires } = node
    const fields = requires ? entityFields(selectionSet) : selectionSet
    const representation = requires && this.#representation(requires, node.inputRewrites, position)
    const isAtRoot = path.length === 0 && !requires
    const part = position.addPart({ kind: isAtRoot ? 'root' : 'addition', fetch: index })
    addSelection(position, part, fields, { index, fragments, renamed })
    const firstField = requires ? undefined : firstKeyOf(fields)
    return {
      index,
      subgraph: node.serviceName,
      query: node.operation,
      operationName: node.operationName,
      isMutation: node.operationKind === OperationTypeNode.MUTATION,
      variables: (node.variableUsages ?? []).filter((name) => name !== 'representations'),
      path,
      representation,
      firstField: firstField && (renamed.get(firstField) ?? firstField),
      renamed,
    }
  }

  #representation(
    requires: readonly QueryPlanSelectionNode[],
    rewrites: readonly FetchDataRewrite[] | undefined,
    position: Position,
  ): RepresentationReader {
    // Positions are complete only when the whole plan is compiled.
    let read: RepresentationReader | undefined
    return (found, additions) => {
      read ??= this.#reader(requires, position)
      const representation = read(found, additions)
      if (!representation?.['__typename']) return null
      for (const rewrite of rewrites ?? []) rewriteAt(rewrite, rewrite.path, representation, this.#isOfType)
      return representation
    }
  }

  #reader(selections: readonly QueryPlanSelectionNode[], position: Position): RepresentationReader {
    const typeOf = position.typeReader((name) => isObjectType(this.schema.getType(name)))
    const parts = selections.map((selection) => {
      if (selection.kind === 'InlineFragment') {
        const { typeCondition } = selection
        const names = typeCondition === undefined ? undefined : namesWithin(this.schema, typeCondition)
        return { kind: 'fragment' as const, names, read: this.#reader(selection.selections, position) }
      }
      const key = selection.alias ?? selection.name
      if (key === '__typename') return { kind: 'typename' as const }
      if (!selection.selections) return { kind: 'leaf' as const, key, read: position.reader(key) }
      const inner = this.#reader(selection.selections, position.child(key))
      return { kind: 'object' as const, key, find: position.finder(key), inner }
    })
    return (found, additions) => {
      const representation: Representation = {}
      for (const part of parts) {
        if (part.kind === 'typename') {
          const typeName = typeOf(found)
          if (typeName === undefined) return null
          representation['__typename'] = typeName
          continue
        }
        if (part.kind === 'fragment') {
          const typeName = typeOf(found)
          if (part.names && (typeName === undefined || !part.names.has(typeName))) continue
          const within = part.read(found, additions)
          if (within === null) return null
          mergeInto(representation, within)
          continue
        }
        const value = part.kind === 'leaf' ? part.read(found) : part.find(found, additions)
        if (value === undefined) return null
        representation[part.key] = part.kind === 'leaf' ? value : mapped(value, (inner) => part.inner(inner, additions))
      }
      return representation
    }
  }

  readonly #isOfType = (object: Representation, condition: string): boolean => {
    const typeName = object['__typename']
    return typeof typeName !== 'string' || namesWithin(this.schema, condition).has(typeName)
  }
}

const mapped = (value: unknown, read: (found: Found) => unknown): unknown =>
  Array.isArray(value)
    ? value.map((item) => mapped(item, read))
    : typeof value === 'object' && value !== null
      ? read(value as Found)
      : value

/** Adds what another fragment requires of the same object, also within its fields. */
function mergeInto(target: Representation, source: Representation): void {
  for (const [key, value] of Object.entries(source)) {
    const known = target[key]
    if (isObject(known) && isObject(value)) mergeInto(known, value)
    else if (Array.isArray(known) && Array.isArray(value) && known.length === value.length)
      target[key] = known.map((item: unknown, index) => {
        const other: unknown = value[index]
        if (isObject(item) && isObject(other)) mergeInto(item, other)
        return item
      })
    else target[key] = value
  }
}

const isObject = (value: unknown): value is Representation =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Names of the types whose objects fulfil a condition. */
function namesWithin(schema: GraphQLSchema, condition: string): ReadonlySet<string> {
  const type = schema.getType(condition)
  const names = new Set([condition])
  if (isAbstractType(type)) for (const possible of schema.getPossibleTypes(type)) names.add(possible.name)
  if (isInterfaceType(type)) for (const inner of schema.getImplementations(type).interfaces) names.add(inner.name)
  return names
}

/** Changes a representation as its plan demands: a type by which the subgraph knows it, or a renamed field. */
function rewriteAt(
  rewrite: FetchDataRewrite,
  [current, ...rest]: readonly string[],
  value: unknown,
  isOfType: (object: Representation, condition: string) => boolean,
): void {
  if (current === undefined || typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    for (const item of value) rewriteAt(rewrite, [current, ...rest], item, isOfType)
    return
  }
  const object = value as Representation
  const condition = /^\.\.\. on (.*)$/.exec(current)?.[1]
  if (condition !== undefined) {
    if (isOfType(object, condition)) rewriteAt(rewrite, rest, object, isOfType)
  } else if (rest.length > 0) {
    rewriteAt(rewrite, rest, object[current], isOfType)
  } else if (rewrite.kind === 'ValueSetter') {
    object[current] = rewrite.setValueTo
  } else if (object[current] !== undefined) {
    object[rewrite.renameKeyTo] = object[current]
    delete object[current]
  }
}

/** The planner's names for renamed fields are used once, so where they stand need not be known. */
const renamedBy = (rewrites: readonly FetchDataRewrite[] | undefined): ReadonlyMap<string, string> =>
  new Map(
    (rewrites ?? []).flatMap((rewrite) =>
      rewrite.kind === 'KeyRenamer' ? [[rewrite.path.at(-1) ?? '', rewrite.renameKeyTo] as const] : [],
    ),
  )

function operationOf({ operation }: FetchNode): {
  selectionSet: SelectionSetNode
  fragments: ReadonlyMap<string, FragmentDefinitionNode>
} {
  const fragments = new Map<string, FragmentDefinitionNode>()
  let selectionSet: SelectionSetNode | undefined
  for (const definition of parse(operation, { noLocation: true }).definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition)
    if (definition.kind === Kind.OPERATION_DEFINITION) ({ selectionSet } = definition)
  }
  if (!selectionSet) throw new Error('A step of a plan has no operation')
  return { selectionSet, fragments }
}

/** What is selected of each entity. */
function entityFields({ selections }: SelectionSetNode): SelectionSetNode {
  const [entities] = selections
  if (entities?.kind !== Kind.FIELD || !entities.selectionSet) throw new Error('A step of a plan requests no entities')
  return entities.selectionSet
}

function firstKeyOf({ selections }: SelectionSetNode): string | undefined {
  const [first] = selections
  return first?.kind === Kind.FIELD ? (first.alias ?? first.name).value : undefined
}
