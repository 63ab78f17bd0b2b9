import {
  Kind,
  print,
  separateOperations,
  type DocumentNode,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql'
import { pickVariables, variablesUsed } from '../../../platform/graphql/selection/conditions.ts'
import { fragmentOf, fragmentsOf, type Fragments } from '../../../platform/graphql/selection/fragments.ts'
import { SecondUseCache } from '../../../platform/values/second-use-cache.ts'
import type { Data } from '../plan/index.ts'
import type { Planner, PlanningCaller } from '../../planning/planner.ts'

/** The introspection part of an operation. */
export interface Introspection {
  readonly text: string
  readonly variables: readonly string[]
}

/**
 * Takes the fields `__schema` and `__type` out of an operation as an operation of their own; undefined when it has
 * none.
 */
export function introspectionOf(document: DocumentNode, operation: OperationDefinitionNode): Introspection | undefined {
  const fragments = fragmentsOf(document)
  const selectionSet = selected(operation.selectionSet, fragments)
  if (selectionSet.selections.length === 0) return undefined
  const alone = { ...operation, name: undefined, selectionSet }
  const all = { kind: Kind.DOCUMENT as const, definitions: [alone, ...Object.values(fragments)] }
  const used = separateOperations(all)[''] ?? all
  const variables = variablesUsed(used)
  const variableDefinitions = operation.variableDefinitions?.filter(({ variable }) =>
    variables.includes(variable.name.value),
  )
  const definitions = used.definitions.map((one) =>
    one.kind === Kind.OPERATION_DEFINITION ? { ...one, variableDefinitions: variableDefinitions ?? [] } : one,
  )
  return { text: print({ ...used, definitions }), variables }
}

/** The introspection fields at the root; fragments become inline. */
function selected({ selections }: SelectionSetNode, fragments: Fragments): SelectionSetNode {
  const introspecting = selections.flatMap((selection): SelectionNode[] => {
    if (selection.kind === Kind.FIELD) return /^__(schema|type)$/.test(selection.name.value) ? [selection] : []
    const fragment = fragmentOf(selection, fragments)
    const selectionSet = fragment && selected(fragment.selectionSet, fragments)
    if (!selectionSet || selectionSet.selections.length === 0) return []
    return [{ kind: Kind.INLINE_FRAGMENT, directives: selection.directives ?? [], selectionSet }]
  })
  return { kind: Kind.SELECTION_SET, selections: introspecting }
}

const maxCachedResponses = 50
const maxCachedCharacters = 5_000_000

/** Responses about the schema, which stay the same as long as the schema does. */
export class IntrospectionResponses {
  readonly #planner: Planner
  readonly #responses = new SecondUseCache<{ readonly data: Data; readonly length: number }>({
    max: maxCachedResponses,
    maxSize: maxCachedCharacters,
    maxEntrySize: 1_000_000,
    sizeCalculation: ({ length }, key) => key.length + length,
  })

  constructor(planner: Planner) {
    this.#planner = planner
  }

  /** Error: ANSWER_TOO_LARGE. */
  async find({ text, variables }: Introspection, given: Data, caller: PlanningCaller): Promise<Data> {
    const used = pickVariables(given, variables)
    const key = `${text}\n${JSON.stringify(used)}`
    const known = this.#responses.get(key)
    if (known) return known.data
    const json = await this.#planner.introspect({ text, variables: used }, caller)
    const data = JSON.parse(json) as Data
    this.#responses.set(key, { data, length: json.length })
    return data
  }
}
