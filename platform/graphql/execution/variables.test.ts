import { describe, expect, it } from '@jest/globals'
import { buildSchema, getOperationAST, getVariableValues, parse } from 'graphql'
import { variablesOf } from './variables.ts'

const schema = buildSchema(`
  type Query { f(id: ID): Int }
  enum Color { RED GREEN }
  input In { x: Int! y: Int = 5 deep: In colors: [Color!] }
  input One @oneOf { a: Int b: Int }`)

const definitionsOf = (text: string) => getOperationAST(parse(`query (${text}) { f }`))!.variableDefinitions!
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value)) as unknown

describe('the variables of an operation', () => {
  it.each([
    ['$a: Int', {}, {}],
    ['$a: Int', { a: null, unknown: 1 }, { a: null }],
    ['$a: Int = 3', {}, { a: 3 }],
    ['$a: Int = 3', { a: null }, { a: null }],
    ['$a: [Int!]', { a: 1 }, { a: [1] }],
    ['$a: [[Int]]', { a: [1, [2, null]] }, { a: [[1], [2, null]] }],
    ['$a: Color!', { a: 'RED' }, { a: 'RED' }],
    ['$a: In', { a: { x: 1 } }, { a: { x: 1, y: 5 } }],
    [
      '$a: In',
      { a: { x: 1, y: null, deep: { x: 2, colors: 'RED' } } },
      { a: { x: 1, y: null, deep: { x: 2, y: 5, colors: ['RED'] } } },
    ],
    ['$a: In = { x: 9 }', {}, { a: { x: 9, y: 5 } }],
    ['$a: One', { a: { b: 1 } }, { a: { b: 1 } }],
    ['$a: ID', { a: 1 }, { a: '1' }],
  ])('%s given %j are %j', (text, given, values) => {
    const definitions = definitionsOf(text)
    expect(plain(variablesOf(schema, definitions)(given))).toEqual({ values })
    expect(plain(getVariableValues(schema, definitions, given))).toEqual({ coerced: values })
  })

  it.each([
    ['$a: Int!', {}],
    ['$a: Int!', { a: null }],
    ['$a: Int', { a: 'x' }],
    ['$a: Int', { a: 1.5 }],
    ['$a: Color', { a: 'BLUE' }],
    ['$a: [Int!]', { a: [1, null] }],
    ['$a: In', { a: {} }],
    ['$a: In', { a: { x: 1, z: 2 } }],
    ['$a: In', { a: { x: 1, deep: { y: 1 } } }],
    ['$a: In', { a: 'x' }],
    ['$a: One', { a: { a: 1, b: 2 } }],
    ['$a: Int!, $b: Int!', { a: 'x', b: 'y' }],
  ])('%s given %j are refused as by graphql-js', (text, given) => {
    const definitions = definitionsOf(text)
    const messages = (errors: readonly Error[] | undefined): unknown => errors?.map(({ message }) => message)
    const outcome = variablesOf(schema, definitions)(given)
    expect('errors' in outcome && messages(outcome.errors)).toEqual(
      messages(getVariableValues(schema, definitions, given).errors),
    )
  })

  it('cannot set a prototype', () => {
    const outcome = variablesOf(
      schema,
      definitionsOf('$a: Int'),
    )(JSON.parse('{"a":1,"__proto__":{"b":2}}') as object as never)
    expect(outcome).toEqual({ values: { a: 1 } })
    expect('values' in outcome && 'b' in outcome.values).toBe(false)
  })

  it('are reported up to a number of errors, and only one of a large value', () => {
    const check = variablesOf(schema, definitionsOf('$a: [Int!]'), 3)
    const errorsFor = (count: number): number => {
      const outcome = check({ a: Array.from({ length: count }, () => 'x') })
      return 'errors' in outcome ? outcome.errors.length : 0
    }
    // One more says that there are others.
    expect([errorsFor(2), errorsFor(10), errorsFor(1_000)]).toEqual([2, 4, 2])
  })
})
