import type { TSchema } from 'typebox'

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, TSchema>>
  readonly items?: TSchema
}

/** A value with the members of its objects in the order in which their schema lists them; others follow. */
export function inSchemaOrder(schema: TSchema | undefined, value: unknown): unknown {
  const { properties = {}, items } = (schema ?? {}) as ObjectSchema
  if (Array.isArray(value)) return value.map((item) => inSchemaOrder(items, item))
  if (typeof value !== 'object' || value === null) return value
  const given = value as Readonly<Record<string, unknown>>
  const names = [...Object.keys(properties), ...Object.keys(given).filter((name) => !Object.hasOwn(properties, name))]
  return Object.fromEntries(
    names
      .filter((name) => given[name] !== undefined)
      .map((name) => [name, inSchemaOrder(properties[name], given[name])]),
  )
}
