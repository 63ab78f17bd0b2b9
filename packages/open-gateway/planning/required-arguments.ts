import { Kind, print, type ArgumentNode, type SelectionNode, type SelectionSetNode } from 'graphql'
import {
  argumentOf,
  namedTypeOf,
  selectionOfText,
  stringValue,
  textOfSelection,
  withArguments,
  type SupergraphText,
} from './supergraph-text.ts'

/** The replacement of a field that is required with arguments. */
export interface StandIn {
  readonly name: string
  readonly arguments: readonly ArgumentNode[]
}

/**
 * Gives each field that is required with arguments a field without arguments that stands for it: the planner requests
 * fields by their names, and takes the same field with other arguments for the same. Returns what they stand for, by
 * their names.
 */
export function replaceRequiredArguments(supergraph: SupergraphText): ReadonlyMap<string, StandIn> {
  const standIns = new Map<string, StandIn>()
  const known = new Map<string, string>()
  const prefix = unusedPrefix(supergraph)
  /** The type and the name of a field, and what stands for it. */
  const wanted: (readonly [string, string, string])[] = []
  const standInFor = (owner: string, name: string, given: readonly ArgumentNode[]): string => {
    const key = `${name}(${given.map(print).sort().join()})`
    let standIn = known.get(key)
    if (standIn === undefined) {
      known.set(key, (standIn = `${prefix}${known.size}`))
      standIns.set(standIn, { name, arguments: given })
    }
    wanted.push([owner, name, standIn])
    return standIn
  }
  const replaced = (selectionSet: SelectionSetNode, owner: string): SelectionSetNode => ({
    ...selectionSet,
    selections: selectionSet.selections.map((selection): SelectionNode => {
      if (selection.kind === Kind.FRAGMENT_SPREAD) return selection
      if (selection.kind === Kind.INLINE_FRAGMENT)
        return {
          ...selection,
          selectionSet: replaced(selection.selectionSet, selection.typeCondition?.name.value ?? owner),
        }
      const { name, arguments: given = [] } = selection
      const field = supergraph.field(owner, name.value)
      return {
        ...selection,
        ...(given.length > 0 ? { name: { ...name, value: standInFor(owner, name.value, given) }, arguments: [] } : {}),
        ...(selection.selectionSet && field
          ? { selectionSet: replaced(selection.selectionSet, namedTypeOf(field.type)) }
          : {}),
      }
    }),
  })
  for (const { name: type } of supergraph.composites)
    supergraph.replaceFields(type.value, (field) => ({
      ...field,
      directives: (field.directives ?? []).map((directive) => {
        const requires = argumentOf(directive, 'requires')
        if (directive.name.value !== 'join__field' || typeof requires !== 'string') return directive
        const text = textOfSelection(replaced(selectionOfText(requires), type.value))
        return withArguments(directive, { requires: stringValue(text) })
      }),
    }))
  // The replacement of a field requires what the field requires, so these are replaced first.
  for (const [owner, name, standIn] of wanted)
    for (const type of supergraph.related(owner, name)) {
      const field = supergraph.field(type.name.value, name)
      if (!field || supergraph.field(type.name.value, standIn)) continue
      const added = { ...field, name: { ...field.name, value: standIn }, arguments: [] }
      supergraph.replace({ ...type, fields: [...(type.fields ?? []), added] })
    }
  return standIns
}

/** Begins no name of a field. */
function unusedPrefix({ composites }: SupergraphText): string {
  const names = composites.flatMap(({ fields = [] }) => fields.map(({ name }) => name.value))
  let prefix = '_required'
  while (names.some((name) => name.startsWith(prefix))) prefix += '_'
  return prefix
}
