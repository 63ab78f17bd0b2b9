import type { FetchDataRewrite, FetchNode } from '@apollo/query-planner'
import { getOperationAST, Kind, parse, type OperationDefinitionNode, type SelectionSetNode } from 'graphql'
import { fragmentsOf, type Fragments } from '../../../platform/graphql/selection/fragments.ts'

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
  fragments: Fragments
} {
  const document = parse(text, { noLocation: true })
  const operation = getOperationAST(document)
  if (!operation) throw new Error('A step of a plan has no operation')
  return { operation, fragments: fragmentsOf(document) }
}

/** The selection set of each entity. */
export function entityFields({ selections }: SelectionSetNode): SelectionSetNode {
  const [entities] = selections
  if (entities?.kind !== Kind.FIELD || !entities.selectionSet) throw new Error('A step of a plan requests no entities')
  return entities.selectionSet
}

export function firstKeyOf({ selections }: SelectionSetNode): string | undefined {
  const [first] = selections
  return first?.kind === Kind.FIELD ? (first.alias ?? first.name).value : undefined
}
