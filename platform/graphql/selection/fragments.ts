import {
  Kind,
  type DocumentNode,
  type FragmentDefinitionNode,
  type FragmentSpreadNode,
  type InlineFragmentNode,
} from 'graphql'

/** The fragments of a document by name, as resolvers receive them: an object without a prototype. */
export type Fragments = Readonly<Record<string, FragmentDefinitionNode>>

const known = new WeakMap<DocumentNode, Fragments>()

/** The fragments of a document, collected once. */
export function fragmentsOf(document: DocumentNode): Fragments {
  const cached = known.get(document)
  if (cached) return cached
  const fragments = Object.create(null) as Record<string, FragmentDefinitionNode>
  for (const definition of document.definitions)
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments[definition.name.value] = definition
  known.set(document, fragments)
  return fragments
}

/** The selections of a spread or an inline fragment; undefined for a fragment that the document lacks. */
export const fragmentOf = (
  selection: FragmentSpreadNode | InlineFragmentNode,
  fragments: Fragments,
): FragmentDefinitionNode | InlineFragmentNode | undefined =>
  selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments[selection.name.value]
