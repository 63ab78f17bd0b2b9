import { Type, type TObjectOptions, type TProperties, type TSchema } from 'typebox'
import { openObjectError } from '../platform/http/json-bounds.ts'
import type { FieldError } from '../schema/field-errors.ts'

/** A schema as far as it is walked here. */
export interface SchemaStructure {
  readonly type?: string
  readonly properties?: Readonly<Record<string, SchemaStructure>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | SchemaStructure
  readonly items?: SchemaStructure
  readonly maxItems?: number
  readonly anyOf?: readonly SchemaStructure[]
}

/** An object of a request: a member that it does not name is refused, not ignored. */
export const Closed = <P extends TProperties>(properties: P, options: TObjectOptions = {}) =>
  Type.Object(properties, { ...options, additionalProperties: false })

/** Throws for an object of a request schema that is declared neither closed nor open. */
export function requireClosed(schema: TSchema, where: string): void {
  const walk = (shape: SchemaStructure, path: string): void => {
    if (shape.properties && shape.additionalProperties === undefined)
      throw new Error(`${path} would ignore unknown members: use Closed, or allow additionalProperties`)
    for (const [name, inner] of Object.entries(shape.properties ?? {})) walk(inner, `${path}.${name}`)
    if (shape.items) walk(shape.items, path)
    for (const variant of shape.anyOf ?? []) walk(variant, path)
  }
  walk(schema as SchemaStructure, where)
}

/** Every name of an object's members, and of those within, dotted. */
export function fieldNames(schema: TSchema | SchemaStructure): string[] {
  const names: string[] = []
  const walk = (shape: SchemaStructure, prefix: string): void => {
    if (shape.items) walk(shape.items, prefix)
    for (const variant of shape.anyOf ?? []) walk(variant, prefix)
    for (const [name, inner] of Object.entries(shape.properties ?? {})) {
      names.push(prefix + name)
      walk(inner, `${prefix}${name}.`)
    }
  }
  walk(schema as SchemaStructure, '')
  return names
}

/** A name of a value that its object does not document. */
export interface UnknownName {
  readonly path: readonly string[]
  /** The object's schema. */
  readonly shape: SchemaStructure
}

/** An object without a documented shape that is beyond its bounds. */
export interface Unbounded {
  readonly path: readonly string[]
  readonly fieldError: FieldError
}

/** More unknown names are not reported. */
const maxUnknownNames = 50

/**
 * What a schema documents of a value, and the names that it does not. With `dropsNulls` optional members that are null
 * are left out as if they were absent; required ones stay, to be refused. What is left is no larger than the schema
 * allows: to collect an error for each of 100,000 unknown names or items would take seconds.
 */
export function documentedPart(
  schema: TSchema,
  given: unknown,
  { dropsNulls }: { dropsNulls: boolean },
): { value: unknown; unknown: UnknownName[]; unbounded: Unbounded[] } {
  const unknown: UnknownName[] = []
  const unbounded: Unbounded[] = []
  const read = (shape: SchemaStructure, value: unknown, path: readonly string[]): unknown => {
    if (Array.isArray(value)) {
      const { items, maxItems = Infinity } = shape
      // One item too many is enough to be refused.
      const part: unknown[] = value.slice(0, maxItems + 1)
      return items ? part.map((item, index) => read(items, item, [...path, String(index)])) : part
    }
    if (typeof value !== 'object' || value === null) return value
    const object = shape.anyOf?.find((variant) => variant.properties) ?? shape
    const { properties, required = [], additionalProperties = true } = object
    if (!properties) return value
    if (additionalProperties === true && Object.keys(properties).length === 0) {
      const fieldError = openObjectError(value)
      if (fieldError) unbounded.push({ path, fieldError })
      return fieldError ? {} : value
    }
    const members: [string, unknown][] = []
    for (const [name, member] of Object.entries(value)) {
      const inner = Object.hasOwn(properties, name) ? properties[name] : undefined
      if (!inner) {
        if (additionalProperties !== false) members.push([name, member])
        else if (unknown.length < maxUnknownNames) unknown.push({ path: [...path, name], shape: object })
      } else if (member !== null || !dropsNulls || required.includes(name))
        members.push([name, read(inner, member, [...path, name])])
    }
    return Object.fromEntries(members)
  }
  return { value: read(schema as SchemaStructure, given, []), unknown, unbounded }
}
