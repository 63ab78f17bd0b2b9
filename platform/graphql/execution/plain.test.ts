import { describe, expect, it } from '@jest/globals'
import {
  buildSchema,
  GraphQLEnumType,
  GraphQLObjectType,
  GraphQLScalarType,
  GraphQLString,
  type GraphQLOutputType,
} from 'graphql'
import { plainObject, plainOf, serializesUnchanged } from './plain.ts'

const schema = buildSchema(
  'type Query { i: Int! n: Int s: String! l: [Float!] b: [Boolean]! id: ID e: E ll: [[Int]] } enum E { A B }',
)
const typeOf = (name: string): GraphQLOutputType => schema.getQueryType()!.getFields()[name]!.type
const plain = (name: string) => plainOf(typeOf(name), () => undefined)!

/** Values are accepted as JSON.stringify writes them; both functions refuse any other. */
function takes(name: string, value: unknown): boolean {
  const { isComplete, write } = plain(name)
  const written = write(value)
  if (isComplete(value)) expect(written).toBe(JSON.stringify(value))
  else expect(written).toBeUndefined()
  return isComplete(value)
}

describe('a value is taken over whole', () => {
  it.each([
    ['i', 1],
    ['n', null],
    ['s', 'with "quotes"'],
    ['l', [1.5, 2]],
    ['l', null],
    ['l', []],
    ['b', [true, null]],
    ['id', 'x'],
    ['e', 'A'],
    ['ll', [[1], null, [null, 2]]],
  ])('for the field %s: %j', (name, value) => expect(takes(name, value)).toBe(true))

  it.each([
    ['i', null, 'a null that is not allowed'],
    ['i', '1', 'a text'],
    ['i', 2 ** 31, 'a number out of range'],
    ['n', undefined, 'nothing, which completing makes null'],
    ['s', 1, 'a number'],
    ['l', [1, null], 'a null in a list'],
    ['l', new Set([1]), 'another iterable'],
    ['l', [NaN], 'what JSON cannot say'],
    ['b', ['true'], 'a text'],
    ['b', [Promise.resolve(true)], 'a promise'],
    ['id', 1, 'a number, which is serialized to a text'],
    ['e', 'C', 'no name of the enum'],
  ])('not for the field %s: %p, %s', (name, value, _why) => expect(takes(name, value)).toBe(false))
})

it('an object is written with what was selected, and refused for one field that is not complete', () => {
  const object = plainObject([
    { key: 'a', plain: plain('i') },
    { key: 'b', plain: plain('n') },
  ])
  const source = { b: null, a: 1, more: 2 }
  expect([object.isComplete(source), object.write(source)]).toEqual([true, '{"a":1,"b":null}'])
  for (const other of [{ a: 1 }, { a: 'x', b: 1 }, null, 'x', new Error('x'), Object.assign(Promise.resolve(), source)])
    expect([object.isComplete(other), object.write(other)]).toEqual([false, undefined])
})

it('a value whose type has to serialize it, or that contains such an object, is never plain', () => {
  const scalar = new GraphQLScalarType({ name: 'S', serialize: (value) => `${String(value)}!` })
  expect(plainOf(scalar, () => undefined)).toBeUndefined()
  const object = new GraphQLObjectType({ name: 'O', fields: { a: { type: GraphQLString } } })
  expect(plainOf(object, () => undefined)).toBeUndefined()
  const renamed = new GraphQLEnumType({ name: 'E', values: { A: { value: 1 }, B: {} } })
  const { isComplete } = plainOf(renamed, () => undefined)!
  expect([isComplete('A'), isComplete(1), isComplete('B')]).toEqual([false, false, true])
})

it('a scalar says which values it serializes to themselves', () => {
  const scalarOf = (values: Parameters<typeof serializesUnchanged>[1]) => {
    const scalar = new GraphQLScalarType({
      name: 'S',
      serialize(value) {
        if (value === 'wrong') throw new TypeError('wrong')
        return value === 'trimmed ' ? 'trimmed' : value
      },
    })
    serializesUnchanged(scalar, values)
    return plainOf(scalar, () => undefined)!.isComplete
  }
  expect([scalarOf('text')('a'), scalarOf('text')(1)]).toEqual([true, false])
  expect([0, -1, 1.5, '1'].map(scalarOf('whole number'))).toEqual([true, false, false, false])
  expect(['a', 'wrong', 'trimmed '].map(scalarOf('checked'))).toEqual([true, false, false])
})
