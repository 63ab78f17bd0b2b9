import {
  Kind,
  print,
  type DocumentNode,
  type FieldNode,
  type FragmentSpreadNode,
  type InlineFragmentNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql'

/**
 * The same document with each repeated selection once. Checking a field takes far longer than sending it again, so a
 * small text of repeated fields would occupy the process; the response is the same without them. Recursive: the depth
 * of a document is limited before.
 */
export function withMergedSelections(document: DocumentNode): DocumentNode {
  const definitions = document.definitions.map((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION || definition.kind === Kind.FRAGMENT_DEFINITION
      ? { ...definition, selectionSet: merged(definition.selectionSet) }
      : definition,
  )
  return { ...document, definitions }
}

interface RepeatedSelection {
  readonly key: string | undefined
  readonly first: SelectionNode
  readonly inner: SelectionNode[]
}

function merged(selectionSet: SelectionSetNode): SelectionSetNode {
  const groups: RepeatedSelection[] = []
  const known = new Map<string, RepeatedSelection>()
  for (const selection of selectionSet.selections) {
    const key = keyOf(selection)
    // Fields of an inline fragment take their place in the response from it, so only neighbors are one.
    const last = groups.at(-1)
    const isNeighbor = last?.key === key ? last : undefined
    const same = key === undefined ? undefined : selection.kind === Kind.INLINE_FRAGMENT ? isNeighbor : known.get(key)
    if (same) {
      same.inner.push(...selectionsWithin(selection))
      continue
    }
    // A fragment, or a field under a condition, may select what stands before it too, and then comes before what follows.
    if (selection.kind !== Kind.FIELD || key === undefined)
      for (const [name] of known) if (name.endsWith('{')) known.delete(name)
    const group: RepeatedSelection = { key, first: selection, inner: [...selectionsWithin(selection)] }
    groups.push(group)
    if (key !== undefined) known.set(key, group)
  }
  return {
    ...selectionSet,
    selections: groups.map(({ first, inner }) =>
      'selectionSet' in first && first.selectionSet
        ? { ...first, selectionSet: merged({ ...first.selectionSet, selections: inner }) }
        : first,
    ),
  }
}

const selectionsWithin = (selection: SelectionNode): readonly SelectionNode[] =>
  ('selectionSet' in selection && selection.selectionSet?.selections) || []

/** Selections with the same key select the same; undefined for what a condition or another directive sets apart. */
function keyOf(selection: FieldNode | FragmentSpreadNode | InlineFragmentNode): string | undefined {
  if (selection.directives && selection.directives.length > 0) return undefined
  if (selection.kind === Kind.FRAGMENT_SPREAD) return `...${selection.name.value}`
  if (selection.kind === Kind.INLINE_FRAGMENT) return `... on ${selection.typeCondition?.name.value ?? ''}`
  const { alias, name, arguments: given = [], selectionSet } = selection
  return `${alias?.value ?? ''}:${name.value}(${given.map(print).join()})${selectionSet ? '{' : ''}`
}
