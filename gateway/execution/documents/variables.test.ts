import { describe, expect, it } from '@jest/globals'
import { buildSchema, getOperationAST, parse, validate } from 'graphql'
import { RefusedDocument, type CheckedOperation } from './documents.ts'
import { OperationVariables } from './variables.ts'

const schema = buildSchema(`
  enum Sort { UP DOWN }
  input Party { adults: Int! = 1 children: Int! = 0 names: [String!]! = [] inner: Party }
  type Item { id: ID! named(length: Int! = 3): String items(first: Int! = 2): [Item] }
  type Query { item(id: ID! = "a", party: Party, ids: [ID!]): Item sorted(sort: Sort! = UP): Item }
  type Mutation { change(party: Party, count: Int! = 1): Item }
  type Subscription { changes(count: Int! = 1): Item }
`)
const variables = new OperationVariables(schema)

function operationOf(text: string): CheckedOperation {
  const document = parse(text)
  expect(validate(schema, document)).toEqual([])
  return { document, operation: getOperationAST(document) } as CheckedOperation
}

const filledIn = (operation: CheckedOperation, given: Record<string, unknown>) =>
  variables.withDefaults(operation, variables.declared(operation, given))
const filled = (text: string, given: Record<string, unknown>) => filledIn(operationOf(text), given)

function refused(text: string, given: Record<string, unknown>): string[] {
  const operation = operationOf(text)
  try {
    variables.check(operation, filledIn(operation, given))
    return []
  } catch (error) {
    if (!(error instanceof RefusedDocument)) throw error
    for (const { extensions } of error.errors) expect(extensions['code']).toBe('BAD_USER_INPUT')
    return error.errors.map(({ message }) => /Variable "\$(\w+)"/.exec(message)?.[1] ?? message)
  }
}

describe('a value for no variable', () => {
  it('is dropped without being looked at', () => {
    const untouchable = new Proxy([], {
      get: () => {
        throw new Error('A value was looked at')
      },
      ownKeys: () => {
        throw new Error('A value was listed')
      },
    })
    for (const text of ['{ item { id } }', 'query($p: Party) { item(party: $p) { id } }'])
      expect(filled(text, { unknown: untouchable })).toEqual({})
    expect(filled('query($n: Int) { item { named(length: $n) } }', { n: 1, unknown: untouchable })).toEqual({ n: 1 })
  })
})

describe('a large value that does not fit', () => {
  it.each([
    ['a long name', { ['k'.repeat(500_000)]: 1 }],
    ['many names', Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`k${index}`, 1]))],
    ['many texts', { names: Array.from({ length: 5_000 }, () => 1) }],
    ['a long text', { adults: 'x'.repeat(500_000) }],
  ])('is quoted once, and in part: %s', (_what, party) => {
    const operation = operationOf('query($p: Party) { item(party: $p) { id } }')
    try {
      variables.check(operation, { p: party })
      throw new Error('It was accepted')
    } catch (error) {
      const { errors } = error as RefusedDocument
      expect(errors.length).toBeLessThanOrEqual(2)
      expect(errors[0]?.message).toMatch(/^Variable "\$p" got invalid value /)
      expect(Math.max(...errors.map(({ message }) => message.length))).toBeLessThanOrEqual(1_001)
    }
  })
})

describe('a variable that is left out', () => {
  it('gets its default, whatever its type', () => {
    const text = `query($n: Int! = 2, $m: Int = 3, $s: Sort! = DOWN, $p: Party = { adults: 4 }, $l: [ID!] = ["x", "y"]) {
      item(ids: $l, party: $p) { named(length: $n) } sorted(sort: $s) { items(first: $m) { id } }
    }`
    expect(filled(text, {})).toEqual({
      n: 2,
      m: 3,
      s: 'DOWN',
      p: { adults: 4, children: 0, names: [] },
      l: ['x', 'y'],
    })
    expect(filled(text, { n: undefined, m: null, l: [] })).toMatchObject({ n: 2, m: null, l: [] })
  })

  it('of an input type lends the defaults of its fields, at every depth', () => {
    const text = 'mutation($p: Party) { change(party: $p) { id } }'
    expect(filled(text, { p: { inner: { children: 2 } } })).toEqual({
      p: { adults: 1, children: 0, names: [], inner: { adults: 1, children: 2, names: [] } },
    })
    expect(filled(text, { p: null })).toEqual({ p: null })
  })

  it('is left out where the position has its own default', () => {
    expect(refused('query($n: Int) { item { named(length: $n) } }', {})).toEqual([])
  })
})

describe('a variable that is null', () => {
  it.each([
    ['an argument', 'query($x: Int) { item { named(length: $x) } }'],
    ['an argument of a mutation', 'mutation($x: Int) { change(count: $x) { id } }'],
    ['an argument of a subscription', 'subscription($x: Int = 1) { changes(count: $x) { id } }'],
    ['an item of a list', 'query($x: ID = "a") { item(ids: ["b", $x]) { id } }'],
    ['a field of an input object', 'query($x: Int = 1) { item(party: { inner: { adults: $x } }) { id } }'],
    ['a condition', 'query($x: Boolean = true) { item @include(if: $x) { id } }'],
    ['the other condition', 'query($x: Boolean = true) { item { ... @skip(if: $x) { id } } }'],
    [
      'a fragment',
      'query($x: Int) { item { ...A } } fragment A on Item { items { ...B } } fragment B on Item { named(length: $x) }',
    ],
  ])('is refused in %s that takes no null, by its name', (_what, text) => {
    expect(refused(text, { x: null })).toEqual(['x'])
  })

  it('is taken where null is allowed', () => {
    expect(refused('query($x: Party, $y: [ID!]) { item(party: $x, ids: $y) { id } }', { x: null, y: null })).toEqual([])
  })

  it('does not count in what @skip and @include leave out', () => {
    const text = `query($x: Int, $hide: Boolean!, $show: Boolean = false) {
      item {
        a: named(length: $x) @skip(if: $hide)
        b: named(length: $x) @include(if: $show)
        ... @skip(if: $hide) { c: named(length: $x) }
        ...F @include(if: false)
      }
    }
    fragment F on Item { d: named(length: $x) }`
    expect(refused(text, { x: null, hide: true })).toEqual([])
    expect(refused(text, { x: null, hide: false })).toEqual(['x'])
    expect(refused(text, { x: null, hide: true, show: true })).toEqual(['x'])
    const skipped = 'query($x: Boolean = true) { item { id named @skip(if: true) @include(if: $x) } }'
    expect(refused(skipped, { x: null })).toEqual([])
  })

  it('is reported once, among the others', () => {
    const text = 'query($x: Int, $y: Int) { item { a: named(length: $x) b: named(length: $x) c: named(length: $y) } }'
    expect(refused(text, { x: null, y: null })).toEqual(['x', 'y'])
  })

  it('of a document of nested fragments is found without visiting each path', () => {
    const levels = Array.from(
      { length: 40 },
      (_, level) => `fragment F${level} on Item { items { ...F${level + 1} } again: items { ...F${level + 1} } }`,
    )
    const text = `query($x: Int) { item { ...F0 } } ${levels.join(' ')} fragment F40 on Item { named(length: $x) }`
    expect(refused(text, { x: null })).toEqual(['x'])
  })
})
