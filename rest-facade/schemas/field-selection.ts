import { Type, type TSchema } from 'typebox'
import type { FieldErrors } from '../../schema/field-errors.ts'
import { fieldNames, type SchemaStructure } from './schema-shape.ts'
import { NameList, namesIn, type MemberRule } from './validation.ts'

/** The parameter `fields` of routes that return items of a schema. An enum of all its names would be hundreds long. */
export const FieldsParameter = (item: TSchema) => {
  const names = fieldNames(item)
  const [outer = '', second = ''] = names.filter((name) => name !== 'id' && !name.includes('.'))
  const inner = names.find((name) => name.includes('.')) ?? second
  return Type.Optional(
    NameList(names, 'Comma-separated names of fields, inner ones dotted; `id` always comes.', {
      shown: {
        'x-pattern': '^\\w+(\\.\\w+)*(,\\w+(\\.\\w+)*)*$',
        examples: [outer, `${outer},${inner}`],
      },
    }),
  )
}

/** An item that `fields` may reduce: whole, or any part of it with the id. */
export const Selectable = (item: TSchema): TSchema =>
  Type.Union([
    item,
    {
      ...partOf(item as SchemaStructure),
      required: ['id'],
      title: `${(item as { title?: string }).title}Selection`,
      description: 'The members that `fields` selects.',
      'x-inline': true,
    } as TSchema,
  ])

/**
 * A schema without required members, at any depth; without a title, because each item has its own, and without a
 * discriminator, whose member may be left out.
 */
function partOf({
  title: _title,
  required: _required,
  discriminator: _discriminator,
  ...shape
}: SchemaStructure & { title?: string; discriminator?: unknown }): SchemaStructure {
  const { properties, items, anyOf } = shape
  return {
    ...shape,
    ...(items ? { items: partOf(items) } : {}),
    ...(anyOf ? { anyOf: anyOf.map(partOf) } : {}),
    ...(properties
      ? { properties: Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, partOf(inner)])) }
      : {}),
  }
}

/**
 * Refuses a selected field that is present only with an expansion, unless that expansion is requested. `expansions` has
 * the expansion of each such field, or of all that a field contains. Otherwise the field would be missing from the
 * response without a reason.
 */
export const expandedFields =
  (expansions: Readonly<Record<string, string>>): MemberRule<{ fields: unknown; expand: unknown }> =>
  ({ fields, expand }): FieldErrors => {
    if (typeof fields !== 'string') return {}
    const expanded = new Set(typeof expand === 'string' ? namesIn(expand) : [])
    const errors = namesIn(fields).flatMap((name) => {
      const field = Object.keys(expansions).find((known) => name === known || name.startsWith(`${known}.`))
      const expansion = field === undefined ? undefined : expansions[field]
      return expansion === undefined || expanded.has(expansion)
        ? []
        : [{ code: 'NEEDS_EXPAND' as const, name, expansion }]
    })
    return errors.length > 0 ? { fields: errors } : {}
  }

/** Names of `fields` with those of the expansions; an expansion of which no field is named is selected whole. */
export function selectedFields(query: { fields?: string; expand?: string }): string[] {
  const fields = namesIn(query.fields)
  const named = topLevelOf(fields)
  return named === null ? [] : [...fields, ...namesIn(query.expand).filter((name) => !named.has(name))]
}

/** Names of the first level in a selection; null when everything is selected. */
export function topLevelOf(fields: readonly string[]): ReadonlySet<string> | null {
  return fields.length === 0 ? null : new Set(fields.map((field) => field.split('.', 1)[0] ?? field))
}

type Selection = Map<string, Selection | null>

/** Reduces an item to the selected fields and its `id`. An empty selection selects everything. */
export function fieldSelector(fields: readonly string[]): (item: object) => object {
  if (fields.length === 0) return (item) => item
  const selection: Selection = new Map()
  for (const field of ['id', ...fields]) {
    let level = selection
    const steps = field.split('.')
    for (const [index, step] of steps.entries()) {
      const known = level.get(step)
      // `location` selects all of it, even with `location.state` beside it.
      if (known === null) break
      if (index === steps.length - 1) level.set(step, null)
      else {
        const inner: Selection = known ?? (new Map() as Selection)
        level.set(step, inner)
        level = inner
      }
    }
  }
  return (item) => cut(item, selection) as object
}

function cut(value: unknown, selection: Selection): unknown {
  if (Array.isArray(value)) return value.map((item) => cut(item, selection))
  if (typeof value !== 'object' || value === null) return value
  const selected: Record<string, unknown> = {}
  for (const [name, inner] of selection) {
    const member = (value as Record<string, unknown>)[name]
    if (member !== undefined) selected[name] = inner === null ? member : cut(member, inner)
  }
  return selected
}
