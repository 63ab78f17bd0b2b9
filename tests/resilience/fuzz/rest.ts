import type { Chance } from '../../../bench/chance.ts'
import { bent, bentText, hostileTexts, percentEncoded } from './hostile.ts'
import type { WireRequest } from './http.ts'

/** Existing values, by the name of the parameter or field; ids, by the kind of resource. */
export type Known = Readonly<Record<string, readonly string[]>>

/** An existing value that fits the name. */
export function known(fixtures: Known, name: string, chance: Chance): string | undefined {
  const some = fixtures[name]
  return some === undefined ? undefined : chance.pick(some)
}

interface Schema {
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly examples?: readonly unknown[]
  readonly minimum?: number
  readonly minItems?: number
  readonly pattern?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly additionalProperties?: unknown
}

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema?: Schema
}

export interface Route {
  readonly method: string
  readonly path: string
  readonly parameters: readonly Parameter[]
  readonly body: Schema | undefined
}

/** The part of an OpenAPI document that is needed here. */
export interface OpenApi {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          {
            readonly parameters?: readonly Parameter[]
            readonly requestBody?: { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> }
          }
        >
      >
    >
  >
}

export function routesIn(document: OpenApi): Route[] {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { parameters = [], requestBody }]) => ({
      method: method.toUpperCase(),
      path,
      parameters,
      body: requestBody?.content?.['application/json']?.schema,
    })),
  )
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'get', 'NONSENSE']
const contentTypes = [
  'text/plain',
  'application/xml',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
  'application/json; charset=utf-16',
  'application/json; charset=nonsense',
  'application/JSON',
  ';',
  '',
]
const hostileHeaders: readonly (readonly [string, string])[] = [
  ['Accept-Language', 'xx-YY;q=9, *;q=-1, es;q=NaN'],
  ['Accept-Language', 'es-MX,'.repeat(300)],
  ['Accept', '*/*;q=2, image/png;;;'],
  ['Accept', 'text/event-stream, image/svg+xml'],
  ['If-None-Match', 'W/"x", *, "'],
  ['If-None-Match', '*'],
  ['If-Match', 'W/"v99999999999999999999-x"'],
  ['If-Match', '"v-1"'],
  ['If-Match', '*'],
  ['Idempotency-Key', ''],
  ['Idempotency-Key', 'x'.repeat(5_000)],
  ['Idempotency-Key', '\u00ff\u0001'],
  ['X-Request-Id', 'x'.repeat(1_000)],
  ['X-Request-Id', '"><script>'],
  ['X-Forwarded-For', ','.repeat(500)],
  ['X-Forwarded-For', '999.1.1.1, ::, nonsense'],
  ['X-API-Key', ' '],
  ['X-API-Key', 'sk_test_'],
  ['X-API-Key', `sk_test_${'x'.repeat(4_000)}`],
  ['X-API-Key', "pk_live_' OR 1=1"],
  ['X-Identity', 'eyJhbGciOiJub25lIn0.e30.'],
  ['Content-Encoding', 'gzip'],
  ['Expect', '100-continue'],
  ['Expect', 'nonsense'],
  ['Range', 'bytes=5-2'],
  ['Transfer-Encoding', 'chunked'],
  ['Content-Length', '3'],
  ['Last-Event-ID', '\u00ff'],
  ['Origin', 'null'],
  ['Origin', 'http://['],
]

/** A plausible value of a schema: an existing one where the name suggests one. */
function plausible(schema: Schema, name: string, fixtures: Known, chance: Chance): unknown {
  const exists = known(fixtures, name, chance)
  if (exists !== undefined && !Array.isArray(schema.enum)) return exists
  if (schema.const !== undefined) return schema.const
  if (schema.enum && schema.enum.length > 0) return chance.pick(schema.enum)
  if (schema.examples && schema.examples.length > 0) return chance.pick(schema.examples)
  const variants = schema.anyOf ?? schema.oneOf
  if (variants) return plausible(chance.pick(variants), name, fixtures, chance)
  switch (Array.isArray(schema.type) ? chance.pick(schema.type) : schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([field]) => schema.required?.includes(field) === true || chance.often(0.5))
          .map(([field, inner]) => [field, plausible(inner, field, fixtures, chance)]),
      )
    case 'array':
      return Array.from({ length: (schema.minItems ?? 0) + chance.below(3) }, () =>
        plausible(schema.items ?? {}, name, fixtures, chance),
      )
    case 'integer':
      return Math.max(schema.minimum ?? 0, 0) + chance.below(5)
    case 'number':
      return schema.minimum !== undefined ? schema.minimum + chance.fraction() : chance.fraction() * 90
    case 'boolean':
      return chance.often(0.5)
    case 'null':
      return null
    default:
      return plausibleText(schema, fixtures, chance)
  }
}

