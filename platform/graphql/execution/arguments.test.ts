import { describe, expect, it } from '@jest/globals'
import { buildSchema, getArgumentValues, Kind, parse, type FieldNode, type OperationDefinitionNode } from 'graphql'
import { argumentsOf } from './arguments.ts'

const schema = buildSchema(`
  type Query { f(a: Int, b: Int! = 2, c: Color, list: [Int!], in: In, one: One): Int  required(a: Int!): Int  none: Int }
  enum Color { RED GREEN }
  input In { x: Int! y: Int = 5 deep: In colors: [Color!] }
  input One @oneOf { a: Int b: Int }`)

function nodeOf(text: string): FieldNode {
  const [operation] = parse(text).definitions as [OperationDefinitionNode]
  const [field] = operation.selectionSet.selections
  if (field?.kind !== Kind.FIELD) throw new Error('No field')
  return field
}

/** Values, or the message of the error. */
function outcome(run: () => unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(run())) as unknown
  } catch (error) {
    return (error as Error).message
  }
}

describe('the arguments of a field', () => {
  it.each([
    ['{ f }', {}, { b: 2 }],
    ['{ f(a: 1, b: 3, c: GREEN, list: [1, 2]) }', {}, { a: 1, b: 3, c: 'GREEN', list: [1, 2] }],
    ['{ f(a: null) }', {}, { a: null, b: 2 }],
    ['query ($a: Int) { f(a: $a) }', {}, { b: 2 }],
    ['query ($a: Int) { f(a: $a) }', { a: null }, { a: null, b: 2 }],
    ['query ($b: Int) { f(b: $b) }', {}, { b: 2 }],
    ['query ($a: Int) { f(in: { x: $a }) }', { a: 7 }, { b: 2, in: { x: 7, y: 5 } }],
    [
      'query ($c: [Color!]) { f(in: { x: 1, deep: { x: 2, colors: $c } }) }',
      { c: ['RED'] },
      { b: 2, in: { x: 1, y: 5, deep: { x: 2, y: 5, colors: ['RED'] } } },
    ],
    ['query ($y: Int) { f(in: { x: 1, y: $y }) }', {}, { b: 2, in: { x: 1, y: 5 } }],
    ['query ($i: Int!) { f(list: [1, $i]) }', { i: 2 }, { b: 2, list: [1, 2] }],
    ['query ($i: Int) { f(one: { a: $i }) }', { i: 2 }, { b: 2, one: { a: 2 } }],
    ['{ none }', {}, {}],
  ])('of %s with %j are %j', (text, variables, expected) => {
    const node = nodeOf(text)
    const field = schema.getQueryType()!.getFields()[node.name.value]!
    const read = argumentsOf(field, node)
    expect(outcome(() => read(variables))).toEqual(expected)
    expect(outcome(() => getArgumentValues(field, node, variables))).toEqual(expected)
  })

  it.each([
    ['{ required }', {}],
    ['query ($a: Int) { required(a: $a) }', {}],
    ['query ($a: Int) { required(a: $a) }', { a: null }],
    ['query ($b: Int) { f(b: $b) }', { b: null }],
    ['query ($a: Int) { f(in: { x: $a }) }', { a: null }],
    ['query ($a: Int) { f(in: { x: $a }) }', {}],
    ['{ f(c: BLUE) }', {}],
  ])('of %s with %j are an error of graphql-js', (text, variables) => {
    const node = nodeOf(text)
    const field = schema.getQueryType()!.getFields()[node.name.value]!
    const message = outcome(() => argumentsOf(field, node)(variables))
    expect(message).toMatch(/^Argument "/)
    expect(message).toBe(outcome(() => getArgumentValues(field, node, variables)))
  })

  it('are objects of their own, but constant values are shared and cannot be changed', () => {
    const read = argumentsOf(schema.getQueryType()!.getFields()['f']!, nodeOf('{ f(in: { x: 1, colors: [RED] }) }'))
    const [first, second] = [read({}), read({})]
    expect(first).not.toBe(second)
    expect(first['in']).toBe(second['in'])
    expect(() => ((first['in'] as { colors: string[] }).colors[0] = 'GREEN')).toThrow(TypeError)
  })
})
