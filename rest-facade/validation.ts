import { Compile } from 'typebox/compile'
import Format from 'typebox/format'
import { Settings } from 'typebox/system'
import { Type, type TSchema, type TStringOptions } from 'typebox'
import { isLocalDate } from '../platform/values/clock.ts'
import type { Language } from '../platform/values/i18n.ts'
import { fieldErrorText } from '../schema/field-errors.ts'
import { unstorable } from '../platform/values/text.ts'
import type { FieldErrorsByField } from './errors.ts'
import { nearestName } from './nearest-name.ts'
import { documentedPart, fieldNames, type Unbounded, type UnknownName } from './schema-shape.ts'

// Every offending field is named, so the library must not stop at its eighth.
Settings.Set({ maxErrors: 1_000 })

// Formats beyond those of JSON Schema, and stricter ones: a date must exist in the calendar.
const instant = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)?$/i
const isInstant = (text: string): boolean => isLocalDate(instant.exec(text)?.[1] ?? '')
Format.Set('date', isLocalDate)
Format.Set('date-or-date-time', (text) => isLocalDate(text) || isInstant(text))

const countryCodes = new Set(
  (
    'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA ' +
    'CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA ' +
    'GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP ' +
    'KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS ' +
    'MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS ' +
    'RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW ' +
    'TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'
  ).split(' '),
)
Format.Set('country-code', (text) => countryCodes.has(text))

/** A calendar date that exists, YYYY-MM-DD. */
export const LocalDate = (description: string) => Type.String({ format: 'date', description })

const patternWording = new Map<string, Readonly<Record<Language, string>>>()
/** A text that a pattern describes to programs, and words to whoever has written another. */
export function Shaped(pattern: string, wording: Readonly<Record<Language, string>>, options: TStringOptions) {
  patternWording.set(pattern, wording)
  return Type.String({ ...options, pattern })
}

/** A time of day, HH:MM, 00:00 to 23:59. */
export const TimeOfDay = (description: string) =>
  Shaped(
    '^([01]\\d|2[0-3]):[0-5]\\d$',
    { en: 'must be a time, HH:MM', es: 'debe ser una hora, HH:MM' },
    { description, examples: ['10:00'] },
  )
/** An ISO 8601 date or instant; one without offset is UTC. */
export const DateOrInstant = (description: string) => Type.String({ format: 'date-or-date-time', description })
/** An instant, ISO 8601 with offset. */
export const Timestamp = (description?: string) =>
  Type.String({ format: 'date-time', ...(description === undefined ? {} : { description }) })
/** A universally unique identifier. */
export const Uuid = (description: string) => Type.String({ format: 'uuid', description })

/**
 * Comma-separated names out of a known set. The names are no JSON Schema enum, for the list is one string in the
 * address; an unknown one is refused by name.
 */
export function NameList(names: readonly string[], description: string) {
  const known = new Set(names)
  return Type.Refine(
    Type.String({ maxLength: 2_000, description }),
    (text) => namesIn(text).every((name) => known.has(name)),
    (text) =>
      `unknown: ${namesIn(text)
        .filter((name) => !known.has(name))
        .join(', ')}`,
  )
}

/** The names of a comma-separated list. */
export function namesIn(list: string | undefined): string[] {
  return (list ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
}

interface SchemaError {
  readonly keyword: string
  readonly instancePath: string
  readonly message: string
  readonly params: Readonly<Record<string, unknown>>
}

/** Input that its schema refuses; the messages follow once the language of the request is known. */
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

  /** Every offending field by its dotted name, in a language. */
  fields(language: Language): FieldErrorsByField {
    // Without a prototype: a field may be called `constructor`.
    const fields = Object.create(null) as FieldErrorsByField
    const add = (path: string[], text: string): void => {
      const name = path.join('.') || this.part
      const fieldErrors = (fields[name] ??= [])
      if (!fieldErrors.includes(text)) fieldErrors.push(text)
    }
    for (const { path, shape } of this.unknown) {
      const name = path.at(-1) ?? ''
      const beside = Object.keys(shape.properties ?? {})
      add([...path.slice(0, -1), shortened(name)], unknownName(name, beside, fieldNames(shape), language))
    }
    for (const { path, fieldError } of this.unbounded) add([...path], fieldErrorText(fieldError, language))
    for (const error of this.errors) {
      const path = error.instancePath
        .split('/')
        .slice(1)
        .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
      const missing = error.params['requiredProperties']
      if (Array.isArray(missing)) for (const name of missing) add([...path, String(name)], texts(language).required)
      else add(path, describe(error, language))
    }
    return fields
  }
}

/** A name of the caller's own, as long as a report of it needs. */
const shortened = (name: string): string => (name.length > 100 ? `${name.slice(0, 100)}…` : name)

/** What a name that is not documented was probably meant to be, or else which names are. */
function unknownName(name: string, beside: string[], further: string[], language: Language): string {
  const say = texts(language)
  const nearest = nearestName(name, beside, further)
  if (nearest !== undefined) return say.meant(nearest)
  return beside.length > 0 ? say.unknownAmong(beside.join(', ')) : say.unknown
}

