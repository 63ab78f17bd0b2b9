import { isBlank } from '../../../platform/values/text.ts'
import { asForm, inputOf, isNumber, type FieldsOf, type FormValue, type InputField } from './input-field.ts'

/** Why a value cannot be sent: its type would be refused before the API looks at it. */
export type FormError = 'required' | 'number' | 'whole' | 'tooLarge'

const maxInt = 2 ** 31 - 1

/** The fields of a form that are missing or have the wrong form, by dotted path. */
export function formErrors(
  fields: readonly InputField[],
  value: FormValue,
  fieldsOf: FieldsOf,
  path = '',
): Readonly<Record<string, FormError>> {
  const errors = fields.map((field): Readonly<Record<string, FormError>> => {
    const own = value[field.name]
    const at = path + field.name
    if (field.isList) return listErrors(field, own, fieldsOf, at)
    if (field.kind !== 'object') return scalarError(field, own, at)
    const members = fieldsOf(field.type)
    if (!field.isRequired && inputOf(members, own, fieldsOf) === undefined) return {}
    return formErrors(members, asForm(own), fieldsOf, `${at}.`)
  })
  return Object.assign({}, ...errors) as Readonly<Record<string, FormError>>
}

/** Whether a form cannot be sent without a value of a field: a required list may be empty. */
export function isNeeded(field: InputField, fieldsOf: FieldsOf): boolean {
  if (!field.isRequired) return false
  if (field.isList) return (field.minItems ?? 0) > 0
  return field.kind !== 'object' || fieldsOf(field.type).some((member) => isNeeded(member, fieldsOf))
}

function listErrors(
  field: InputField,
  own: unknown,
  fieldsOf: FieldsOf,
  at: string,
): Readonly<Record<string, FormError>> {
  const items: readonly unknown[] = Array.isArray(own) ? own : []
  if (
    field.isRequired &&
    (field.minItems ?? 0) > 0 &&
    items.every((item) => item === null || (typeof item === 'string' && isBlank(item)))
  )
    return { [at]: 'required' }
  if (field.kind !== 'object') return {}
  // Items without any value are not sent.
  const members = fieldsOf(field.type)
  const errors = items.map((item, index) =>
    inputOf(members, item, fieldsOf) === undefined
      ? {}
      : formErrors(members, asForm(item), fieldsOf, `${at}.${index}.`),
  )
  return Object.assign({}, ...errors) as Readonly<Record<string, FormError>>
}

function scalarError(field: InputField, own: unknown, at: string): Readonly<Record<string, FormError>> {
  const text = typeof own === 'string' ? own.trim() : own
  if (text === undefined || text === null || (typeof text === 'string' && isBlank(text)))
    return field.isRequired ? { [at]: 'required' } : {}
  if (!isNumber(field)) return {}
  const number = Number(text)
  if (!Number.isFinite(number)) return { [at]: 'number' }
  if (!field.type.endsWith('Int')) return {}
  if (!Number.isInteger(number)) return { [at]: 'whole' }
  return Math.abs(number) > maxInt ? { [at]: 'tooLarge' } : {}
}
