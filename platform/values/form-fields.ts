import { Type, type TObjectOptions, type TProperties, type TStringOptions } from 'typebox'
import Format from 'typebox/format'
import { isLocalDate, timePattern } from './clock.ts'
import { isBlank, isEmailAddress, unstorable } from './text.ts'

/**
 * Fields of the forms by which operators describe what is sold. A refinement's message is the code of its field error.
 */

/** An object that names all its members. */
export const Form = <P extends TProperties>(properties: P, options: TObjectOptions = {}) =>
  Type.Object(properties, { ...options, additionalProperties: false })

/** A text that PostgreSQL can store, without control characters but tabs and line breaks. */
export const FormText = (maxLength: number, description: string) =>
  Type.Refine(
    Type.Refine(
      Type.String({ minLength: 1, maxLength, description }),
      (text) => !unstorable.test(text) && !controls.test(text),
      () => 'NOT_STORABLE',
    ),
    (text) => text === '' || !isBlank(text),
    () => 'EMPTY',
  )
// eslint-disable-next-line no-control-regex -- these are what is refused
const controls = /[\0-\x08\x0B\x0C\x0E-\x1F\x7F]/

/** The same text in every language. */
export const FormTexts = (maxLength: number, description: string) =>
  Form({ en: FormText(maxLength, 'English.'), es: FormText(maxLength, 'Spanish.') }, { description })

export const maxListItems = 50

/** A list of short texts in every language. */
export const FormTextLists = (description: string) =>
  Form(
    {
      en: Type.Array(FormText(500, 'English.'), { maxItems: maxListItems }),
      es: Type.Array(FormText(500, 'Spanish.'), { maxItems: maxListItems }),
    },
    { description },
  )

/** A name in addresses: lowercase letters, digits and single hyphens. */
export const Slug = (description: string) =>
  refined(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'NOT_A_SLUG', { minLength: 1, maxLength: 100, description })

/** A time of day, HH:MM. */
export const FormTime = (description: string) => refined(new RegExp(timePattern), 'NOT_A_TIME', { description })

/** A calendar date, YYYY-MM-DD. */
export const FormDate = (description: string) =>
  Type.Refine(
    Type.String({ description, patternOfRefinement: '^\\d{4}-\\d{2}-\\d{2}$' }),
    isLocalDate,
    () => 'NOT_A_DATE',
  )

const timeZones: ReadonlySet<string> = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])

/** An IANA time zone in the one spelling that every client knows: `America/Cancun`, not `america/cancun` or an alias. */
export const FormTimeZone = (description: string) =>
  Type.Refine(
    Type.String({ description }),
    (name) => timeZones.has(name),
    () => 'NOT_A_TIME_ZONE',
  )

Format.Set('idn-email', isEmailAddress)
/** An e-mail address, with letters of every script. */
export const FormEmail = (description: string) => Type.String({ format: 'idn-email', maxLength: 254, description })

/** An absolute address of the web. */
export const FormUrl = (description: string) =>
  Type.Refine(Type.String({ maxLength: 2_000, description }), isWebAddress, () => 'NOT_AN_HTTP_ADDRESS')

/** The address of a picture; one of the product itself may be a path. */
export const FormPicture = (description: string) =>
  Type.Refine(
    Type.String({ maxLength: 2_000, description }),
    (text) => isOwnPath(text) || isWebAddress(text),
    () => 'NOT_A_PICTURE_ADDRESS',
  )

/** An amount in cents. */
export const Cents = (description: string) => Type.Integer({ minimum: 0, maximum: maxCents, description })
/** Ten million in whole units: what multiplies with people and rates stays exact. */
const maxCents = 1_000_000_000

export const Degrees = (limit: 90 | 180, description: string) =>
  Type.Number({ minimum: -limit, maximum: limit, description })

/** One of a few names. */
export const OneOf = <const T extends readonly string[]>(names: T, description: string) =>
  Type.Unsafe<T[number]>(Type.Enum([...names], { description }))

/** A text of a pattern, with a code of its own for one that is not; a published schema has the pattern itself. */
const refined = (pattern: RegExp, code: string, options: TStringOptions) =>
  Type.Refine(
    Type.String({ ...options, patternOfRefinement: pattern.source }),
    (text) => pattern.test(text),
    () => code,
  )

/** Not one that a browser would read as the address of another host. */
const isOwnPath = (text: string): boolean => /^\/[\w.-]+(\/[\w.-]+)*$/.test(text)

function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return /^https?:$/.test(protocol) && username === '' && password === ''
}
