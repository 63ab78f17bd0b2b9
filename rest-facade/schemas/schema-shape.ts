import { Type, type TObjectOptions, type TProperties, type TSchema } from 'typebox'
import { openObjectError } from '../../platform/http/json-bounds.ts'
import type { FieldError } from '../../schema/field-errors.ts'

/** A schema: the keywords used here. */
export interface SchemaStructure {
  readonly type?: string
  readonly properties?: Readonly<Record<string, SchemaStructure>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | SchemaStructure
  readonly items?: SchemaStructure
  readonly maxItems?: number
  readonly anyOf?: readonly SchemaStructure[]
}

/** An object in a request: an unknown member is refused, not ignored. */
export const Closed = <P extends TProperties>(properties: P, options: TObjectOptions = {}) =>
  Type.Object(properties, { ...options, additionalProperties: false })

/** Throws when an object of a request schema is declared neither closed nor open. */
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

/** The dotted names of an object's members, at every depth. */
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
  // Variants share members.
  return [...new Set(names)]
}

/** A member that its object's schema does not have. */
export interface UnknownName {
  readonly path: readonly string[]
  /** The object's schema. */
  readonly shape: SchemaStructure
}

/** A free-form object that exceeds its bounds. */
export interface Unbounded {
  readonly path: readonly string[]
  readonly fieldError: FieldError
}

/** The number of unknown names that are reported. */
const maxUnknownNames = 50

/**
 * The part of a value that a schema describes, and the names of the rest. With `dropsNulls` optional members that are
 * null are left out as if absent; required ones stay, to be refused. The result is no larger than the schema allows:
 * collecting an error for each of 100,000 unknown names or items would take seconds.
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
      // One item beyond the maximum is enough for the refusal.
      const part: unknown[] = value.slice(0, maxItems + 1)
      return items ? part.map((item, index) => read(items, item, [...path, String(index)])) : part
    }
    if (typeof value !== 'object' || value === null) return value
    const object = shape.anyOf?.find((variant) => variant.properties) ?? shape
    const { properties, required = [], additionalProperties = true } = object
    if (!properties) return value
    if (additionalProperties === true && Object.keys(properties).length === 0) {
      const found = openObjectError(value)
      if (found) unbounded.push({ path: [...path, ...found.path], fieldError: found.fieldError })
      return found ? {} : value
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
