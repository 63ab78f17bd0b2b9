/** A member of an input type of the API; forms are made of these. */
export interface InputField {
  /** Its name in the schema, such as `CreateCenoteInput.slug`. */
  readonly coordinate: string
  readonly name: string
  /** Name of its type, without list and nullability. */
  readonly type: string
  readonly kind: 'scalar' | 'enum' | 'object'
  readonly isList: boolean
  readonly isRequired: boolean
  readonly values?: readonly string[]
  readonly description: string
}

/** Values of a form by the names of its fields. */
export type FormValue = Readonly<Record<string, unknown>>

export const asForm = (value: unknown): FormValue =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as FormValue) : {}

/** Props of the component of one field. */
export interface InputFieldProperties {
  readonly field: InputField
  readonly value: unknown
  readonly path: string
  onChange(value: unknown): void
}

export type FieldsOf = (type: string) => readonly InputField[]

const numberTypes = new Set(['Int', 'Float', 'NonNegativeInt', 'NonNegativeFloat'])
export const isNumber = ({ type }: Pick<InputField, 'type'>): boolean => numberTypes.has(type)
const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === ''

/**
 * The API's input from a form: typed numbers become numbers; empty values and objects without values are absent. A
 * value that cannot be parsed stays as typed, and the API reports its error.
 */
export function inputOf(fields: readonly InputField[], value: unknown, fieldsOf: FieldsOf): FormValue | undefined {
  const members = fields.flatMap((field): [string, unknown][] => {
    const own = asForm(value)[field.name]
    const read = Array.isArray(own)
      ? own.map((one) => memberOf(field, one, fieldsOf)).filter((one) => !isAbsent(one))
      : memberOf(field, own, fieldsOf)
    return isAbsent(read) ? [] : [[field.name, read]]
  })
  return members.length === 0 ? undefined : Object.fromEntries(members)
}

function memberOf(field: InputField, value: unknown, fieldsOf: FieldsOf): unknown {
  if (field.kind === 'object') return inputOf(fieldsOf(field.type), value, fieldsOf)
  if (isNumber(field) && typeof value === 'string' && value.trim() !== '')
    return Number.isFinite(Number(value)) ? Number(value) : value
  return typeof value === 'string' ? value.trim() : value
}

/** The members of a form that differ from the stored ones; cleared ones are null. */
export function changedMembers(
  fields: readonly InputField[],
  { before, after }: { readonly before: FormValue; readonly after: FormValue },
  fieldsOf: FieldsOf,
): FormValue {
  const [old = {}, now = {}] = [inputOf(fields, before, fieldsOf), inputOf(fields, after, fieldsOf)]
  return Object.fromEntries(
    fields.flatMap(({ name }): [string, unknown][] =>
      JSON.stringify(old[name]) === JSON.stringify(now[name]) ? [] : [[name, now[name] ?? null]],
    ),
  )
}
