import { CountryCodeResolver } from 'graphql-scalars'
import { Compile } from 'typebox/compile'
import Format from 'typebox/format'
import { Settings } from 'typebox/system'
import { Type, type Static, type TSchema, type TStringOptions } from 'typebox'
import { isLocalDate, timePattern } from '../../platform/values/clock.ts'
import type { Language } from '../../platform/values/i18n.ts'
import { fieldErrorText, type FieldError, type FieldErrors } from '../../schema/field-errors.ts'
import { fieldErrorOf, type SchemaError } from '../../schema/schema-errors.ts'
import { cutText, isBlank, isEmailAddress, unstorable } from '../../platform/values/text.ts'
import { nearestName } from './nearest-name.ts'
import { documentedPart, fieldNames, type Unbounded, type UnknownName } from './schema-shape.ts'

// Every invalid field is named; by default the library stops after eight errors.
Settings.Set({ maxErrors: 1_000 })

// Formats beyond those of JSON Schema, and stricter ones: a date must exist in the calendar.
const instant = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)?$/i
const isInstant = (text: string): boolean => isLocalDate(instant.exec(text)?.[1] ?? '')
Format.Set('date', isLocalDate)
Format.Set('date-or-date-time', (text) => isLocalDate(text) || isInstant(text))

/** Kosovo's code is used by many, but ISO 3166 has not assigned it. */
const unassigned = 'XK'
const isCountryCode = (text: string): boolean => {
  if (!/^[A-Z]{2}$/.test(text) || text === unassigned) return false
  try {
    return CountryCodeResolver.parseValue(text) === text
  } catch {
    return false
  }
}
Format.Set('country-code', isCountryCode)
Format.Set('idn-email', isEmailAddress)

/** A calendar date that exists, YYYY-MM-DD. */
export const LocalDate = (description: string) => Type.String({ format: 'date', description })

const patternErrors = new Map<string, FieldError>()
/** A text with a pattern, and the field error for any other text. */
export function Shaped(pattern: string, error: FieldError, options: TStringOptions) {
  patternErrors.set(pattern, error)
  return Type.String({ ...options, pattern })
}

/** A text in which a reader sees something. */
export const FilledText = (options: TStringOptions) =>
  Type.Refine(
    Type.String({ minLength: 1, ...options }),
    (text) => !isBlank(text),
    () => 'blank',
  )

/** A time of day, HH:MM, 00:00 to 23:59. */
export const TimeOfDay = (description: string) =>
  Shaped(timePattern, { code: 'NOT_A_TIME' }, { description, examples: ['10:00'] })
/** An ISO 8601 date or instant; one without offset is UTC. */
export const DateOrInstant = (description: string) => Type.String({ format: 'date-or-date-time', description })
/** An instant, ISO 8601 with offset. */
export const Timestamp = (description?: string) =>
  Type.String({ format: 'date-time', ...(description === undefined ? {} : { description }) })
/** A universally unique identifier. */
export const Uuid = (description: string) => Type.String({ format: 'uuid', description })

/** The start of a refinement's message, before the names. */
const unknownNames = 'unknown: '

/**
 * Comma-separated names from a known set; an unknown one is named in the error. The document shows them as a list of an
 * enum, or as `shown` says (openapi/parameters.ts).
 */
export function NameList(
  names: readonly string[],
  description: string,
  { anyCase = false, shown = { 'x-names': names } }: { anyCase?: boolean; shown?: TStringOptions } = {},
) {
  const known = new Set(names)
  const isKnown = (name: string): boolean => known.has(anyCase ? name.toLowerCase() : name)
  return Type.Refine(
    Type.String({ maxLength: 2_000, description, ...shown }),
    (text) => namesIn(text).every(isKnown),
    (text) =>
      unknownNames +
      namesIn(text)
        .filter((name) => !isKnown(name))
        .join(', '),
  )
}

/** Errors of members that are valid alone but not together. */
export type MemberRule<Value> = (value: Partial<Value>) => FieldErrors

const ruleMark = 'members:'

/** An object with rules over several members. A rule may see members that are not of their type. */
export function Ruled<S extends TSchema>(schema: S, ...rules: readonly MemberRule<Static<S>>[]) {
  const errorsOf = (value: unknown): FieldErrors =>
    Object.assign({}, ...rules.map((rule) => rule(value as Partial<Static<S>>))) as FieldErrors
  return Type.Refine(
    schema,
    (value) => Object.keys(errorsOf(value)).length === 0,
    (value) => ruleMark + JSON.stringify(errorsOf(value)),
  )
}

