// The example of docs/contributors/engine.md, continued in positions.ts, ../run/run-plan.ts, ../response/index.ts:
//   query ($id: ID!) { _0: cenote(id: $id) { name _1: priceSummary(people: 2) { totalCents } } }
// is planned as a sequence of
//   Fetch catalog             _0: cenote(id: $id) { __typename id name isActive pricing { adultCents } }
//   Flatten _0 Fetch pricing  requires ... on Cenote { __typename id isActive pricing { adultCents } }
//                             and requests ... on Cenote { _1: priceSummary(people: 2) { totalCents } }
// and compiled to fetch 0, which has no path, and fetch 1 with the path ['_0'], which represents each object there.

import type { FetchDataRewrite, FetchNode, PlanNode, QueryPlanSelectionNode } from '@apollo/query-planner'
import { isAbstractType, isInterfaceType, isObjectType, OperationTypeNode, type GraphQLSchema } from 'graphql'
import { isObject } from '../../../platform/values/json.ts'
import type { SubgraphFields } from '../../supergraph/subgraph-fields.ts'
import { entityFields, firstKeyOf, operationOf, renamedBy } from './fetch-nodes.ts'
import type { ObjectResults, ResultIndex } from './partial-results.ts'
import { addSelection, Position } from './positions.ts'

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
  /** The path of the objects that it adds to; empty for the root. */
  readonly path: readonly string[]
  /** The part of these objects that it adds. */
  readonly part: number
  /** The fields that it requires of each of them; undefined when they are the same for all. */
  readonly representation: RepresentationReader | undefined
  /** The name of its first field in the response; of the first field of an entity, if it requests entities. */
  readonly firstField: string | undefined
  readonly renamed: ReadonlyMap<string, string>
}

export type Representation = Record<string, unknown>

/** Reads what a fetch requires of an object; null when a part of it is missing. */
type RepresentationReader = (results: ObjectResults, index: ResultIndex) => Representation | null

/** Adds what is read to a representation; false when a part of it is missing. */
type RepresentationWriter = (results: ObjectResults, index: ResultIndex, representation: Representation) => boolean

export interface CompiledPlan {
  /** Undefined for a plan that needs no subgraph. */
  readonly step: Step | undefined
  readonly root: Position
}

/** The fetches of a step, at any depth. */
export function fetchesOf(step: Step | undefined): Fetch[] {
  if (!step) return []
  return step.kind === 'fetch' ? [step.fetch] : step.steps.flatMap(fetchesOf)
}

/** The options that plans are compiled with. */
interface Graph {
  readonly schema: GraphQLSchema
  readonly subgraphFields: SubgraphFields
}

/**
 * Compiles the plan of an operation. `given` is a response at the root that does not come from a step of the plan, by the
 * fetch that requested it or by its fields: the event of a subscription, or introspection. It is number 0.
 */
export function compilePlan(
  graph: Graph,
  node: PlanNode | undefined,
  given?: FetchNode | readonly string[],
): CompiledPlan {
  const compiler = new Compiler(graph)
  if (given) compiler.give(given)
  return { step: node && compiler.step(node, []), root: compiler.root }
}

class Compiler {
  readonly root = new Position()
  #fetches = 0
  private readonly schema: GraphQLSchema
  private readonly objectTypes: ReadonlySet<string>
  private readonly subgraphFields: SubgraphFields

  constructor({ schema, subgraphFields }: Graph) {
    this.schema = schema
    this.objectTypes = objectTypesOf(schema)
    this.subgraphFields = subgraphFields
  }