export type Validator = (value: unknown) => { value: unknown } | { error: SchemaMismatch }

/**
 * Compiles a schema for one part of a request. Numbers and booleans of an address arrive as text and are read as
 * what they look like; a body is taken as it is, so `"2"` is no integer there. Null for an optional member of a body is
 * as if it were absent, unless it means something of its own (`preservesNulls`, in a PATCH).
 */
export function compileValidator(schema: TSchema, part: string, { preservesNulls = false } = {}): Validator {
  const compiled = Compile(schema)
  return (value) => {
    const sent = part === 'body' ? (value ?? {}) : readTexts(schema, value)
    const {
      value: given,
      unknown,
      unbounded,
    } = documentedPart(schema, sent, { dropsNulls: part === 'body' && !preservesNulls })
    // A path id of any form names something or nothing; it is never a mistake.
    const broken = part === 'params' ? [] : unstorableErrors(given)
    if (unknown.length === 0 && unbounded.length === 0 && broken.length === 0 && compiled.Check(given))
      return { value: given }
    const errors = [...(compiled.Errors(given) as readonly SchemaError[]), ...broken]
    const decisive = errors.filter((error) => !isRepetition(error, errors))
    return { error: new SchemaMismatch(decisive.length > 0 ? decisive : errors, part, unknown, unbounded) }
  }
}

/**
 * Whether an error adds nothing to the others: a union's own, that a value which may be null is not null either, and that a value is not what the other members of its union are when it is what
 * one of them is, but too long or too small for that.
 */
function isRepetition({ keyword, instancePath, params }: SchemaError, errors: readonly SchemaError[]): boolean {
  if (keyword === 'anyOf' || keyword === 'if') return true
  const others = errors.filter((other) => other.instancePath === instancePath)
  if (isOfAnotherKind(keyword) && others.some((other) => isOfItsKind(other.keyword))) return true
  // What is wrong with members of an object says that it should be one.
  const isWithin = (other: SchemaError): boolean => other.instancePath.startsWith(`${instancePath}/`)
  if (isOfAnotherKind(keyword) && (errors.some(isWithin) || others.some(({ keyword }) => keyword === 'required')))
    return true
  const isNullBranch = keyword === 'type' && params['type'] === 'null'
  return isNullBranch && others.some((other) => other.params['type'] !== 'null')
}

/** Whether an error says that a value is something else altogether. */
const isOfAnotherKind = (keyword: string): boolean => keyword === 'type' || keyword === 'const'
/** Whether an error is one of a value that is a number or a text as it should be. */
const isOfItsKind = (keyword: string): boolean =>
  /^((exclusive)?(min|max)imum|(min|max)Length|pattern|format|~refine)$/.test(keyword)

/**
 * PostgreSQL keeps neither a NUL nor half of a surrogate pair, and no text that people write has one: each is a mistake
 * of its field.
 */
function unstorableErrors(given: unknown): SchemaError[] {
  const errors: SchemaError[] = []
  // A path is written down only for an error.
  const pointer = (path: Path | undefined): string =>
    path ? `${pointer(path.of)}/${path.name.replaceAll('~', '~0').replaceAll('/', '~1')}` : ''
  const pending: [value: unknown, path: Path | undefined][] = [[given, undefined]]
  for (let next = pending.pop(); next && errors.length < maxUnstorable; next = pending.pop()) {
    const [value, path] = next
    const refuse = (): number =>
      errors.push({ keyword: 'text', instancePath: pointer(path), message: 'text', params: {} })
    if (typeof value === 'string' && unstorable.test(value)) refuse()
    if (typeof value !== 'object' || value === null) continue
    for (const [name, inner] of Object.entries(value)) {
      if (unstorable.test(name)) refuse()
      pending.push([inner, { of: path, name }])
    }
  }
  return errors
}

/** Where a value stands in another. */
interface Path {
  readonly of: Path | undefined
  readonly name: string
}
/** More texts that cannot be stored are not reported. */
const maxUnstorable = 50

function readTexts(schema: TSchema, value: unknown): unknown {
  const properties = (schema as { properties?: Record<string, { type?: string }> }).properties ?? {}
  const given = value as Record<string, unknown>
  const read: Record<string, unknown> = { ...given }
  for (const [name, text] of Object.entries(given ?? {})) {
    const type = Object.hasOwn(properties, name) ? properties[name]?.type : undefined
    if (typeof text !== 'string') continue
    if ((type === 'integer' || type === 'number') && /^[-+]?\d+(\.\d+)?$/.test(text)) read[name] = Number(text)
    else if (type === 'boolean' && (text === 'true' || text === 'false')) read[name] = text === 'true'
  }
  return read
}