/** The names of a comma-separated list. */
export function namesIn(list: string | undefined): string[] {
  return (list ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
}

/** Input that its schema refuses; its messages depend on the language of the request. */
export class SchemaMismatch extends Error {
  constructor(
    readonly errors: readonly SchemaError[],
    readonly part: string,
    readonly unknown: readonly UnknownName[],
    readonly unbounded: readonly Unbounded[],
  ) {
    super('The request is not valid.')
    this.name = 'SchemaMismatch'
  }

  /** The errors of each invalid field by its dotted name, in a language. */
  fields(language: Language): Record<string, string[]> {
    // Without a prototype: a field may be named `constructor`.
    const fields = Object.create(null) as Record<string, string[]>
    const add = (path: string[], error: FieldError): void => {
      const text = fieldErrorText(error, language)
      const name = path.join('.') || this.part
      const fieldErrors = (fields[name] ??= [])
      if (!fieldErrors.includes(text)) fieldErrors.push(text)
    }
    for (const { path, shape } of this.unknown) {
      const name = path.at(-1) ?? ''
      const beside = Object.keys(shape.properties ?? {})
      add([...path.slice(0, -1), shortened(name)], unknownName(name, beside, fieldNames(shape)))
    }
    for (const { path, fieldError } of this.unbounded) add([...path], fieldError)
    for (const error of this.errors) {
      const path = error.instancePath
        .split('/')
        .slice(1)
        .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
      const missing = error.params['requiredProperties']
      if (Array.isArray(missing)) for (const name of missing) add([...path, String(name)], { code: 'REQUIRED' })
      else if (error.keyword === '~refine' && error.message.startsWith(ruleMark))
        for (const [name, fieldErrors] of Object.entries(brokenRules(error)))
          for (const fieldError of fieldErrors) add([...path, name], fieldError)
      else add(path, describe(error))
    }
    return fields
  }
}

/** A name of the caller, shortened for the error. */
const shortened = (name: string): string => (name.length > 100 ? `${cutText(name, 100)}…` : name)

/** The error of an unknown name: the name probably meant, or else the documented names. */
function unknownName(name: string, beside: string[], further: string[]): FieldError {
  const nearest = nearestName(name, beside, further)
  if (nearest !== undefined) return { code: 'UNKNOWN_NEAR', name: nearest }
  return beside.length > 0 ? { code: 'UNKNOWN_AMONG', names: beside.join(', ') } : { code: 'UNKNOWN' }
}

export type Validator = (value: unknown) => { value: unknown } | { error: SchemaMismatch }

/**
 * Compiles a schema for one part of a request. Numbers and booleans of the URL are parsed from text; a body is not
 * converted, so `"2"` is not an integer there. Null for an optional member of a body counts as absent, unless it has a
 * meaning (`preservesNulls`, in a PATCH).
 */
export function compileValidator(schema: TSchema, part: string, { preservesNulls = false } = {}): Validator {
  const compiled = Compile(schema)
  const readTexts = part === 'body' ? (given: unknown) => given : textReader(schema)
  return (value) => {
    const sent = readTexts(value ?? {})
    const {
      value: given,
      unknown,
      unbounded,
    } = documentedPart(schema, sent, { dropsNulls: part === 'body' && !preservesNulls })
    // An id of any form in the path is at most unknown, never invalid input.
    const broken = part === 'params' ? [] : unstorableErrors(given)
    if (unknown.length === 0 && unbounded.length === 0 && broken.length === 0 && compiled.Check(given))
      return { value: given }
    const errors = [...(compiled.Errors(given) as readonly SchemaError[]), ...broken]
    const decisive = errors.filter((error) => !isRepetition(error, errors))
    return { error: new SchemaMismatch(decisive.length > 0 ? decisive : errors, part, unknown, unbounded) }
  }
}

/** The validators of a route, one part of which has its own. */
export const ownValidator =
  (part: string, validator: Validator) =>
  ({ schema, httpPart = 'body' }: { schema: unknown; httpPart?: string | undefined }): Validator =>
    httpPart === part ? validator : compileValidator(schema as TSchema, httpPart)

/**
 * Whether an error adds nothing to the others: a union's own, that a value which may be null is not null either, and that a value is not what the other members of its union are when it is what
 * one of them is, but too long or too small for that.
 */
function isRepetition({ keyword, instancePath, params }: SchemaError, errors: readonly SchemaError[]): boolean {
  if (keyword === 'anyOf' || keyword === 'if') return true
  const others = errors.filter((other) => other.instancePath === instancePath)
  if (isOfAnotherKind(keyword) && others.some((other) => isOfItsKind(other.keyword))) return true
  // An error of a member already implies that the value should be an object.
  const isWithin = (other: SchemaError): boolean => other.instancePath.startsWith(`${instancePath}/`)
  if (isOfAnotherKind(keyword) && (errors.some(isWithin) || others.some(({ keyword }) => keyword === 'required')))
    return true
  const isNullBranch = keyword === 'type' && params['type'] === 'null'
  return isNullBranch && others.some((other) => other.params['type'] !== 'null')
}

/** Whether an error reports a value of another type. */
const isOfAnotherKind = (keyword: string): boolean => keyword === 'type' || keyword === 'const'
/** Whether an error is about a number or text that is of the right type. */
const isOfItsKind = (keyword: string): boolean =>
  /^((exclusive)?(min|max)imum|(min|max)Length|pattern|format|~refine)$/.test(keyword)

/** Errors of texts that PostgreSQL cannot store: with a NUL or half of a surrogate pair. */
function unstorableErrors(given: unknown): SchemaError[] {
  const errors: SchemaError[] = []
  // The path is built only for an error.
  const pointer = (path: Path | undefined): string =>
    path ? `${pointer(path.of)}/${path.name.replaceAll('~', '~0').replaceAll('/', '~1')}` : ''
  const pending: [value: unknown, path: Path | undefined][] = [[given, undefined]]
  for (let next = pending.pop(); next && errors.length < maxUnstorable; next = pending.pop()) {
    const [value, path] = next
    const refuse = (): number =>
      errors.push({ keyword: 'text', instancePath: pointer(path), message: 'text', params: {} })
    if (typeof value === 'string' && unstorable.test(value)) refuse()
    if (typeof value !== 'object' || value === null) continue
    const add = (inner: unknown, name: string): void => {
      if (typeof inner === 'string' || typeof inner === 'object') pending.push([inner, { of: path, name }])
    }
    // Not Object.entries: the array may be long.
    if (Array.isArray(value)) for (const [index, inner] of value.entries()) add(inner, String(index))
    else
      for (const [name, inner] of Object.entries(value)) {
        if (unstorable.test(name)) refuse()
        add(inner, name)
      }
  }
  return errors
}

/** The path of a value within another. */
interface Path {
  readonly of: Path | undefined
  readonly name: string
}
/** The number of texts that cannot be stored that are reported. */
const maxUnstorable = 50

/** Reads the numbers and booleans of a path or a query, which are texts. */
function textReader(schema: TSchema): (given: object) => unknown {
  const properties = Object.entries((schema as { properties?: Record<string, { type?: string }> }).properties ?? {})
  const numbers = properties.filter(([, { type }]) => type === 'integer' || type === 'number')
  const booleans = properties.filter(([, { type }]) => type === 'boolean')
  if (numbers.length === 0 && booleans.length === 0) return (given) => given
  return (given) => {
    const read: Record<string, unknown> = { ...given }
    for (const [name] of numbers) {
      const text = read[name]
      if (typeof text === 'string' && /^[-+]?\d+(\.\d+)?$/.test(text)) read[name] = Number(text)
    }
    for (const [name] of booleans)
      if (read[name] === 'true' || read[name] === 'false') read[name] = read[name] === 'true'
    return read
  }
}

/** Messages of refinements, by the key in the schema. */
const refinements: Readonly<Record<string, FieldError>> = {
  blank: { code: 'EMPTY' },
  people: { code: 'PARTY_OUT_OF_RANGE', min: 1, max: 50 },
  somebody: { code: 'AT_LEAST_ONE_PERSON' },
  cents: { code: 'TOO_MANY_DECIMALS' },
  coordinates: { code: 'NOT_COORDINATES' },
}

/** The errors of an object's rules. */
const brokenRules = ({ message }: SchemaError): FieldErrors => JSON.parse(message.slice(ruleMark.length)) as FieldErrors

/** The field error of an error of the library. */
function describe({ keyword, params, message }: SchemaError): FieldError {
  switch (keyword) {
    case 'pattern':
      return patternErrors.get(String(params['pattern'])) ?? { code: 'NOT_IN_DOCUMENTED_FORM' }
    case 'const':
      return { code: 'NOT_ONE_OF', values: String(params['allowedValue']) }
    case 'text':
      return { code: 'NOT_STORABLE' }
    case '~refine':
      return message.startsWith(unknownNames)
        ? { code: 'UNKNOWN_NAMES', names: message.slice(unknownNames.length) }
        : (refinements[message] ?? { code: 'INVALID' })
    default:
      return fieldErrorOf({ keyword, params })
  }
}

/** The instant of a date or an instant; a date is the start or the end of that day, in UTC. */
export function instantOfText(text: string | undefined, edge: 'start' | 'end'): string | undefined {
  if (text === undefined) return undefined
  if (text.length === 10) return edge === 'start' ? `${text}T00:00:00.000Z` : `${text}T23:59:59.999Z`
  return new Date(/(Z|[+-]\d{2}:\d{2})$/i.test(text) ? text : `${text}Z`).toISOString()
}
