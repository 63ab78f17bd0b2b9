import { describe, expect, it } from '@jest/globals'
import { buildSchema, getOperationAST, parse, type OperationDefinitionNode } from 'graphql'
import { nullVariables } from './null-variables.ts'

const schema = buildSchema(`
  input FilterInput { name: String! = "x" tags: [String!] }
  type Query { item(first: Int! = 10, after: String, filter: FilterInput): Item }
  type Item { id: ID name(upper: Boolean! = false): String }
`)

/** The messages about variables that must not be null. */
function found(text: string, variables: Record<string, unknown>): string[] {
  const document = parse(text)
  const operation = getOperationAST(document) as OperationDefinitionNode
  return nullVariables(schema, document, operation)(variables).map(({ message }) => message)
}
const message = (name: string, type: string): string =>
  `Variable "$${name}" is null, but "${type}" is required where it is used.`

describe('a variable that is null', () => {
  const first = 'query ($first: Int) { item(first: $first) { id } }'

  it('is found where the default value of an argument made it valid', () => {
    expect(found(first, { first: null })).toEqual([message('first', 'Int!')])
  })

  it('may be absent, or have a value', () => {
    expect([found(first, {}), found(first, { first: 3 })]).toEqual([[], []])
  })

  it('may be null where that is allowed', () => {
    expect(found('query ($after: String) { item(after: $after) { id } }', { after: null })).toEqual([])
  })

  it('is found in members of objects and elements of lists, and reported once', () => {
    const text = `query ($name: String = "a", $tag: String = "b") {
      a: item(filter: { name: $name, tags: ["c", $tag] }) { id } b: item(filter: { name: $name }) { id } }`
    expect(found(text, { name: null, tag: null }).sort()).toEqual([
      message('name', 'String!'),
      message('tag', 'String!'),
    ])
  })

  it('is found in a directive that is evaluated', () => {
    const text = 'query ($yes: Boolean = true) { item { id @include(if: $yes) } }'
    expect(found(text, { yes: null })).toEqual([message('yes', 'Boolean!')])
  })

  it('is not reported in what is left out, also of a fragment', () => {
    const text = `query ($upper: Boolean, $yes: Boolean!) { item { ...Names @include(if: $yes) } }
      fragment Names on Item { name(upper: $upper) }`
    expect(found(text, { upper: null, yes: false })).toEqual([])
    expect(found(text, { upper: null, yes: true })).toEqual([message('upper', 'Boolean!')])
  })
})