const formatWording: Record<string, Record<Language, string>> = {
  date: { en: 'must be a date, YYYY-MM-DD', es: 'debe ser una fecha, AAAA-MM-DD' },
  'date-time': {
    en: 'must be an ISO 8601 timestamp with its offset, such as 2026-12-05T10:00:00Z',
    es: 'debe ser una marca de tiempo ISO 8601 con su desfase, como 2026-12-05T10:00:00Z',
  },
  'date-or-date-time': {
    en: 'must be an ISO 8601 date or timestamp',
    es: 'debe ser una fecha o marca de tiempo ISO 8601',
  },
  uuid: { en: 'must be a UUID', es: 'debe ser un UUID' },
  email: { en: 'must be an e-mail address', es: 'debe ser una dirección de correo electrónico' },
  'country-code': {
    en: 'must be an ISO 3166 country code of two capital letters',
    es: 'debe ser un código de país ISO 3166 de dos letras mayúsculas',
  },
}

const wording = {
  en: {
    required: 'is required',
    unknown: 'is unknown',
    unknownAmong: (names: string) => `is unknown; known here: ${names}`,
    meant: (name: string) => `is unknown; did you mean ${name}?`,
    type: (type: string) => `must be of type ${type}`,
    format: (format: string) => formatWording[format]?.en ?? `must be a valid ${format}`,
    pattern: 'is not in the documented form',
    enum: (values: string) => `must be one of: ${values}`,
    minimum: (limit: string) => `must be at least ${limit}`,
    maximum: (limit: string) => `must be at most ${limit}`,
    above: (limit: string) => `must be above ${limit}`,
    minLength: (limit: string) => `must have at least ${limit} characters`,
    maxLength: (limit: string) => `must have at most ${limit} characters`,
    minItems: (limit: string) => `must have at least ${limit} items`,
    maxItems: (limit: string) => `must have at most ${limit} items`,
    text: 'must not contain a NUL or half of a surrogate pair',
    other: 'is not valid',
  },
  es: {
    required: 'es obligatorio',
    unknown: 'es desconocido',
    unknownAmong: (names: string) => `es desconocido; aquí se conocen: ${names}`,
    meant: (name: string) => `es desconocido; ¿quiso decir ${name}?`,
    type: (type: string) => `debe ser de tipo ${type}`,
    format: (format: string) => formatWording[format]?.es ?? `debe ser un valor válido de ${format}`,
    pattern: 'no tiene la forma documentada',
    enum: (values: string) => `debe ser uno de: ${values}`,
    minimum: (limit: string) => `debe ser como mínimo ${limit}`,
    maximum: (limit: string) => `debe ser como máximo ${limit}`,
    above: (limit: string) => `debe ser mayor que ${limit}`,
    minLength: (limit: string) => `debe tener al menos ${limit} caracteres`,
    maxLength: (limit: string) => `debe tener como máximo ${limit} caracteres`,
    minItems: (limit: string) => `debe tener al menos ${limit} elementos`,
    maxItems: (limit: string) => `debe tener como máximo ${limit} elementos`,
    text: 'no debe contener NUL ni medio par sustituto',
    other: 'no es válido',
  },
} as const

const texts = (language: Language) => wording[language]

function describe({ keyword, params, message }: SchemaError, language: Language): string {
  const say = texts(language)
  const limit = typeof params['limit'] === 'number' ? String(params['limit']) : ''
  switch (keyword) {
    case 'type':
      return say.type(String(params['type']))
    case 'format':
      return say.format(String(params['format']))
    case 'pattern':
      return patternWording.get(String(params['pattern']))?.[language] ?? say.pattern
    case 'enum':
      return say.enum((params['allowedValues'] as unknown[]).join(', '))
    case 'const':
      return say.enum(String(params['allowedValue']))
    case 'minimum':
      return say.minimum(limit)
    case 'maximum':
      return say.maximum(limit)
    case 'exclusiveMinimum':
      return say.above(limit)
    case 'minLength':
      return say.minLength(limit)
    case 'maxLength':
      return say.maxLength(limit)
    case 'minItems':
      return say.minItems(limit)
    case 'maxItems':
      return say.maxItems(limit)
    case 'text':
      return say.text
    case '~refine':
      return refinements[message]?.[language] ?? message
    default:
      return say.other
  }
}

/** Rules over several fields, by the message their schema gives. */
const refinements: Record<string, Record<Language, string>> = {
  people: { en: 'must be 1 to 50 people', es: 'debe ser de 1 a 50 personas' },
  somebody: { en: 'must be at least one person', es: 'debe haber al menos una persona' },
  cents: { en: 'must have at most two decimals', es: 'debe tener como máximo dos decimales' },
  coordinates: { en: 'must be latitude,longitude', es: 'debe ser latitud,longitud' },
}

/** An instant out of a date or an instant; a date is the start or the end of that day, in UTC. */
export function instantOfText(text: string | undefined, edge: 'start' | 'end'): string | undefined {
  if (text === undefined) return undefined
  if (text.length === 10) return edge === 'start' ? `${text}T00:00:00.000Z` : `${text}T23:59:59.999Z`
  return new Date(/(Z|[+-]\d{2}:\d{2})$/i.test(text) ? text : `${text}Z`).toISOString()
}
