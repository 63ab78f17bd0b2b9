import { GraphQLError, GraphQLScalarType, isScalarType, Kind, type GraphQLSchema } from 'graphql'
import {
  ByteResolver,
  CountryCodeResolver,
  CurrencyResolver,
  DateTimeISOResolver,
  EmailAddressResolver,
  JSONResolver,
  LatitudeResolver,
  LocalDateResolver,
  LocalTimeResolver,
  LongitudeResolver,
  NonNegativeFloatResolver,
  NonNegativeIntResolver,
  TimeZoneResolver,
  URLResolver,
} from 'graphql-scalars'
import { inexactNumber } from '../http/json-bounds.ts'
import { memoized } from '../values/memoized.ts'
import { isEmailAddress } from '../values/text.ts'
import { serializesUnchanged } from './execution/plain.ts'

/** For scalars that are costly to check and of which there are few different ones: each text is checked once. */
function checkedOnce(serialize: (value: unknown) => unknown): (value: unknown) => unknown {
  const serializeText = memoized(10_000, serialize)
  return (value) => (typeof value === 'string' ? serializeText(value) : serialize(value))
}

const greatestInteger = 2_147_483_647

/** The library reads 1.5 as 1 and "2x" as 2; counts of people and cents must be rejected instead. */
function nonNegativeInteger(value: unknown): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= greatestInteger) return value
  throw new GraphQLError(`must be a whole number from 0 to ${greatestInteger}`)
}

/** The library takes 20 from a variable, but of what is written in a document only 20.0. */
const takingWholeNumbers = <T extends GraphQLScalarType>(scalar: T): GraphQLScalarType =>
  new GraphQLScalarType({ ...scalar.toConfig(), parseLiteral: undefined })

/** Refuses numbers that would be stored rounded or as null, which the library takes. */
function exactJson(value: unknown): unknown {
  const path = inexactNumber(value)
  if (!path) return value
  const name = path.length > 0 ? `the number at ${JSON.stringify(path.join('.'))}` : 'the number'
  throw new GraphQLError(`${name} must be from ${Number.MIN_SAFE_INTEGER} to ${Number.MAX_SAFE_INTEGER}`)
}

function emailAddress(value: unknown): string {
  if (typeof value === 'string' && isEmailAddress(value)) return value
  throw new GraphQLError(`Value is not a valid email address: ${String(value)}`)
}

/**
 * Resolvers of the scalars in the contracts. Outputs are plain JSON values, because the gateway merges them as such.
 */
const scalarResolvers = {
  Byte: new GraphQLScalarType({
    ...ByteResolver.toConfig(),
    serialize: (value) => (Buffer.isBuffer(value) ? value.toString('base64') : String(value)),
  }),
  CountryCode: CountryCodeResolver,
  Currency: CurrencyResolver,
  DateTime: new GraphQLScalarType({ ...DateTimeISOResolver.toConfig(), name: 'DateTime' }),
  EmailAddress: new GraphQLScalarType({
    ...EmailAddressResolver.toConfig(),
    serialize: emailAddress,
    parseValue: emailAddress,
    parseLiteral: (node) => emailAddress(node.kind === Kind.STRING ? node.value : undefined),
  }),
  JSON: new GraphQLScalarType({
    ...JSONResolver.toConfig(),
    parseValue: exactJson,
    // Validation reads it without variables. During execution a refusal would be an internal error; the rules of the
    // input find what a variable within the literal brings.
    parseLiteral(node, variables) {
      const value: unknown = JSONResolver.parseLiteral(node, variables)
      return variables ? value : exactJson(value)
    },
  }),
  Latitude: takingWholeNumbers(LatitudeResolver),
  LocalDate: new GraphQLScalarType({
    ...LocalDateResolver.toConfig(),
    serialize: checkedOnce(LocalDateResolver.serialize),
  }),
  LocalTime: LocalTimeResolver,
  Longitude: takingWholeNumbers(LongitudeResolver),
  NonNegativeFloat: NonNegativeFloatResolver,
  NonNegativeInt: new GraphQLScalarType({
    ...NonNegativeIntResolver.toConfig(),
    parseValue: nonNegativeInteger,
    parseLiteral: (node) => nonNegativeInteger(node.kind === Kind.INT ? Number(node.value) : undefined),
  }),
  TimeZone: new GraphQLScalarType({
    ...TimeZoneResolver.toConfig(),
    serialize: checkedOnce(TimeZoneResolver.serialize),
  }),
  URL: new GraphQLScalarType({ ...URLResolver.toConfig(), serialize: String }),
}

// Values that subgraphs store and compute are valid already, so lists of them need not be checked or copied.
const { LocalDate, LocalTime, NonNegativeInt, URL } = scalarResolvers
for (const scalar of [LocalDate, LocalTime, URL]) serializesUnchanged(scalar, 'text')
serializesUnchanged(NonNegativeInt, 'whole number')
const { CountryCode, Currency, EmailAddress, Latitude, Longitude, NonNegativeFloat, TimeZone } = scalarResolvers
for (const scalar of [CountryCode, Currency, EmailAddress, Latitude, Longitude, NonNegativeFloat, TimeZone])
  serializesUnchanged(scalar, 'checked')

/** The resolvers of those scalars that a contract declares; others would be refused by the schema. */
export function selectScalars<N extends keyof typeof scalarResolvers>(...names: N[]): Pick<typeof scalarResolvers, N> {
  return Object.fromEntries(names.map((name) => [name, scalarResolvers[name]])) as Pick<typeof scalarResolvers, N>
}

/** Has a schema built from text read its scalars as their subgraphs do, so that validation finds what is wrong. */
export function readScalarsOf(schema: GraphQLSchema): GraphQLSchema {
  const known: Readonly<Record<string, GraphQLScalarType>> = scalarResolvers
  for (const type of Object.values(schema.getTypeMap())) {
    const resolver = known[type.name]
    if (!resolver || !isScalarType(type)) continue
    type.parseValue = resolver.parseValue
    // Not a GraphQL error, so that validation reports the expected type and the value.
    type.parseLiteral = (node, variables) => {
      try {
        return resolver.parseLiteral(node, variables)
      } catch (error) {
        throw new Error((error as Error).message, { cause: error })
      }
    }
  }
  return schema
}
