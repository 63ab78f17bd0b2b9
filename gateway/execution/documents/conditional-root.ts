import { GraphQLError, Kind, OperationTypeNode, type DocumentNode } from 'graphql'
import { conditionsOf } from '../../../platform/graphql/selection/conditions.ts'
import { fragmentOf, fragmentsOf } from '../../../platform/graphql/selection/fragments.ts'

/**
 * Conditions on the root field would leave a subscription without a source: GraphQL's specification forbids them, also
 * through fragments. Checked before validation, which would evaluate the condition without its variables.
 */
export function refuseConditionalRoot(document: DocumentNode): GraphQLError | undefined {
  const fragments = fragmentsOf(document)
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION || definition.operation !== OperationTypeNode.SUBSCRIPTION)
      continue
    const pending = [...definition.selectionSet.selections]
    const visited = new Set<string>()
    for (let selection = pending.pop(); selection; selection = pending.pop()) {
      if (conditionsOf(selection).length > 0) {
        return new GraphQLError('@skip and @include are not allowed on the root field of a subscription', {
          nodes: selection,
          extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
        })
      }
      if (selection.kind === Kind.FIELD) continue
      if (selection.kind === Kind.FRAGMENT_SPREAD) {
        if (visited.has(selection.name.value)) continue
        visited.add(selection.name.value)
      }
      pending.push(...(fragmentOf(selection, fragments)?.selectionSet.selections ?? []))
    }
  }
  return undefined
}
