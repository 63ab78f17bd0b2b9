import { describe, expect, it } from '@jest/globals'
import { buildSchema, getOperationAST, parse, type GraphQLCompositeType } from 'graphql'
import { collectFields, fieldOf } from './collect-fields.ts'
import { fragmentsOf } from './fragments.ts'

const schema = buildSchema(`
  type Query { node: Node either: Either a: Int b: Int toString: Int }
  interface Node { id: ID }
  interface Named implements Node { id: ID name: String }
  type One implements Node & Named { id: ID name: String one: Int }
  type Two implements Node { id: ID two: Int }
  union Either = One | Two`)

function collected(text: string, typeName = 'Query', variables: Record<string, unknown> = {}): string[] {
  const document = parse(text)
  const type = schema.getType(typeName) as GraphQLCompositeType
  const context = { schema, fragments: fragmentsOf(document), variables }
  return collectFields(context, type, [getOperationAST(document)!.selectionSet]).map(
    ({ responseKey, nodes, definition }) => `${responseKey}:${definition?.name ?? 'none'}*${nodes.length}`,
  )
}

describe('the fields of an object', () => {
  it.each([
    ['by response key in the order in which keys come first', '{ b x: a b a }', ['b:b*2', 'x:a*1', 'a:a*1']],
    ['with those of fragments in their place', '{ ...F b } fragment F on Query { a ... { b } }', ['a:a*1', 'b:b*2']],
    ['a fragment once, however often it is spread', '{ ...F ...F } fragment F on Query { a }', ['a:a*1']],
    ['without end where fragments contain each other', '{ ...F } fragment F on Query { a ...F }', ['a:a*1']],
    ['without what is in no fragment of the document', '{ a ...Unknown }', ['a:a*1']],
    [
      'with introspection',
      '{ __typename __schema { __typename } }',
      ['__typename:__typename*1', '__schema:__schema*1'],
    ],
    ['without a definition where the type has none', '{ nothing valueOf }', ['nothing:none*1', 'valueOf:none*1']],
  ])('are collected %s', (_what, text, fields) => {
    expect(collected(text)).toEqual(fields)
  })

  it('are those of fragments whose condition holds for the type', () => {
    const text = '{ ... on Node { n: id } ... on Named { m: id } ... on One { o: id } ... on Either { e: __typename } }'
    expect(collected(text, 'One')).toEqual(['n:id*1', 'm:id*1', 'o:id*1', 'e:__typename*1'])
    expect(collected(text, 'Two')).toEqual(['n:id*1', 'e:__typename*1'])
    expect(collected(text, 'Named')).toEqual(['n:id*1', 'm:id*1'])
    expect(collected(text, 'Either')).toEqual(['e:__typename*1'])
  })

  it('are those that conditions leave in; a fragment that was skipped may be spread again', () => {
    const text =
      'query ($v: Boolean!) { a @skip(if: $v) ...F @skip(if: true) ...F @include(if: $v) } fragment F on Query { b }'
    expect(collected(text, 'Query', { v: true })).toEqual(['b:b*1'])
    expect(collected(text, 'Query', { v: false })).toEqual(['a:a*1'])
  })
})

it('a field is found by its own name only, and the schema only at the root of queries', () => {
  const one = schema.getType('One')
  expect(fieldOf(schema, schema.getQueryType()!, 'toString')?.name).toBe('toString')
  expect(fieldOf(schema, one, 'toString')).toBeUndefined()
  expect(fieldOf(schema, one, '__schema')).toBeUndefined()
  expect(fieldOf(schema, one, '__typename')?.name).toBe('__typename')
  expect(fieldOf(schema, undefined, 'a')).toBeUndefined()
})
