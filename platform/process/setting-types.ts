import { Type, type TInteger, type TSchema, type TString, type TStringOptions } from 'typebox'

/** A TCP port; 0 lets the system choose. */
export const Port = (defaultPort: number): TInteger =>
  Type.Integer({ minimum: 0, maximum: 65_535, default: defaultPort })

/** A text that a function validates, with a description of what it must be. */
export const Text = (mustBe: string, accepts: (text: string) => boolean, options: TStringOptions = {}): TString =>
  Type.Refine(Type.String({ ...options, mustBe }), accepts, () => mustBe)

const Address = (protocols: readonly string[], example: string, options?: TStringOptions): TString =>
  Text(`an address such as ${example}`, (text) => isAddress(text, protocols), options)

function isAddress(text: string, protocols: readonly string[]): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return protocols.includes(protocol) && [username, password].every(isDecodable)
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

export const HttpAddress = (options?: TStringOptions): TString =>
  Address(['http:', 'https:'], 'https://example.com', options)

export const PostgresAddress = (): TString =>
  Address(
    ['postgres:', 'postgresql:'],
    'postgres://user:password@host:5432, special characters of the password encoded (# as %23, @ as %40, / as %2F)',
  )

export const RedisAddress = (): TString => Address(['redis:', 'rediss:'], 'redis://host:6379')

export const SmtpAddress = (): TString => Address(['smtp:', 'smtps:'], 'smtp://user:password@host:587')

interface Described {
  readonly mustBe?: string
  readonly enum?: readonly string[]
  readonly type?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
}

/** Describes what a setting must be. */
export function requirementOf(schema: TSchema): string {
  const { mustBe, enum: values, type, minimum, maximum, minLength } = schema as Described
  if (mustBe !== undefined) return mustBe
  if (values) return `one of ${values.join(', ')}`
  if (type === 'boolean') return 'true or false'
  if (type === 'integer' || type === 'number') {
    const kind = type === 'integer' ? 'a whole number' : 'a number'
    if (minimum !== undefined && maximum !== undefined) return `${kind} from ${minimum} to ${maximum}`
    return minimum === undefined ? kind : `${kind} of at least ${minimum}`
  }
  return minLength === undefined ? 'a text' : `at least ${minLength} characters long`
}
