import { isAbstractType, OperationTypeNode, print, visit, type OperationDefinitionNode } from 'graphql'
import { apiError } from '../../schema/errors.ts'
import type { SubgraphFields } from '../supergraph/subgraph-fields.ts'
import type { SelectedField, Selection } from './selections.ts'

/** More fields than these are not planned: fragments on abstract types multiply by the types that fit. */
const maxFields = 50_000

/**
 * The text of an operation as it is planned: one flat document without fragments, directives, and names that the client
 * gave.
 * Several where fields require the same field with different arguments, which no single plan can request: they are run
 * side by side, and their data is combined. None when the operation selects nothing of any subgraph. Equal texts are
 * equal operations, whatever they were written as.
 */
export function flattened(
  operation: OperationDefinitionNode,
  selection: Selection,
  subgraphFields: SubgraphFields,
): string[] {
  const fields = selection
    .fieldsOf(selection.declared.name)
    // The gateway knows the types at the root and the schema itself.
    .filter(({ type }) => type !== undefined)
  if (fields.length === 0) return []
  const maySplit = operation.operation === OperationTypeNode.QUERY && subgraphFields.hasRequiredArguments
  const layers = maySplit ? new Layers(subgraphFields) : undefined
  const count = layers ? 1 + Math.max(...fields.map((field) => layers.highest(field))) : 1
  return Array.from({ length: count }, (_, layer) => text(operation, fields, new Printer(layers, layer)))
}

function text(operation: OperationDefinitionNode, fields: readonly SelectedField[], printer: Printer): string {
  const printed = printer.fields(fields)
  const definitions = (operation.variableDefinitions ?? []).filter(({ variable }) =>
    printer.variables.has(variable.name.value),
  )
  const variables = definitions.length > 0 ? `(${definitions.map(print).join(', ')})` : ''
  return `${operation.operation}${variables} { ${printed.join(' ')} }`
}

const unique = (texts: readonly string[]): string[] => [...new Set(texts)]

/** Assigns fields of one object that cannot be planned together to different texts; all others are in the first. */
class Layers {
  readonly #known = new WeakMap<readonly SelectedField[], ReadonlyMap<SelectedField, number>>()

  constructor(private readonly subgraphFields: SubgraphFields) {}

  of(fields: readonly SelectedField[]): ReadonlyMap<SelectedField, number> {
    let layers = this.#known.get(fields)
    if (!layers) this.#known.set(fields, (layers = this.#assign(fields)))
    return layers
  }

  /** Whether a field has something of a layer within it. */
  reaches(field: SelectedField, layer: number): boolean {
    return this.#within(field).some((fields) =>
      fields.some((inner) => this.of(fields).get(inner) === layer || this.reaches(inner, layer)),
    )
  }

  highest(field: SelectedField): number {
    let highest = 0
    for (const fields of this.#within(field))
      for (const inner of fields) highest = Math.max(highest, this.of(fields).get(inner) ?? 0, this.highest(inner))
    return highest
  }

  #within({ selection }: SelectedField): (readonly SelectedField[])[] {
    if (!selection) return []
    return [...new Set([selection.declared.name, ...selection.possibleTypes])].map((name) => selection.fieldsOf(name))
  }

  #assign(fields: readonly SelectedField[]): ReadonlyMap<SelectedField, number> {
    const layers: SelectedField[][] = []
    const assigned = new Map<SelectedField, number>()
    for (const field of fields) {
      const { parentName, node } = field
      const free = layers.findIndex(
        (others) =>
          !others.some((other) => this.subgraphFields.conflict(parentName, node.name.value, other.node.name.value)),
      )
      const layer = free >= 0 ? free : layers.length
      ;(layers[layer] ??= []).push(field)
      assigned.set(field, layer)
    }
    return assigned
  }
}

class Printer {
  readonly variables = new Set<string>()
  #fields = 0
  /** Whether a field of this layer is around what is printed: all of it belongs to the layer then. */
  #isWithin: boolean

  constructor(
    private readonly layers: Layers | undefined,
    private readonly layer: number,
  ) {
    this.#isWithin = !layers
  }

  fields(fields: readonly SelectedField[]): string[] {
    return unique(fields.map((field) => this.#fieldOfLayer(field, fields)).filter((printed) => printed !== ''))
  }

  #fieldOfLayer(field: SelectedField, siblings: readonly SelectedField[]): string {
    const { layers, layer } = this
    if (!layers) return this.#field(field)
    const own = layers.of(siblings).get(field) ?? 0
    const belongs = own === layer || (this.#isWithin && own === 0)
    if (!belongs && !layers.reaches(field, layer)) return ''
    const before = this.#isWithin
    this.#isWithin = belongs && (own > 0 || before || layer === 0)
    const printed = this.#field(field)
    this.#isWithin = before
    return printed
  }

  #field({ internalKey, node, selection, isTypename }: SelectedField): string {
    this.#fields += 1
    if (this.#fields > maxFields)
      throw apiError('DOCUMENT_TOO_LARGE', { limit: 'fields', maximum: maxFields, found: this.#fields })
    if (isTypename) return '__typename'
    const name = node.name.value
    const given = (node.arguments ?? []).map((argument) => {
      visit(argument, { Variable: (variable) => void this.variables.add(variable.name.value) })
      return print(argument)
    })
    const alias = internalKey === name ? '' : `${internalKey}: `
    const within = selection ? ` { ${this.#within(selection)} }` : ''
    return `${alias}${name}${given.length > 0 ? `(${given.join(', ')})` : ''}${within}`
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
    const all = [...common, ...narrower]
    // Whether there is an object at all is still to be found out.
    return all.length > 0 ? all.join(' ') : '__typename'
  }
}
