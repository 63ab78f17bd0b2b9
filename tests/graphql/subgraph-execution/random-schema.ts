import {
  GraphQLBoolean,
  GraphQLEnumType,
  GraphQLFloat,
  GraphQLID,
  GraphQLInputObjectType,
  GraphQLInt,
  GraphQLInterfaceType,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLScalarType,
  GraphQLSchema,
  GraphQLString,
  GraphQLUnionType,
  isEnumType,
  getNullableType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
  type GraphQLFieldConfig,
  type GraphQLOutputType,
} from 'graphql'
import { setImmediate } from 'node:timers/promises'
import type { Chance } from '../../../bench/chance.ts'

/** Resolvers of a random schema, whose values are random too, but the same for each execution. */
export interface RandomSchema {
  readonly schema: GraphQLSchema
  readonly rootValue: object
}

export interface SchemaOptions {
  /** Whether some values are promises; without them errors come in one order. */
  readonly async: boolean
  /** How often a value is wrong: missing, thrown, of another type. */
  readonly wrong: number
}

const shout = new GraphQLScalarType({
  name: 'Shout',
  serialize(value) {
    if (typeof value !== 'string') throw new TypeError('only texts are shouted')
    return value.toUpperCase()
  },
})
const level = new GraphQLEnumType({ name: 'Level', values: { LOW: {}, HIGH: {}, TOP: { value: 3 } } })
const input = new GraphQLInputObjectType({
  name: 'Input',
  fields: {
    text: { type: GraphQLString, defaultValue: 'default' },
    levels: { type: new GraphQLList(new GraphQLNonNull(level)) },
    count: { type: new GraphQLNonNull(GraphQLInt) },
  },
})
const leaves = [GraphQLString, GraphQLInt, GraphQLFloat, GraphQLBoolean, GraphQLID, shout, level]
const argumentsOfFields = {
  number: { type: GraphQLInt, defaultValue: 7 },
  input: { type: input },
  words: { type: new GraphQLList(GraphQLString) },
}
const objectCount = 5
const instances = 3
const fieldNames = ['a', 'b', 'c', 'd', 'e', 'f', 'toString', '__proto']

/** A value of a field before it is wrapped in what a resolver or a property may be. */
type Outcome = { readonly value: unknown } | { readonly error: Error }

