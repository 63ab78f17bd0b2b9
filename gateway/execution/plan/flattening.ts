import { isAbstractType, print, visit, type OperationDefinitionNode } from 'graphql'
import { FieldBudget } from './field-budget.ts'
import type { ResponseField, Selection } from './selections.ts'

/**
 * An operation as it is planned: a flat document without fragments, directives, and names that the client gave.
 * Undefined when it selects nothing of any subgraph. Equal texts are equal operations, whatever they were written as.
 */
export function flattened(operation: OperationDefinitionNode, selection: Selection): string | undefined {
  const fields = fieldsOfSubgraphs(selection)
  return fields.length > 0 ? textOf(operation, fields) : undefined
}

/** The same with a text for each field at the root. */
export const flattenedOneByOne = (operation: OperationDefinitionNode, selection: Selection): string[] =>
  fieldsOfSubgraphs(selection).map((field) => textOf(operation, [field]))

/** The gateway knows the types at the root and the schema itself. */
const fieldsOfSubgraphs = (selection: Selection): ResponseField[] =>
  selection.fieldsOf(selection.declared.name).filter(({ type }) => type !== undefined)

function textOf(operation: OperationDefinitionNode, fields: readonly ResponseField[]): string {
  const printer = new Printer()
  const body = printer.fields(fields).join(' ')
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

  /** Fields of one object. */
  fields(fields: readonly ResponseField[]): string[] {
    return unique(fields.map((field) => this.#field(field)))
  }

  #field(field: ResponseField): string {
    this.#budget.take()
    const { isTypename, selection } = field
    if (isTypename) return '__typename'
    return `${this.#head(field)}${selection ? ` { ${this.#within(selection)} }` : ''}`
  }

  #head({ internalKey, node }: ResponseField): string {
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
    const common = this.fields(selection.fieldsOf(declared.name))
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
