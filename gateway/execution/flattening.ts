import { isAbstractType, print, visit, type OperationDefinitionNode } from 'graphql'
import { apiError } from '../../schema/errors.ts'
import { isCondition, type SelectedField, type Selection } from './selections.ts'

/** More fields than these are not planned: fragments on abstract types multiply by the types that fit. */
const maxFields = 50_000

/**
 * The text of an operation as it is planned: one flat document without fragments, conditions and aliases of the client.
 * Undefined when it selects nothing of any subgraph. Equal texts are equal operations, whatever they were written as.
 */
export function flattened(operation: OperationDefinitionNode, selection: Selection): string | undefined {
  const printer = new Printer()
  const fields = selection
    .fieldsOf(selection.declared.name)
    // The gateway knows the types at the root and the schema itself.
    .filter(({ type }) => type !== undefined)
    .map((field) => printer.field(field))
  if (fields.length === 0) return undefined
  const definitions = (operation.variableDefinitions ?? []).filter(({ variable }) =>
    printer.variables.has(variable.name.value),
  )
  const variables = definitions.length > 0 ? `(${definitions.map(print).join(', ')})` : ''
  const name = operation.name ? ` ${operation.name.value}` : ''
  return `${operation.operation}${name}${variables} { ${unique(fields).join(' ')} }`
}

const unique = (texts: readonly string[]): string[] => [...new Set(texts)]

class Printer {
  readonly variables = new Set<string>()
  #fields = 0

  field({ internalKey, node, selection, isTypename }: SelectedField): string {
    this.#fields += 1
    if (this.#fields > maxFields)
      throw apiError('DOCUMENT_TOO_LARGE', { limit: 'fields', maximum: maxFields, found: this.#fields })
    if (isTypename) return '__typename'
    const name = node.name.value
    const given = (node.arguments ?? []).map((argument) => {
      visit(argument, { Variable: (variable) => void this.variables.add(variable.name.value) })
      return print(argument)
    })
    const directives = (node.directives ?? [])
      .filter((directive) => !isCondition(directive.name.value))
      .map((directive) => {
        visit(directive, { Variable: (variable) => void this.variables.add(variable.name.value) })
        return ` ${print(directive)}`
      })
    const alias = internalKey === name ? '' : `${internalKey}: `
    const within = selection ? ` { ${this.#within(selection)} }` : ''
    return `${alias}${name}${given.length > 0 ? `(${given.join(', ')})` : ''}${directives.join('')}${within}`
  }

  #within(selection: Selection): string {
    const { declared } = selection
    const common = unique(selection.fieldsOf(declared.name).map((field) => this.field(field)))
    const narrower: string[] = []
    if (isAbstractType(declared)) {
      for (const typeName of selection.possibleTypes) {
        const own = unique(selection.fieldsOf(typeName).map((field) => this.field(field)))
        const additional = own.filter((text) => !common.includes(text))
        if (additional.length > 0) narrower.push(`... on ${typeName} { ${additional.join(' ')} }`)
      }
    }
    const all = [...common, ...narrower]
    // Whether there is an object at all is still to be found out.
    return all.length > 0 ? all.join(' ') : '__typename'
  }
}