export function randomSchema(chance: Chance, { async, wrong }: SchemaOptions): RandomSchema {
  const named = new GraphQLInterfaceType({ name: 'Named', fields: { name: { type: GraphQLString } } })
  const types: GraphQLObjectType[] = []
  const either: GraphQLUnionType = new GraphQLUnionType({
    name: 'Either',
    types: () => types.slice(0, 3),
    ...(chance.often(0.5) ? { resolveType: (source: { kind?: string }) => source.kind } : {}),
  })
  const sources = new Map<string, object[]>()

  const randomType = (depth = 0): GraphQLOutputType => {
    const roll = chance.fraction()
    if (depth < 2 && roll < 0.25) return new GraphQLList(randomType(depth + 1))
    if (depth < 3 && roll < 0.5) {
      const inner = randomType(3)
      return isNonNullType(inner) ? inner : new GraphQLNonNull(inner)
    }
    if (roll < 0.75) return chance.pick(leaves)
    if (roll < 0.8) return named
    return roll < 0.85 ? either : (chance.pick(types) ?? GraphQLString)
  }

  const leafValue = (type: GraphQLOutputType): unknown => {
    if (isEnumType(type)) return chance.pick<unknown>(['LOW', 'HIGH', 3])
    if (type === GraphQLInt) return chance.below(100)
    if (type === GraphQLFloat) return chance.below(100) / 4
    if (type === GraphQLBoolean) return chance.often(0.5)
    return chance.pick(['', 'plain', 'quote " and \\', 'line\nbreak', 'mañana', '\ud800 half', 'x'.repeat(80)])
  }
  const objectOf = (name: string): unknown => sources.get(name)?.[chance.below(instances)]
  const right = (type: GraphQLOutputType): unknown => {
    if (isNonNullType(type)) return right(type.ofType as GraphQLOutputType)
    if (isListType(type)) {
      const items = Array.from({ length: chance.below(4) }, () => item(type.ofType as GraphQLOutputType))
      return chance.often(0.1) ? new Set(items) : items
    }
    if (isScalarType(type) || isEnumType(type)) return leafValue(type)
    if (isObjectType(type)) return objectOf(type.name)
    return objectOf(chance.pick(types.slice(0, 3)).name)
  }
  const odd = (): unknown =>
    chance.pick<() => unknown>([
      () => null,
      () => undefined,
      () => 'text',
      () => 5,
      () => 2 ** 40,
      () => Number.NaN,
      () => new Date(0),
      () => [],
      () => ({}),
      () => new Error('returned'),
    ])()
  const orOdd = (type: GraphQLOutputType): unknown => (chance.often(wrong) ? odd() : right(type))
  function item(type: GraphQLOutputType): unknown {
    // The library leaves rejections unhandled when another item of a list fails first, so that these resolve.
    const isLate = async && isLeafType(getNullableType(type)) && chance.often(0.1)
    return isLate ? Promise.resolve(right(type)) : orOdd(type)
  }
  const outcome = (type: GraphQLOutputType): Outcome =>
    chance.often(wrong / 2) ? { error: new Error('thrown') } : { value: orOdd(type) }
  const property = (type: GraphQLOutputType): unknown => {
    const result = outcome(type)
    if ('error' in result)
      return () => {
        throw result.error
      }
    if (chance.often(0.05)) return () => result.value
    return async && chance.often(0.1) ? later(result, chance.below(3)) : result.value
  }

  const withArguments = (): Pick<GraphQLFieldConfig<unknown, unknown>, 'args'> =>
    chance.often(0.3) ? { args: argumentsOfFields } : {}
  const resolver = (type: GraphQLOutputType): GraphQLFieldConfig<unknown, unknown>['resolve'] => {
    // One outcome for each instance, so that all executions see the same.
    const outcomes = Array.from({ length: instances }, () => outcome(type))
    const delay = async && chance.often(0.6) ? chance.below(4) : undefined
    return (source, args, _context, info) => {
      const result = outcomes[(source as { instance?: number }).instance ?? 0] ?? { value: null }
      if (delay !== undefined) return later(result, delay)
      if ('error' in result) throw result.error
      const { value } = result
      // Shows what arrived.
      if (typeof value === 'string' && Object.keys(args as object).length > 0)
        return `${value} ${JSON.stringify(args)} ${info.fieldName} ${String(info.path.key)} ${info.path.prev?.key}`
      return value
    }
  }

  for (let index = 0; index < objectCount; index += 1)
    types.push(
      new GraphQLObjectType({
        name: `Type${index}`,
        interfaces: index < 3 ? [named] : [],
        ...(chance.often(0.15)
          ? { isTypeOf: (source: object) => (source as { kind?: string }).kind === `Type${index}` }
          : {}),
        fields: () => {
          const fields: Record<string, GraphQLFieldConfig<unknown, unknown>> = { name: { type: GraphQLString } }
          for (const name of fieldNames.slice(0, 4 + chance.below(4))) {
            const type = randomType()
            fields[name] = { type, ...withArguments(), ...(chance.often(0.35) ? { resolve: resolver(type) } : {}) }
          }
          return fields
        },
      }),
    )
  const rootFields = (): Record<string, GraphQLFieldConfig<unknown, unknown>> =>
    Object.fromEntries(
      ['one', 'two', 'three', 'four'].map((name) => {
        const type = randomType()
        return [name, { type, ...withArguments(), resolve: resolver(type) }]
      }),
    )
  for (const { name } of types)
    sources.set(
      name,
      Array.from({ length: instances }, (_, instance) => ({ instance })),
    )
  const schema = new GraphQLSchema({
    types,
    query: new GraphQLObjectType({ name: 'Query', fields: rootFields }),
    mutation: new GraphQLObjectType({ name: 'Mutation', fields: rootFields }),
  })
  for (const type of types)
    for (const source of sources.get(type.name) ?? []) {
      Object.assign(source, { kind: type.name, __typename: type.name, name: `a ${type.name}` })
      for (const { name, type: declared } of Object.values(type.getFields()))
        if (name !== 'name') Object.assign(source, { [name]: property(declared) })
    }
  return { schema, rootValue: { instance: 0 } }
}

/** An outcome after some turns. */
async function later(result: Outcome, turns: number): Promise<unknown> {
  for (let turn = 0; turn < turns; turn += 1) await setImmediate()
  if ('error' in result) throw result.error
  return result.value
}
