import { Type, type TObjectOptions, type TProperties, type TSchema } from 'typebox'

/** A schema as far as it is walked here. */
export interface SchemaShape {
  readonly type?: string
  readonly properties?: Readonly<Record<string, SchemaShape>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | SchemaShape
  readonly items?: SchemaShape
  readonly anyOf?: readonly SchemaShape[]
}

/** An object of a request: a member that it does not name is refused, not ignored. */
export const Closed = <P extends TProperties>(properties: P, options: TObjectOptions = {}) =>
  Type.Object(properties, { ...options, additionalProperties: false })

/** Throws for an object of a request schema that says neither that it is closed nor that it is open. */
export function requireClosed(schema: TSchema, where: string): void {
  const walk = (shape: SchemaShape, path: string): void => {
    if (shape.properties && shape.additionalProperties === undefined)
      throw new Error(`${path} would ignore unknown members: use Closed, or allow additionalProperties`)
    for (const [name, inner] of Object.entries(shape.properties ?? {})) walk(inner, `${path}.${name}`)
    if (shape.items) walk(shape.items, path)
    for (const variant of shape.anyOf ?? []) walk(variant, path)
  }
  walk(schema as SchemaShape, where)
}

/** The part of a schema that a JSON pointer into it names. */
export function shapeAt(schema: TSchema, pointer: string): SchemaShape | undefined {
  return pointer
    .split('/')
    .slice(1)
    .reduce<unknown>(
      (shape, step) =>
        (shape as Record<string, unknown> | undefined)?.[step.replaceAll('~1', '/').replaceAll('~0', '~')],
      schema,
    ) as SchemaShape | undefined
}

/** Every name of an object's members, and of those within, dotted. */
export function fieldNames(schema: TSchema | SchemaShape): string[] {
  const names: string[] = []
  const walk = (shape: SchemaShape, prefix: string): void => {
    if (shape.items) walk(shape.items, prefix)
    for (const variant of shape.anyOf ?? []) walk(variant, prefix)
    for (const [name, inner] of Object.entries(shape.properties ?? {})) {
      names.push(prefix + name)
      walk(inner, `${prefix}${name}.`)
    }
  }
  walk(schema as SchemaShape, '')
  return names
}

/** A value without its optional members that are null: they count as absent. Required ones stay, to be refused. */
export function withoutNulls(shape: SchemaShape, value: unknown): unknown {
  if (Array.isArray(value)) {
    const { items } = shape
    return items ? value.map((item) => withoutNulls(items, item)) : value
  }
  if (typeof value !== 'object' || value === null) return value
  const { properties, required = [] } = shape.anyOf?.find((variant) => variant.properties) ?? shape
  if (!properties) return value
  const innerOf = (name: string): SchemaShape | undefined =>
    Object.hasOwn(properties, name) ? properties[name] : undefined
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, member]) => member !== null || !innerOf(name) || required.includes(name))
      .map(([name, member]) => [name, withoutNulls(innerOf(name) ?? {}, member)]),
  )
}
