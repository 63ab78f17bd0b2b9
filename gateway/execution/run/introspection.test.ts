import { describe, expect, it } from '@jest/globals'
import { getOperationAST, parse } from 'graphql'
import { introspectionOf } from './introspection.ts'

/** The part about the schema, in one line. */
function partOf(text: string): unknown {
  const document = parse(text)
  const introspection = introspectionOf(document, getOperationAST(document)!)
  return introspection && [introspection.text.replace(/\s+/g, ' ').trim(), introspection.variables]
}

describe('the introspection part of an operation', () => {
  it('leaves out the fields that select data', () => {
    expect(partOf('{ tours { totalCount } __typename }')).toBeUndefined()
    expect(partOf('{ tours { totalCount } a: __type(name: "Tour") { name } }')).toEqual([
      '{ a: __type(name: "Tour") { name } }',
      [],
    ])
  })

  it('is found in fragments, with their conditions and the variables that it uses', () => {
    const text = `query ($with: Boolean!, $name: String!, $first: Int) { ...Q @include(if: $with) tours(first: $first) { totalCount } }
      fragment Q on Query { tours { totalCount } ... { __type(name: $name) { ...T } } }
      fragment T on __Type { name } fragment Unused on Tour { id }`
    expect(partOf(text.replace('fragment Unused on Tour { id }', ''))).toEqual([
      'query ($with: Boolean!, $name: String!) { ... @include(if: $with) { ... { __type(name: $name) { ...T } } } } fragment T on __Type { name }',
      ['name', 'with'],
    ])
  })
})
