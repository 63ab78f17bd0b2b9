import type { FetchNode, PlanNode } from '@apollo/query-planner'
import {
  Kind,
  OperationTypeNode,
  print,
  type FieldNode,
  type SelectionNode,
  type SelectionSetNode,
  type VariableDefinitionNode,
} from 'graphql'
import { operationOf, renamedBy } from './fetch-nodes.ts'

/** Several plans of one mutation, which is run once. */
export interface MergedMutation {
  /** The mutation with what each plan requests of its result. */
  readonly mutation: FetchNode
  /** What each plan after the first requests of the result. */
  readonly others: readonly MergedSelection[]
  /** What follows the mutation in each plan; undefined where nothing does. */
  readonly rest: readonly (PlanNode | undefined)[]
}

/** What one plan requests of a fetch that it shares. */
export interface MergedSelection {
  readonly selectionSet: SelectionSetNode
  /** Names in the response that the merge gave, and those of the plan. */
  readonly renamed: ReadonlyMap<string, string>
}

/** Merges the plans of one root field, each of which begins with it. */
export function mergedMutation(plans: readonly PlanNode[]): MergedMutation {
  const starts = plans.map(startOf)
  const [first, ...others] = starts.map(({ mutation }) => mutation)
  if (!first) throw new Error('A mutation has no plan')
  const { operation } = operationOf(first)
  const merge = new Merge(operation.selectionSet)
  const definitions = new Map<string, VariableDefinitionNode>()
  const merged = others.map((other) => {
    if (other.serviceName !== first.serviceName) throw new Error('A mutation was planned in two subgraphs')
    const { selectionSet, variableDefinitions = [] } = operationOf(other).operation
    for (const definition of variableDefinitions) definitions.set(definition.variable.name.value, definition)
    return merge.add(selectionSet, renamedBy(other.outputRewrites))
  })
  for (const definition of operation.variableDefinitions ?? [])
    definitions.set(definition.variable.name.value, definition)
  const selections = [operation.selectionSet, ...merged.map(({ selectionSet }) => selectionSet)].flatMap(
    (selectionSet) => selectionSet.selections,
  )
  return {
    mutation: {
      ...first,
      operation: print({
        ...operation,
        variableDefinitions: [...definitions.values()],
        selectionSet: { ...operation.selectionSet, selections },
      }),
      variableUsages: [...definitions.keys()],
    },
    others: merged,
    rest: starts.map(({ rest }) => rest),
  }
}

interface Start {
  readonly mutation: FetchNode
  readonly rest: PlanNode | undefined
}

function startOf(plan: PlanNode): Start {
  if (plan.kind === 'Fetch' && plan.operationKind === OperationTypeNode.MUTATION)
    return { mutation: plan, rest: undefined }
  if (plan.kind !== 'Sequence') throw new Error('A plan of a mutation begins with something else')
  const [first, ...nodes] = plan.nodes
  if (!first) throw new Error('A plan of a mutation is empty')
  const { mutation, rest } = startOf(first)
  return { mutation, rest: { kind: 'Sequence', nodes: rest ? [rest, ...nodes] : nodes } }
}

/** Adds selections to that of the first plan: what differs from it is requested under names of its own. */
class Merge {
  readonly #known: ReadonlySet<string>
  #renamed = 0

  constructor(first: SelectionSetNode) {
    const known = new Set<string>()
    const note = ({ selections }: SelectionSetNode, path: string): void => {
      for (const selection of selections) {
        const here = `${path}/${described(selection)}`
        known.add(here)
        if (selection.kind !== Kind.FRAGMENT_SPREAD && selection.selectionSet) note(selection.selectionSet, here)
      }
    }
    note(first, '')
    this.#known = known
  }

  /** `given` are the names that the planner changed. */
  add(selectionSet: SelectionSetNode, given: ReadonlyMap<string, string>): MergedSelection {
    const renamed = new Map(given)
    const within = (inner: SelectionSetNode, path: string): SelectionSetNode => ({
      ...inner,
      selections: inner.selections.map((selection): SelectionNode => {
        if (selection.kind === Kind.FRAGMENT_SPREAD) return selection
        const here = `${path}/${described(selection)}`
        const below = selection.selectionSet && within(selection.selectionSet, here)
        if (selection.kind === Kind.INLINE_FRAGMENT) return { ...selection, selectionSet: below ?? inner }
        const field: FieldNode = { ...selection, ...(below ? { selectionSet: below } : {}) }
        if (selection.name.value === '__typename' || this.#known.has(here)) return field
        // No name of the planner or of the flattened operation begins so.
        const name = `__merged${this.#renamed++}`
        const key = (selection.alias ?? selection.name).value
        renamed.set(name, given.get(key) ?? key)
        return { ...field, alias: { kind: Kind.NAME, value: name } }
      }),
    })
    return { selectionSet: within(selectionSet, ''), renamed }
  }
}

/** Names a selection among its siblings; equal ones can be merged. */
function described(selection: SelectionNode): string {
  if (selection.kind === Kind.INLINE_FRAGMENT) return `... on ${selection.typeCondition?.name.value ?? ''}`
  return print(selection.kind === Kind.FIELD ? { ...selection, selectionSet: undefined } : selection)
}
