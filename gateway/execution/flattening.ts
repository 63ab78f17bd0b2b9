import { isAbstractType, OperationTypeNode, print, visit, type OperationDefinitionNode } from 'graphql'
import type { Chain, SubgraphFields } from '../supergraph/subgraph-fields.ts'
import { Conflicts, type Conflict } from './conflicts.ts'
import { FieldBudget } from './field-budget.ts'
import type { SelectedField, Selection } from './selections.ts'

/** One text that is planned. */
export interface PlanText {
  readonly text: string
  /** Fields are found under the names that the texts with this number request. */
  readonly plan: number
  /** Whether texts of earlier stages with the same number found what its fields require. */
  readonly isSettled: boolean
}

/** Texts that are planned one by one: stages that are run one after the other, each of texts that are run side by side. */
export type TextGroup = readonly (readonly PlanText[])[]

/**
 * An operation as it is planned: flat documents without fragments, directives, and names that the client gave. A query
 * is one group of texts: more than one where fields require the same field with different arguments, which no single
 * plan can request; their data is combined. A mutation with such fields is a group for each root field, each text of
 * which begins with that field; it is run once. No group when the operation selects nothing of any subgraph. With
 * `splitsChains`, fields whose requirements have requirements are planned after those. Equal texts are equal operations,
 * whatever they were written as.
 */
export function flattened(
  operation: OperationDefinitionNode,
  selection: Selection,
  subgraphFields: SubgraphFields,
  splitsChains = false,
): readonly TextGroup[] {
  const fields = selection
    .fieldsOf(selection.declared.name)
    // The gateway knows the types at the root and the schema itself.
    .filter(({ type }) => type !== undefined)
  if (fields.length === 0) return []
  const conflicts = new Conflicts(subgraphFields, splitsChains)
  const maySplit = splitsChains || subgraphFields.hasRequiredArguments
  if (maySplit && operation.operation !== OperationTypeNode.SUBSCRIPTION) conflicts.find(fields)
  let plans = 0
  const group = (some: readonly SelectedField[], apart: readonly Conflict[]): TextGroup => {
    const stages: PlanText[][] = []
    const add = (stage: number, plan: number, printed: (printer: Printer) => string): void => {
      const text = textOf(operation, new Printer(conflicts), printed)
      void (stages[stage] ??= []).push({ text, plan, isSettled: stage > 0 })
    }
    add(0, plans++, (printer) => printer.fields(some).join(' '))
    for (const conflict of apart) {
      /** Adds what a field requires, for the plan of that field; returns the stage of that field. */
      const require = ({ alone, apart: fields }: Chain, plan: number): number => {
        // The planner finds what requires nothing in turn.
        if (fields.length === 0) return 0
        if (alone !== '') add(0, plan, (printer) => printer.at(conflict.path, alone))
        const later = fields.map((field) => {
          const own = plans++
          const stage = require(field, own)
          add(stage, own, (printer) => printer.at(conflict.path, field.text))
          return stage + 1
        })
        return Math.max(0, ...later)
      }
      const plan = plans++
      const stage = conflict.before ? require(conflict.before, plan) : 0
      add(stage, plan, (printer) => printer.only(conflict))
    }
    return stages
  }
  if (operation.operation !== OperationTypeNode.MUTATION || conflicts.all.length === 0)
    return [group(fields, conflicts.all)]
  return fields.map((field) =>
    group(
      [field],
      conflicts.all.filter(({ path }) => path[0]?.field === field),
    ),
  )
}

function textOf(operation: OperationDefinitionNode, printer: Printer, printed: (printer: Printer) => string): string {
  const body = printed(printer)
  const definitions = (operation.variableDefinitions ?? []).filter(({ variable }) =>
    printer.variables.has(variable.name.value),
  )
  const variables = definitions.length > 0 ? `(${definitions.map(print).join(', ')})` : ''
  return `${operation.operation}${variables} { ${body} }`
}

const unique = (texts: readonly string[]): string[] => [...new Set(texts)]

class Printer {
  readonly variables = new Set<string>()
  readonly #budget = new FieldBudget()

  constructor(private readonly conflicts: Conflicts) {}

  /** Fields of one object, without those that have a text of their own. */
  fields(fields: readonly SelectedField[]): string[] {
    return unique(fields.filter((field) => !this.conflicts.isApart(field)).map((field) => this.#field(field)))
  }

  /** The fields of a conflict, within those that lead to them. */
  only({ path, fields }: Conflict): string {
    return this.at(path, unique(fields.map((field) => this.#field(field))).join(' '))
  }

  /** Fields of the objects at a path. */
  at(path: Conflict['path'], printed: string): string {
    return path.reduceRight(
      (within, { field, condition }) =>
        `${this.#head(field)} { ${condition === undefined ? within : `... on ${condition} { ${within} }`} }`,
      printed,
    )
  }

  #field(field: SelectedField): string {
    this.#budget.take()
    const { isTypename, selection } = field
    if (isTypename) return '__typename'
    return `${this.#head(field)}${selection ? ` { ${this.#within(selection)} }` : ''}`
  }

  #head({ internalKey, node }: SelectedField): string {
    const name = node.name.value
    const given = (node.arguments ?? []).map((argument) => {
      visit(argument, { Variable: (variable) => void this.variables.add(variable.name.value) })
      return print(argument)
    })
    const alias = internalKey === name ? '' : `${internalKey}: `
    return `${alias}${name}${given.length > 0 ? `(${given.join(', ')})` : ''}`
  }

  #within(selection: Selection): string {
    const { declared } = selection
    // Where types differ in what conflicts, nothing is requested of all of them together.
    const common = this.conflicts.differsByType(selection) ? [] : this.fields(selection.fieldsOf(declared.name))
    const narrower: string[] = []
    if (isAbstractType(declared)) {
      for (const typeName of selection.possibleTypes) {
        const additional = this.fields(selection.fieldsOf(typeName)).filter((printed) => !common.includes(printed))
        if (additional.length > 0) narrower.push(`... on ${typeName} { ${additional.join(' ')} }`)
      }
    }
    // Types whose fields differ in their order alone are still to be distinguished.
    const differsInOrder = narrower.length === 0 && !common.includes('__typename') && selection.isNarrowing
    const all = [...(differsInOrder ? ['__typename'] : []), ...common, ...narrower]
    // Whether there is an object at all is still to be found out.
    return all.length > 0 ? all.join(' ') : '__typename'
  }
}
