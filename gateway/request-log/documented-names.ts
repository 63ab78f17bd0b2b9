import { isEnumType, isInputObjectType, isInterfaceType, isObjectType, type GraphQLSchema } from 'graphql'
import { eventTypes } from '../../schema/event-types.ts'

/** Names that anyone can read in the documentation; every other name of a request is a caller's own words. */
export type DocumentedNames = ReadonlySet<string>

/** Parameters of GraphQL over HTTP. */
const parameters = ['query', 'variables', 'operationName', 'extensions']

const known = new WeakMap<object, DocumentedNames>()

function once(of: object, find: () => Iterable<string>): DocumentedNames {
  let names = known.get(of)
  if (!names) known.set(of, (names = new Set(find())))
  return names
}

/** The names of a GraphQL contract: of types, fields, arguments, enum values and directives. */
export const namesOfContract = (schema: GraphQLSchema): DocumentedNames =>
  once(schema, function* () {
    yield* parameters
    for (const { name, args } of schema.getDirectives()) yield* [name, ...args.map((one) => one.name)]
    for (const type of Object.values(schema.getTypeMap())) {
      yield type.name
      if (isEnumType(type)) yield* type.getValues().map(({ name }) => name)
      if (isInputObjectType(type)) yield* Object.keys(type.getFields())
      if (isObjectType(type) || isInterfaceType(type))
        for (const { name, args } of Object.values(type.getFields())) yield* [name, ...args.map((one) => one.name)]
    }
    yield* ['__typename', '__schema', '__type']
  })

/** The names of a REST path: of its parameters, and of the members of its bodies at any depth. */
export const namesOfRoute = (schema: object | undefined): DocumentedNames =>
  once(schema ?? known, function* () {
    // `types` takes those of events.
    yield* eventTypes.flatMap((type) => type.split('.'))
    yield* membersOf(schema)
  })

function* membersOf(schema: unknown): Generator<string> {
  if (typeof schema !== 'object' || schema === null) return
  for (const [key, inner] of Object.entries(schema as Record<string, unknown>)) {
    if (key === 'properties' && typeof inner === 'object' && inner !== null) yield* Object.keys(inner)
    yield* membersOf(inner)
  }
}
