import { describe, expect, it } from '@jest/globals'
import {
  getNamedType,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  type GraphQLObjectType,
  type GraphQLOutputType,
} from 'graphql'
import { loadSupergraph } from '../../gateway/supergraph/supergraph.ts'

const { apiSchema } = loadSupergraph(new URL('../../schema/supergraph.graphql', import.meta.url))

/** Whether fields of two types may stand under one response name (GraphQL specification, SameResponseShape). */
function mayMerge(a: GraphQLOutputType, b: GraphQLOutputType, compared: ReadonlySet<string>): string[] {
  if (isNonNullType(a) && isNonNullType(b)) return mayMerge(a.ofType, b.ofType, compared)
  if (isListType(a) && isListType(b)) return mayMerge(a.ofType, b.ofType, compared)
  if (isNonNullType(a) || isNonNullType(b) || isListType(a) || isListType(b)) return [bothOf(a, b)]
  if (isLeafType(a) || isLeafType(b)) return a === b ? [] : [bothOf(a, b)]
  return objectsOf(a).flatMap((one) => objectsOf(b).flatMap((other) => conflicts(one, other, compared)))
}

const bothOf = (a: GraphQLOutputType, b: GraphQLOutputType): string => `${String(a)} and ${String(b)}`

const objectsOf = (type: GraphQLOutputType): readonly GraphQLObjectType[] => {
  const named = getNamedType(type)
  return isAbstractType(named) ? apiSchema.getPossibleTypes(named) : isObjectType(named) ? [named] : []
}

/** Fields with one name, of two types or below them, that a selection can have only under different aliases. */
function conflicts(a: GraphQLObjectType, b: GraphQLObjectType, compared: ReadonlySet<string> = new Set()): string[] {
  const pair = `${a.name} ${b.name}`
  if (a === b || compared.has(pair)) return []
  const fields = b.getFields()
  return Object.values(a.getFields()).flatMap(({ name, type }) => {
    const other = fields[name]
    if (!other) return []
    return mayMerge(type, other.type, new Set([...compared, pair])).map(
      (types) => `${a.name}.${name}, ${b.name}.${name}: ${types}`,
    )
  })
}

const abstractTypes = Object.values(apiSchema.getTypeMap()).filter(isAbstractType)

describe('a selection of a union or interface', () => {
  it.each(abstractTypes.map((type) => [type.name, type] as const))('needs no alias: %s', (_name, type) => {
    const types = apiSchema.getPossibleTypes(type)
    expect(types.flatMap((one, index) => types.slice(index + 1).flatMap((other) => conflicts(one, other)))).toEqual([])
  })
})
