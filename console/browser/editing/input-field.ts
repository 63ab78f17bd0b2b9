import { isBlank } from '../../../platform/values/text.ts'

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
  /** The texts that it can have. */
  readonly oneOf?: readonly string[]
  /** The units that the object's member `unit` can have. */
  readonly units?: readonly string[]
  /** Such as date, time or time-zone. */
  readonly format?: string
  readonly minItems?: number
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
  /** The values beside it, in the same object. */
  readonly owner: FormValue
  onChange(value: unknown): void
}

export type FieldsOf = (type: string) => readonly InputField[]

const numberTypes = new Set(['Int', 'Float', 'NonNegativeInt', 'NonNegativeFloat'])
export const isNumber = ({ type }: Pick<InputField, 'type'>): boolean => numberTypes.has(type)
const isAbsent = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && isBlank(value))

/**
 * The API's input from a form: typed numbers become numbers; empty values and objects without values are absent, and a
 * required list without items is empty. A value that cannot be parsed stays as typed.
 */
export function inputOf(
  fields: readonly InputField[],
  value: unknown,
  fieldsOf: FieldsOf,
  isRequired = false,
): FormValue | undefined {
  const members = fields.map((field) => {
    const own = asForm(value)[field.name]
    const read = Array.isArray(own)
      ? own.map((one) => memberOf(field, one, fieldsOf)).filter((one) => !isAbsent(one))
      : memberOf(field, own, fieldsOf)
    return [field, read] as const
  })
  if (!isRequired && members.every(([, read]) => isAbsent(read))) return undefined
  const complete = members.map(([field, read]) => [field, isAbsent(read) ? emptyOf(field, fieldsOf) : read] as const)
  return Object.fromEntries(complete.flatMap(([{ name }, read]) => (isAbsent(read) ? [] : [[name, read]])))
}

/** A required member without a value: lists are empty, and so are the lists of objects that have nothing else. */
function emptyOf(field: InputField, fieldsOf: FieldsOf): unknown {
  if (!field.isRequired) return undefined
  if (field.isList) return []
  if (field.kind !== 'object') return undefined
  const members = fieldsOf(field.type)
  return members.every(({ isList, isRequired }) => isList || !isRequired)
    ? inputOf(members, {}, fieldsOf, true)
    : undefined
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
