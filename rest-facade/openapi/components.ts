import { isDeepStrictEqual } from 'node:util'
import { referenceTo, type Components, type MediaType, type Operation, type SchemaNode } from './model.ts'

type Schemas = Components['schemas']

const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
function singular(name: string): string {
  if (name.endsWith('ies')) return `${name.slice(0, -3)}y`
  if (name.endsWith('xes')) return name.slice(0, -2)
  return /[^s]s$/.test(name) ? name.slice(0, -1) : `${name}Item`
}

/**
 * Moves every object and every titled schema to the components and leaves a reference, so that generated clients have a
 * type for it. A schema without a title is named by its parent and member, such as ReservationTimeline.
 */
export class NamedSchemas {
  constructor(readonly schemas: Schemas) {}

  /** The schema with all its parts named. Its own name is its title, or else `name`. */
  named(schema: SchemaNode, name: string): SchemaNode {
    const { title, 'x-inline': isInline, ...rest } = schema
    const ownName = title ?? name
    const node = isInline ? rest : this.#withNamedParts(rest, ownName)
    if (title === undefined && !node.properties && !node.allOf) return node
    return this.#add(ownName, node)
  }

  #withNamedParts(node: SchemaNode, name: string): SchemaNode {
    const { properties, items, anyOf, allOf, additionalProperties } = node
    const named: SchemaNode = { ...node }
    // Generators do not infer the type from the values of an enum.
    if (node.enum && node.type === undefined) named.type = 'string'
    if (properties)
      named.properties = Object.fromEntries(
        Object.entries(properties).map(([property, inner]) => [property, this.#member(inner, name, property)]),
      )
    if (items) named.items = this.named(items, `${name}Item`)
    if (typeof additionalProperties === 'object')
      named.additionalProperties = this.named(additionalProperties, `${name}Value`)
    if (anyOf) named.anyOf = this.#variants(anyOf, name)
    // A part of an allOf is not a type of its own.
    if (allOf) named.allOf = allOf.map((part) => (part.title === undefined ? part : this.named(part, name)))
    return named
  }

  #member(schema: SchemaNode, parent: string, property: string): SchemaNode {
    if (schema.items && schema.title === undefined) {
      const { items, ...list } = schema
      return { ...list, items: this.named(items, parent + upperFirst(singular(property))) }
    }
    return this.named(schema, parent + upperFirst(property))
  }

  /** A single variant beside null has the name without a number. */
  #variants(variants: SchemaNode[], name: string): SchemaNode[] {
    const several = variants.filter(({ type }) => type !== 'null').length > 1
    return variants.map((variant, index) => this.named(variant, several ? `${name}Variant${index + 1}` : name))
  }

  /** A use with a description of its own has it beside the reference. */
  #add(name: string, node: SchemaNode): SchemaNode {
    const known = (this.schemas[name] ??= node)
    const { description, ...type } = node
    const { description: knownDescription, ...knownType } = known
    if (!isDeepStrictEqual(knownType, type)) throw new Error(`Two different schemas are called ${name}`)
    const reference = referenceTo('schemas', name)
    return description === undefined || description === knownDescription ? reference : { ...reference, description }
  }
}

/** Names the schemas of an operation's body and of its responses. */
export function nameSchemas(operation: Operation, names: NamedSchemas): void {
  const own = upperFirst(operation.operationId)
  const nameIn = (content: Record<string, MediaType> | undefined, name: string): void => {
    for (const media of Object.values(content ?? {})) if (media.schema) media.schema = names.named(media.schema, name)
  }
  nameIn(operation.requestBody?.content, `${own}Request`)
  for (const response of Object.values(operation.responses))
    if ('description' in response) nameIn(response.content, `${own}Response`)
}
