import { GraphQLError, Kind, OperationTypeNode, type DocumentNode } from 'graphql'

/**
 * Conditions on the root field would leave a subscription without a source: GraphQL's specification forbids them, also
 * through fragments. Checked before validation, which would evaluate the condition without its variables.
 */
export function refuseConditionalRoot(document: DocumentNode): GraphQLError | undefined {
  const fragments = new Map(
    document.definitions.flatMap((definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition] as const] : [],
    ),
  )
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION || definition.operation !== OperationTypeNode.SUBSCRIPTION)
      continue
    const pending = [...definition.selectionSet.selections]
    const visited = new Set<string>()
    for (let selection = pending.pop(); selection; selection = pending.pop()) {
      if (selection.directives?.some(({ name }) => name.value === 'skip' || name.value === 'include')) {
        return new GraphQLError('@skip and @include are not allowed on the root field of a subscription', {
          nodes: selection,
          extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
        })
      }
      if (selection.kind === Kind.INLINE_FRAGMENT) pending.push(...selection.selectionSet.selections)
      if (selection.kind === Kind.FRAGMENT_SPREAD && !visited.has(selection.name.value)) {
        visited.add(selection.name.value)
        pending.push(...(fragments.get(selection.name.value)?.selectionSet.selections ?? []))
      }
    }
  }
  return undefined
}
