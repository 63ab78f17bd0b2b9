import type { FetchDataRewrite, FetchNode } from '@apollo/query-planner'
import { Kind, parse, type FragmentDefinitionNode, type OperationDefinitionNode, type SelectionSetNode } from 'graphql'

/** The planner's names for renamed fields are used once, so where they stand need not be known. */
export const renamedBy = (rewrites: readonly FetchDataRewrite[] | undefined): ReadonlyMap<string, string> =>
  new Map(
    (rewrites ?? []).flatMap((rewrite) =>
      rewrite.kind === 'KeyRenamer' ? [[rewrite.path.at(-1) ?? '', rewrite.renameKeyTo] as const] : [],
    ),
  )

/** The operation of a fetch, and its fragments. */
export function operationOf({ operation: text }: FetchNode): {
  operation: OperationDefinitionNode
  fragments: ReadonlyMap<string, FragmentDefinitionNode>
} {
  const fragments = new Map<string, FragmentDefinitionNode>()
  let operation: OperationDefinitionNode | undefined
  for (const definition of parse(text, { noLocation: true }).definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition)
    if (definition.kind === Kind.OPERATION_DEFINITION) operation = definition
  }
  if (!operation) throw new Error('A step of a plan has no operation')
  return { operation, fragments }
}

/** What is selected of each entity. */
export function entityFields({ selections }: SelectionSetNode): SelectionSetNode {
  const [entities] = selections
  if (entities?.kind !== Kind.FIELD || !entities.selectionSet) throw new Error('A step of a plan requests no entities')
  return entities.selectionSet
}

export function firstKeyOf({ selections }: SelectionSetNode): string | undefined {
  const [first] = selections
  return first?.kind === Kind.FIELD ? (first.alias ?? first.name).value : undefined
}