function plausibleText({ format, pattern }: Schema, fixtures: Known, chance: Chance): string {
  const day = known(fixtures, 'visitDate', chance) ?? ''
  if (format === 'uuid') return known(fixtures, 'cenoteId', chance) ?? ''
  if (format === 'idn-email') return 'fuzz@example.com'
  // No such address is reachable, so no receiver is disturbed.
  if (format === 'uri' || format === 'url') return 'http://127.0.0.1:9/hook'
  if (format === 'country-code') return 'MX'
  if (format?.includes('time') === true) return `${day}T10:00:00Z`
  if (format?.includes('date') === true) return day
  if (pattern?.includes('[01]') === true) return '10:00'
  return 'text'
}

/** One request made from a route of the OpenAPI document and bent in one place or several. */
export function restRequest(
  { method, path, parameters, body }: Route,
  fixtures: Known,
  apiKey: string,
  chance: Chance,
): WireRequest {
  const broken = new Set<string>()
  for (let more = true; more; more = chance.often(0.25))
    broken.add(chance.pick(['path', 'query', 'query', 'headers', ...(body ? ['body', 'body', 'body'] : []), 'target']))

  let target = path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = String(
      plausible({ type: 'string' }, name === 'id' ? `id of ${resourceIn(path)}` : name, fixtures, chance),
    )
    return escaped(broken.has('path') ? bentText(value, chance) : value, chance)
  })
  const query: string[] = []
  for (const { name, in: place, required, schema = {} } of parameters) {
    if (place !== 'query' || !(required === true || chance.often(broken.has('query') ? 0.4 : 0.2))) continue
    const value = String(plausible(schema, name, fixtures, chance))
    const sent = broken.has('query') && chance.often(0.6) ? bentText(value, chance) : value
    query.push(`${name}=${escaped(sent, chance)}`)
    if (broken.has('query') && chance.often(0.1)) query.push(`${name}=${escaped(sent, chance)}`)
  }
  if (broken.has('query') && chance.often(0.2))
    query.push(`${escaped(chance.pick(hostileTexts), chance)}=${escaped(chance.pick(hostileTexts), chance)}`)
  if (query.length > 0) target += `?${query.join('&')}`
  if (broken.has('target')) target = brokenTarget(target, chance)

  const headers: [string, string][] = [['X-API-Key', apiKey]]
  if (broken.has('headers')) {
    if (chance.often(0.1)) headers.pop()
    for (let more = true; more; more = chance.often(0.3)) headers.push([...chance.pick(hostileHeaders)])
  }
  const sent = body ? bodyText(body, fixtures, broken.has('body'), chance) : chance.often(0.05) ? 'x' : undefined
  if (sent !== undefined)
    headers.push([
      'Content-Type',
      broken.has('body') && chance.often(0.08) ? chance.pick(contentTypes) : 'application/json',
    ])
  return {
    method: chance.often(0.04) ? chance.pick(methods) : method,
    target,
    headers,
    ...(sent === undefined ? {} : { body: sent }),
  }
}

function bodyText(schema: Schema, fixtures: Known, broken: boolean, chance: Chance): string | Buffer | undefined {
  const body = plausible(schema, '', fixtures, chance)
  if (!broken) return JSON.stringify(body)
  if (chance.often(0.04)) return undefined
  if (chance.often(0.03)) return Buffer.from([0xff, 0xfe, 0x00, 0xd8, 0x22])
  const text = JSON.stringify(bent(body, chance)) ?? ''
  return chance.often(0.2) ? bentText(text, chance) : text
}

/** The kind of the ids of a path: `reservations` in /api/partner/reservations/{id}/confirm. */
const resourceIn = (path: string): string => /(\w+)\/\{/.exec(path)?.[1] ?? ''

/** Escaped as addresses are, or not quite. */
function escaped(text: string, chance: Chance): string {
  if (chance.often(0.1)) return text.replace(/[\r\n ]/g, '+')
  if (chance.often(0.05)) return encodeURIComponent(percentEncoded(text))
  return percentEncoded(text)
}

function brokenTarget(target: string, chance: Chance): string {
  switch (chance.below(6)) {
    case 0:
      return `${target}/`
    case 1:
      return target.replaceAll('/', '//')
    case 2:
      return target.replace(/\/[^/?]*/, (step) => `${step}/..`)
    case 3:
      return `${target}${target.includes('?') ? '&' : '?'}${'a=1&'.repeat(chance.below(400))}`
    case 4:
      return `http://elsewhere.invalid${target}`
    default:
      return bentText(target, chance, ['%zz', '%c0%af', '%', '?', '#', ';', '/*', '\u00e9']).replace(/[\r\n ]/g, '+')
  }
}