  give(given: FetchNode | readonly string[]): void {
    if ('kind' in given) return void this.fetch(given, [])
    const part = this.root.addPart({ kind: 'fetch', fetch: this.#fetches++ })
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
    const position = path.reduce((outer, key) => outer.child(key), this.root)
    const {
      operation: { selectionSet },
      fragments,
    } = operationOf(node)
    const renamed = renamedBy(node.outputRewrites)
    const { requires } = node
    const fields = requires ? entityFields(selectionSet) : selectionSet
    const representation = requires && this.#representation(node, requires, position)
    const part = position.addPart({ kind: 'fetch', fetch: index })
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
      part,
      representation,
      firstField: firstField && (renamed.get(firstField) ?? firstField),
      renamed,
    }
  }

  #representation(
    { serviceName, inputRewrites: rewrites = [] }: FetchNode,
    requires: readonly QueryPlanSelectionNode[],
    position: Position,
  ): RepresentationReader {
    // Positions are complete only when the whole plan is compiled.
    let write: RepresentationWriter | undefined
    // Of an object that fulfils some conditions only, what is required may be known, and its key not.
    const mayLackKey = conditionsOf(requires).size > 1
    return (results, index) => {
      write ??= this.#writer(requires, position)
      const representation: Representation = {}
      if (!write(results, index, representation) || !representation['__typename']) return null
      for (const rewrite of rewrites) rewriteAt(rewrite, rewrite.path, representation, this.#isOfType)
      return mayLackKey && !this.subgraphFields.hasKey(serviceName, representation) ? null : representation
    }
  }

  #writer(selections: readonly QueryPlanSelectionNode[], position: Position): RepresentationWriter {
    const typeOf = position.typeReader((name) => this.objectTypes.has(name))
    const writers = selections.map((selection): RepresentationWriter => {
      if (selection.kind === 'InlineFragment') {
        const { typeCondition } = selection
        const within = this.#writer(selection.selections, position)
        if (typeCondition === undefined) return within
        const names = namesWithin(this.schema, typeCondition)
        return (results, index, representation) => {
          const typeName = typeOf(results)
          return typeName === undefined || !names.has(typeName) || within(results, index, representation)
        }
      }
      const { name, alias: key = name } = selection
      if (name === '__typename')
        return (results, _index, representation) => (representation['__typename'] = typeOf(results)) !== undefined
      if (!selection.selections) {
        const read = position.reader(key)
        return (results, index, representation) => (representation[name] = read(results, index)) !== undefined
      }
      const child = position.child(key)
      const find = position.finder(key)
      const write = this.#writer(selection.selections, child)
      return (results, index, representation) => {
        const value = find(results, index)
        if (value === undefined) return false
        const objects = (one: unknown): unknown => {
          if (Array.isArray(one)) return one.map(objects)
          if (typeof one !== 'object' || one === null) return one
          const inner: Representation = {}
          return write(child.enter(one, index), index, inner) ? inner : null
        }
        representation[name] = combined(representation[name], objects(value))
        return true
      }
    })
    const [only] = writers
    if (only && writers.length === 1) return only
    return (results, index, representation) => writers.every((write) => write(results, index, representation))
  }

  readonly #isOfType = (object: Representation, condition: string): boolean => {
    const typeName = object['__typename']
    return typeof typeName !== 'string' || namesWithin(this.schema, condition).has(typeName)
  }
}

const objectTypes = new WeakMap<GraphQLSchema, ReadonlySet<string>>()

function objectTypesOf(schema: GraphQLSchema): ReadonlySet<string> {
  let names = objectTypes.get(schema)
  if (!names) {
    const types = Object.values(schema.getTypeMap()).filter(isObjectType)
    objectTypes.set(schema, (names = new Set(types.map(({ name }) => name))))
  }
  return names
}

/** The types whose objects a fetch adds to. */
const conditionsOf = (requires: readonly QueryPlanSelectionNode[]): ReadonlySet<string | undefined> =>
  new Set(requires.map((selection) => (selection.kind === 'InlineFragment' ? selection.typeCondition : undefined)))

/** The union of the fields that two fragments require of the same object. */
function combined(known: unknown, value: unknown): unknown {
  if (Array.isArray(known) && Array.isArray(value) && known.length === value.length)
    return known.map((item, index) => combined(item, value[index]))
  if (!isObject(known) || !isObject(value)) return value
  for (const [key, inner] of Object.entries(value)) known[key] = combined(known[key], inner)
  return known
}

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
