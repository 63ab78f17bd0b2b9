import { describe, expect, it } from '@jest/globals'
import { buildSchema, getOperationAST, parse } from 'graphql'
import { flattened, flattenedOneByOne } from './flattening.ts'
import { selectionOf } from './selections.ts'

const schema = buildSchema(`
  type Query { cenote(id: ID!): Cenote cenotes(first: Int): [Cenote!]! product: Product sale: Sale }
  type Mutation { rename(id: ID!, name: String): Cenote remove(id: ID!): Boolean }
  interface Product { id: ID! name: String }
  type Cenote implements Product { id: ID! name: String depth: Int near(first: Int): [Cenote!]! }
  type Tour implements Product { id: ID! name: String hours: Int }
  union Sale = Cenote | Tour`)

function read(text: string, variables: Record<string, unknown> = {}) {
  const document = parse(text)
  const operation = getOperationAST(document)
  if (!operation) throw new Error('There is no operation')
  return [operation, selectionOf(schema, document, operation, variables)] as const
}
const flat = (text: string, variables?: Record<string, unknown>) => flattened(...read(text, variables))

describe('an operation as it is planned', () => {
  it('is without fragments, directives, and fields that its conditions leave out', () => {
    expect(
      flat(
        `query Named($with: Boolean!) { ...Q } fragment Q on Query { product { ... on Product { name }
         id @include(if: $with) name @skip(if: $with) } }`,
        { with: false },
      ),
    ).toBe('query { product { name } }')
  })

  it('is the same text however it was written', () => {
    const one = flat('query A($x: ID!) { cenote(id: $x) { depth: depth name ... { name } } }')
    const other = flat('query B($x: ID!) { cenote(id: $x) { ...F } } fragment F on Cenote { deep: depth name }')
    expect(one).toBeDefined()
    expect(other).toBe(one)
  })

  it('requests a field once, whatever names the response has for it', () => {
    expect(flat('{ product { a: name b: name name } }')).toBe('query { product { name } }')
  })

  it('has a name of its own for each field with arguments, and one for equal reads', () => {
    const text = flat('{ cenotes { a: near(first: 1) { id } b: near(first: 2) { id } } }') ?? ''
    const [, first, second] = /(\w+): near\(first: 1\) \{ id \} (\w+): near\(first: 2\)/.exec(text) ?? []
    expect([first === second, first === 'a', first === undefined]).toEqual([false, false, false])
  })

  it('has the definitions of the variables that are left, and no others', () => {
    const text = flat(
      'query ($id: ID!, $first: Int = 3, $unused: Int, $no: Boolean!) { cenote(id: $id) { near(first: $first) { id } } product @include(if: $no) { id } }',
      { no: false },
    )
    expect(text).toMatch(/^query\(\$id: ID!, \$first: Int = 3\) \{/)
    expect(text).not.toContain('product')
  })

  it('names the fields of a type once where all types have them, and others behind it', () => {
    expect(flat('{ product { name ... on Cenote { name depth } ... on Tour { hours } } }')).toBe(
      'query { product { name ... on Cenote { depth } ... on Tour { hours } } }',
    )
    expect(flat('{ sale { __typename ... on Tour { hours } } }')).toBe(
      'query { sale { __typename ... on Tour { hours } } }',
    )
  })

  it('asks for the type where it alone decides the order of the fields', () => {
    expect(flat('{ product { ... on Tour { name } id name } }')).toBe('query { product { __typename id name } }')
  })

  it('asks whether there is an object where nothing of it is left', () => {
    expect(flat('{ product { name @skip(if: true) } }')).toBe('query { product { __typename } }')
    expect(flat('{ product { ... on Tour { hours @skip(if: true) } } }')).toBe('query { product { __typename } }')
  })

  it('is nothing where the gateway itself knows all that is selected', () => {
    expect(flat('{ __typename __schema { queryType { name } } }')).toBeUndefined()
    expect(flat('{ __typename product { id } }')).toBe('query { product { id } }')
  })
})

describe('an operation field by field', () => {
  it('has a text for each field at the root, in its order, with the variables of that field', () => {
    const texts = flattenedOneByOne(
      ...read('mutation ($a: ID!, $b: ID!) { __typename rename(id: $a) { id } remove(id: $b) }'),
    )
    expect(texts).toEqual([
      expect.stringMatching(/^mutation\(\$a: ID!\) \{ \w+: rename\(id: \$a\) \{ id \} \}$/),
      expect.stringMatching(/^mutation\(\$b: ID!\) \{ \w+: remove\(id: \$b\) \}$/),
    ])
  })
})
