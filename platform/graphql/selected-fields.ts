import { Kind, type FieldNode, type GraphQLResolveInfo, type SelectionSetNode } from 'graphql'
import { fragmentOf, type Fragments } from './selection/fragments.ts'

/** The selection sets of some fields, by name. Conditions do not count: a field that may be skipped is included. */
export class SelectedFields {
  readonly #nodes: readonly FieldNode[]
  readonly #fragments: Fragments
  #below: ReadonlyMap<string, readonly FieldNode[]> | undefined

  constructor({ fieldNodes, fragments }: Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments'>) {
    this.#nodes = fieldNodes
    this.#fragments = fragments
  }

  /** Whether a path of names is selected, of whatever type. */
  has(...[name, ...rest]: readonly string[]): boolean {
    return name === undefined || this.at(name)?.has(...rest) === true
  }

  /** The selection set of one field; undefined when it is not selected. */
  at(name: string): SelectedFields | undefined {
    const fieldNodes = this.#fieldsBelow().get(name)
    return fieldNodes && new SelectedFields({ fieldNodes, fragments: this.#fragments })
  }

  #fieldsBelow(): ReadonlyMap<string, readonly FieldNode[]> {
    if (this.#below) return this.#below
    const found = new Map<string, FieldNode[]>()
    const collect = ({ selections }: SelectionSetNode): void => {
      for (const selection of selections) {
        if (selection.kind === Kind.FIELD) {
          const nodes = found.get(selection.name.value)
          if (nodes) nodes.push(selection)
          else found.set(selection.name.value, [selection])
          continue
        }
        const fragment = fragmentOf(selection, this.#fragments)
        if (fragment) collect(fragment.selectionSet)
      }
    }
    for (const { selectionSet } of this.#nodes) if (selectionSet) collect(selectionSet)
    this.#below = found
    return found
  }
}
