import {
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isUnionType,
  isInterfaceType,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLNamedOutputType,
  type GraphQLSchema,
} from 'graphql'
import type { Chance } from '../../../bench/chance.ts'
import { bent, bentText, hostileTexts, hostileValue, percentEncoded } from './hostile.ts'
import type { WireRequest } from './http.ts'
import { known, type Known } from './rest.ts'

/** The body of GraphQL over HTTP, and the payload of `subscribe` over WebSocket. */
export interface GraphqlPayload {
  readonly query?: unknown
  readonly variables?: unknown
  readonly operationName?: unknown
  readonly extensions?: unknown
  readonly documentId?: unknown
}

const plants = [
  '{',
  '}',
  '(',
  ')',
  '...',
  '... on Nothing { id }',
  '...F',
  '@include(if: $no)',
  '@skip(if: true)',
  '@nothing',
  '$x',
  ':',
  '!',
  '"""',
  '"',
  '#',
  'id id id',
  '__typename',
  '__schema { types { name } }',
  '_entities(representations: []) { __typename }',
  '_service { sdl }',
  'fragment F on Query { ...F }',
  'query A { __typename } query A { __typename }',
  'subscription { a: __typename }',
  '[[[[',
  '-0',
  '1e400',
  '99999999999999',
  '"\\u0000"',
  '"\\ud800"',
  '\u{1f600}',
  '\0',
]

/** A valid operation of the schema, with a variable for each argument; about as deep as people write them. */
function operation(
  schema: GraphQLSchema,
  kind: 'query' | 'mutation' | 'subscription',
  fixtures: Known,
  chance: Chance,
) {
  const root = { query: schema.getQueryType(), mutation: schema.getMutationType() }
  const type = kind === 'subscription' ? schema.getSubscriptionType() : root[kind]
  const fields = Object.values(type?.getFields() ?? {})
  const variables: Record<string, unknown> = {}
  const declared: string[] = []
  const argumentsOf = (field: GraphQLField<unknown, unknown>): string => {
    const given = field.args.filter(({ type: wanted }) => isNonNullType(wanted) || chance.often(0.3))
    if (given.length === 0) return ''
    return `(${given
      .map(({ name, type: wanted }) => {
        const variable = `v${declared.length}`
        declared.push(`$${variable}: ${String(wanted)}`)
        variables[variable] = value(wanted, name, fixtures, chance, 0)
        return `${name}: $${variable}`
      })
      .join(', ')})`
  }
  const selection = (of: GraphQLNamedOutputType, depth: number): string => {
    if (isUnionType(of)) return ' { __typename }'
    if (!isObjectType(of) && !isInterfaceType(of)) return ''
    const chosen = Object.values(of.getFields()).filter((field) => {
      const inner = getNamedType(field.type)
      const isLeaf = !isObjectType(inner) && !isInterfaceType(inner) && !isUnionType(inner)
      return isLeaf ? chance.often(0.5) : depth < 4 && chance.often(0.25)
    })
    return ` { __typename ${chosen
      .map((field) => `${field.name}${argumentsOf(field)}${selection(getNamedType(field.type), depth + 1)}`)
      .join(' ')} }`
  }
  const count = kind === 'query' ? 1 + chance.below(3) : 1
  const body = Array.from({ length: count }, (_, index) => {
    const field = chance.pick(fields)
    return `f${index}: ${field.name}${argumentsOf(field)}${selection(getNamedType(field.type), 1)}`
  }).join(' ')
  const head = declared.length > 0 ? `${kind} Fuzz(${declared.join(', ')})` : `${kind} Fuzz`
  return { query: `${head} { ${body} }`, variables }
}

/** A value of a type: an existing id where the name suggests one. */
function value(type: GraphQLInputType, name: string, fixtures: Known, chance: Chance, depth: number): unknown {
  const wanted = getNullableType(type)
  if (isListType(wanted))
    return Array.from({ length: chance.below(3) }, () => value(wanted.ofType as never, name, fixtures, chance, depth))
  if (isInputObjectType(wanted))
    return Object.fromEntries(
      Object.values(wanted.getFields())
        .filter(({ type: inner }) => isNonNullType(inner) || (depth < 3 && chance.often(0.5)))
        .map((field) => [field.name, value(field.type, field.name, fixtures, chance, depth + 1)]),
    )
  if (isEnumType(wanted)) return chance.pick(wanted.getValues()).name
  const exists = known(fixtures, name === 'id' ? chance.pick(ids) : name, chance)
  if (exists !== undefined) return exists
  return scalars[getNamedType(wanted).name]?.(fixtures, chance) ?? 'text'
}

