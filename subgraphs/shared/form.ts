import type { Static, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { Settings } from 'typebox/system'
import { requireValid } from '../../schema/errors.ts'
import { fieldErrorTexts, type FieldError, type FieldErrors } from '../../schema/field-errors.ts'
import { fieldErrorOf, type SchemaError } from '../../schema/schema-errors.ts'

// Every offending field is named, so the library must not stop at its eighth.
Settings.Set({ maxErrors: 1_000 })

/** Rules over several fields; they are judged when each field is valid alone. */
export type FormRule<T> = (form: T) => FieldErrors

export interface CompiledForm<T> {
  /** Every field error by dotted name, none for a valid form. */
  errors(value: unknown): FieldErrors
  /** The form without its null members. Throws ERROR_VALIDACION naming every field error. */
  read(value: unknown): T
}

/**
 * Compiles a form, which an operator fills in: all that is wrong with it is reported at once. Members that are null
 * count as absent. The message of a refinement is the code of its field error.
 */
export function compileForm<S extends TSchema>(
  schema: S,
  rule: FormRule<Static<S>> = () => ({}),
): CompiledForm<Static<S>> {
  const compiled = Compile(schema)
  const errorsOf = (given: unknown): FieldErrors =>
    compiled.Check(given) ? rule(given) : fieldErrorsOf(compiled.Errors(given) as readonly SchemaError[])
  return {
    errors: (value) => errorsOf(withoutNulls(value)),
    read(value) {
      const given = withoutNulls(value)
      const fields = errorsOf(given)
      requireValid(fields)
      return given as Static<S>
    },
  }
}

/** A value without the members that are null or undefined, at any depth. */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => (inner == null ? [] : [[name, withoutNulls(inner)]])),
  )
}

/** An input with instants as texts, as forms have them. */
export const plain = (input: object): object => JSON.parse(JSON.stringify(input)) as object

/** Values that a list, or a member of its items, has more than once, as errors of the later ones. */
export function namedTwice(
  list: string,
  values: readonly (string | number | undefined)[],
  member?: string,
): FieldErrors {
  const fields: FieldErrors = {}
  const seen = new Set<string | number>()
  values.forEach((value, index) => {
    if (value === undefined) return
    if (seen.has(value)) fields[[list, index, ...(member ? [member] : [])].join('.')] = [{ code: 'NAMED_TWICE' }]
    seen.add(value)
  })
  return fields
}

function fieldErrorsOf(errors: readonly SchemaError[]): FieldErrors {
  // A member may be called `constructor` or `__proto__`.
  const fields = new Map<string, FieldError[]>()
  const add = (path: readonly unknown[], error: FieldError): void => {
    const name = path.join('.')
    const known = fields.get(name) ?? []
    fields.set(name, known)
    if (known.every(({ code }) => code !== error.code)) known.push(error)
  }
  for (const error of errors) {
    const { keyword, params } = error
    const path = error.instancePath.split('/').slice(1)
    if (keyword === 'required')
      for (const name of params['requiredProperties'] as string[]) add([...path, name], { code: 'REQUIRED' })
    else if (keyword === 'additionalProperties')
      for (const name of params['additionalProperties'] as string[]) add([...path, name], { code: 'UNKNOWN' })
    else if (keyword === '~refine') add(path, refinement(error.message))
    // These repeat what is reported of an unknown member.
    else if (keyword !== 'boolean') add(path, fieldErrorOf(error))
  }
  return Object.fromEntries(fields)
}

const refinement = (message: string): FieldError =>
  Object.hasOwn(fieldErrorTexts, message) ? ({ code: message } as FieldError) : { code: 'INVALID' }
