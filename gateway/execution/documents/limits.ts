import {
  Kind,
  type DocumentNode,
  type FragmentDefinitionNode,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'
import { fragmentsOf, type Fragments } from '../../../platform/graphql/selection/fragments.ts'
import { declareBound } from '../../../platform/process/bounds.ts'
import { apiError } from '../../../schema/errors.ts'
import type { CodeOf } from '../../../schema/vocabularies.ts'

/** Maximum size of a caller's document, whatever it costs: parsing, validating and planning take time too. */
export const documentLimits = {
  /** Words and signs of the text. */
  tokens: 4_000,
  /** Fields within fields of the data. */
  depth: 12,
  /** Fields within fields of `__schema` or `__type`; the queries of tools need 15. */
  introspectionDepth: 20,
  /** Fields with another name in the response. */
  aliases: 50,
  /** Fields at the top of an operation. */
  rootFields: 20,
  /** Uses of directives. */
  directives: 50,
  /** Fields of all operations together, those of a fragment as often as it is used. */
  fields: 2_000,
} as const

declareBound({
  name: 'document-size',
  what: 'Size of a GraphQL document, and of its plan',
  per: 'operation',
  default: '[by measure](../frontend/graphql.md#size-of-a-document)',
  response: '400 `DOCUMENT_TOO_LARGE`',
  errorCode: 'DOCUMENT_TOO_LARGE',
})

export type DocumentLimit = keyof typeof documentLimits
/** The maximum of each. */
export type DocumentLimits = Readonly<Record<DocumentLimit, number>>

type Size = Record<Exclude<DocumentLimit, 'tokens' | 'directives'>, number>

const nothing: Size = { depth: 0, introspectionDepth: 0, aliases: 0, rootFields: 0, fields: 0 }

/** The size of a document: of its largest operation; fields are those of all operations together. */
export type DocumentSize = Readonly<Record<Exclude<DocumentLimit, 'tokens'>, number>>

/** Measures a document that was parsed, in time that grows with its text only. */
export function sizeOf(document: DocumentNode): DocumentSize {
  const measure = measurer(fragmentsOf(document))
  const total: Record<keyof DocumentSize, number> = { ...nothing, directives: countDirectives(document) }
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue
    const size = measure(definition.selectionSet)
    for (const limit of Object.keys(size) as (keyof Size)[])
      total[limit] = limit === 'fields' ? total.fields + size.fields : Math.max(total[limit], size[limit])
  }
  return total
}

/** Throws DOCUMENT_TOO_LARGE naming the first limit that a document exceeds. */
export function enforceLimits(size: DocumentSize, limits: DocumentLimits): void {
  refuseAbove(limits, 'directives', size.directives)
  for (const [limit, found] of Object.entries(size)) refuseAbove(limits, limit as DocumentLimit, found)
}

/** DOCUMENT_TOO_LARGE for one limit. */
export function refuseAbove(limits: DocumentLimits, limit: DocumentLimit, found: number): void {
  const maximum = limits[limit]
  const named: CodeOf<'documentLimit'> = limit
  if (found > maximum) throw apiError('DOCUMENT_TOO_LARGE', { limit: named, maximum, found })
}

/**
 * Measures selections; each fragment once, however often it is used, so that nested fragments do not multiply the work.
 */
function measurer(fragments: Fragments): (selections: SelectionSetNode) => Size {
  const known = new Map<string, Size>()
  const ofFragment = (name: string): Size => {
    const measured = known.get(name)
    if (measured) return measured
    // A fragment within itself is refused by validation; here it only must end.
    known.set(name, nothing)
    const fragment = fragments[name]
    const size = fragment ? measure(fragment.selectionSet) : nothing
    known.set(name, size)
    return size
  }
  const measure = ({ selections }: SelectionSetNode): Size => {
    const size = { ...nothing }
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) {
        const inner = selection.selectionSet ? measure(selection.selectionSet) : nothing
        const isIntrospection = selection.name.value.startsWith('__')
        size.depth = Math.max(size.depth, isIntrospection ? 1 : 1 + inner.depth)
        size.introspectionDepth = Math.max(
          size.introspectionDepth,
          isIntrospection ? inner.depth : inner.introspectionDepth,
        )
        size.aliases += inner.aliases + (selection.alias ? 1 : 0)
        size.fields += 1 + inner.fields
        size.rootFields += 1
      } else {
        const inner =
          selection.kind === Kind.INLINE_FRAGMENT ? measure(selection.selectionSet) : ofFragment(selection.name.value)
        size.depth = Math.max(size.depth, inner.depth)
        size.introspectionDepth = Math.max(size.introspectionDepth, inner.introspectionDepth)
        size.aliases += inner.aliases
        size.fields += inner.fields
        size.rootFields += inner.rootFields
      }
    }
    return size
  }
  return measure
}

function countDirectives(document: DocumentNode): number {
  let count = 0
  const within = (node: OperationDefinitionNode | FragmentDefinitionNode | SelectionSetNode['selections'][number]) => {
    count += node.directives?.length ?? 0
    if (node.kind === Kind.OPERATION_DEFINITION)
      for (const variable of node.variableDefinitions ?? []) count += variable.directives?.length ?? 0
    if ('selectionSet' in node && node.selectionSet) for (const inner of node.selectionSet.selections) within(inner)
  }
  for (const definition of document.definitions)
    if (definition.kind === Kind.OPERATION_DEFINITION || definition.kind === Kind.FRAGMENT_DEFINITION)
      within(definition)
  return count
}
