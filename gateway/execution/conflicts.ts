import { isAbstractType } from 'graphql'
import type { Chain, SubgraphFields } from '../supergraph/subgraph-fields.ts'
import { FieldBudget } from './field-budget.ts'
import type { SelectedField, Selection } from './selections.ts'

/** A field on the way to others; `condition` is the type of its objects that has them, where it is not its own. */
interface Step {
  readonly field: SelectedField
  readonly condition: string | undefined
}

/** Fields of one object that can be planned together, but not with their siblings. */
export interface Conflict {
  /** From the root to the object. */
  readonly path: readonly Step[]
  readonly fields: readonly SelectedField[]
  /** What is found first. */
  readonly before: Chain | undefined
}

/**
 * Finds the fields of an operation that require the same field with different arguments, and with `splitsChains` all
 * whose requirements have requirements.
 */
export class Conflicts {
  readonly all: Conflict[] = []
  readonly #apart = new Set<SelectedField>()
  readonly #byType = new Set<Selection>()
  readonly #budget = new FieldBudget()

  constructor(
    private readonly subgraphFields: SubgraphFields,
    private readonly splitsChains: boolean,
  ) {}

  /** Whether a field is in a conflict, and not planned with the others. */
  isApart(field: SelectedField): boolean {
    return this.#apart.has(field)
  }

  /** Whether the objects of a selection have conflicts that depend on their type. */
  differsByType(selection: Selection): boolean {
    return this.#byType.has(selection)
  }

  /** Finds conflicts among the fields of one object, and within them. */
  find(fields: readonly SelectedField[], declaredName?: string, path: readonly Step[] = []): void {
    this.#separate(fields, declaredName, path)
    for (const field of fields) {
      this.#budget.take()
      const { selection } = field
      if (!selection) continue
      const { declared } = selection
      const before = this.all.length
      const isAbstract = isAbstractType(declared)
      for (const typeName of isAbstract ? selection.possibleTypes : [declared.name]) {
        const step = { field, condition: isAbstract ? typeName : undefined }
        this.find(selection.fieldsOf(typeName), declared.name, [...path, step])
      }
      if (isAbstract && this.all.length > before) this.#byType.add(selection)
    }
  }

  /** The first fields that can be planned together remain; the others are apart, in as few groups as it takes. */
  #separate(fields: readonly SelectedField[], declaredName: string | undefined, path: readonly Step[]): void {
    const groups: SelectedField[][] = []
    for (const field of fields) {
      const before = this.#before(field, declaredName)
      if (before) {
        this.all.push({ path, fields: [field], before })
        this.#apart.add(field)
        continue
      }
      const group = groups.find((others) => !others.some((other) => this.#conflict(field, other, declaredName)))
      if (group) group.push(field)
      else groups.push([field])
    }
    for (const group of groups.slice(1)) {
      this.all.push({ path, fields: group, before: undefined })
      for (const field of group) this.#apart.add(field)
    }
  }

  #before({ parentName, node }: SelectedField, declaredName: string | undefined): Chain | undefined {
    if (!this.splitsChains) return undefined
    const name = node.name.value
    const own = this.subgraphFields.chain(parentName, name)
    return own ?? (declaredName === undefined ? undefined : this.subgraphFields.chain(declaredName, name))
  }

  #conflict(one: SelectedField, other: SelectedField, declaredName: string | undefined): boolean {
    const [first, second] = [one.node.name.value, other.node.name.value]
    return [one.parentName, declaredName].some(
      (typeName) => typeName !== undefined && this.subgraphFields.conflict(typeName, first, second),
    )
  }
}