const ids = ['cenoteId', 'id of reservations', 'id of cenotes', 'id of tours', 'id of webhooks']
const day = (fixtures: Known, chance: Chance): string => known(fixtures, 'visitDate', chance) ?? ''

const scalars: Readonly<Record<string, (fixtures: Known, chance: Chance) => unknown>> = {
  Int: (_fixtures, chance) => chance.below(5),
  NonNegativeInt: (_fixtures, chance) => chance.below(5),
  NonNegativeFloat: (_fixtures, chance) => chance.fraction() * 90,
  Float: (_fixtures, chance) => chance.fraction() * 90,
  Latitude: (_fixtures, chance) => 20 + chance.fraction(),
  Longitude: (_fixtures, chance) => -87 - chance.fraction(),
  Boolean: (_fixtures, chance) => chance.often(0.5),
  ID: (fixtures, chance) => known(fixtures, chance.pick(ids), chance),
  LocalDate: day,
  LocalTime: () => '10:00',
  DateTime: (fixtures, chance) => `${day(fixtures, chance)}T10:00:00Z`,
  URL: () => 'http://127.0.0.1:9/hook',
  EmailAddress: () => 'fuzz@example.com',
  CountryCode: () => 'MX',
  Currency: () => 'USD',
  TimeZone: () => 'America/Cancun',
}

const extensions = [
  { persistedQuery: { version: 1, sha256Hash: 'x' } },
  { persistedQuery: { version: 2, sha256Hash: '0'.repeat(64) } },
  { persistedQuery: { version: 1, sha256Hash: '0'.repeat(64) } },
  { persistedQuery: 'text' },
  { persistedQuery: [] },
  { persistedQuery: 7 },
]

/** An operation bent in its text, its variables or what stands around it. */
export function graphqlPayload(
  schema: GraphQLSchema,
  fixtures: Known,
  chance: Chance,
  kind = chance.pick(['query', 'query', 'query', 'mutation', 'mutation', 'subscription'] as const),
): GraphqlPayload {
  const { query, variables } = operation(schema, kind, fixtures, chance)
  const payload: Record<string, unknown> = { query, variables }
  switch (chance.below(10)) {
    case 0:
    case 1:
    case 2:
      payload['query'] = bentText(query, chance, chance.often(0.8) ? plants : hostileTexts)
      break
    case 3:
    case 4:
    case 5:
    case 6:
      payload['variables'] = bent(variables, chance)
      break
    case 7:
      payload['operationName'] = chance.often(0.5) ? hostileValue(chance) : 'Other'
      break
    case 8:
      payload['extensions'] = chance.often(0.6) ? chance.pick(extensions) : hostileValue(chance)
      if (chance.often(0.5)) delete payload['query']
      break
    default:
      return bent(payload, chance) as GraphqlPayload
  }
  return payload
}

/** GraphQL over HTTP, and over server-sent events when asked for a stream. */
export function graphqlRequest(
  schema: GraphQLSchema,
  fixtures: Known,
  apiKey: string,
  asStream: boolean,
  chance: Chance,
): WireRequest {
  const payload = graphqlPayload(
    schema,
    fixtures,
    chance,
    asStream ? chance.pick(['subscription', 'query']) : undefined,
  )
  const headers: [string, string][] = [['X-API-Key', apiKey]]
  if (asStream) headers.push(['Accept', 'text/event-stream'])
  if (asStream && chance.often(0.3))
    headers.push(['Last-Event-ID', chance.pick(hostileTexts).replace(/[^\x20-\x7e]/g, '\u00ff')])
  const path = asStream && chance.often(0.5) ? '/graphql/stream' : '/graphql'
  if (chance.often(0.15)) {
    const search = Object.entries(payload ?? {}).map(
      ([name, part]) => `${name}=${percentEncoded(typeof part === 'string' ? part : (JSON.stringify(part) ?? ''))}`,
    )
    return { method: 'GET', target: `${path}?${search.join('&').slice(0, 12_000)}`, headers }
  }
  headers.push(['Content-Type', 'application/json'])
  const text = JSON.stringify(chance.often(0.05) ? [payload, payload] : payload) ?? ''
  return { method: 'POST', target: path, headers, body: chance.often(0.1) ? bentText(text, chance) : text }
}
