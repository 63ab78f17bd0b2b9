import { describe, expect, it } from '@jest/globals'
import { buildSchema, execute, getOperationAST, type GraphQLObjectType, parse, type GraphQLSchema } from 'graphql'
import { turn } from '../../process/turn.ts'
import { CompiledOperation } from './operation.ts'

const schema = buildSchema(`
  type Query { i: Int ni: Int! s: String list: [Int] strict: [Int!] both: [[Int!]]! node: Node nodes: [Node] one: One e: E json: JSON }
  scalar JSON
  enum E { A B }
  interface Node { id: ID }
  type One implements Node { id: ID! n: Int }
  type Two implements Node { id: ID t: [One!] }`)
const schemaWithTypes = (): GraphQLSchema => {
  const own = buildSchema('type Query { one: One } type One { n: Int }')
  ;(own.getType('One') as GraphQLObjectType).isTypeOf = (value) => Promise.resolve((value as { n?: number }).n !== 2)
  return own
}

interface Outcome {
  readonly data: unknown
  readonly errors: unknown
}

/** The result of an operation, compiled to objects and to JSON, which must equal that of graphql-js. */
async function outcomeOf(text: string, rootValue: unknown, own = schema): Promise<Outcome> {
  const document = parse(text)
  const compiled = new CompiledOperation(own, document, getOperationAST(document)!)
  const shown = ({
    data,
    errors = [],
  }: {
    data?: unknown
    errors?: readonly { message: string; path?: unknown }[]
  }) => ({
    data: JSON.parse(JSON.stringify(data)) as unknown,
    errors: errors.map(({ message, path }) => `${JSON.stringify(path)} ${message}`).sort(),
  })
  const expected = shown(await execute({ schema: own, document, rootValue }))
  expect(shown(await compiled.run(rootValue, {}, {}))).toEqual(expected)
  expect(shown(await compiled.run(rootValue, {}, {}, 'shared')).errors).toEqual(expected.errors)
  const json = await compiled.runToJson(rootValue, {}, {})
  expect(shown({ ...json, data: JSON.parse(json.data!) })).toEqual(expected)
  return expected
}

const failing = new Error('broken')
const rejected = () => Promise.reject(new Error('late'))

describe('a value is completed as graphql-js does', () => {
  it.each([
    ['leaves', '{ i s e }', { i: 1, s: 'x', e: 'A' }, { i: 1, s: 'x', e: 'A' }, 0],
    ['leaves that are serialized', '{ i s }', { i: '7', s: true }, { i: 7, s: 'true' }, 0],
    ['objects of a scalar', '{ json }', { json: { a: [1] } }, { json: { a: [1] } }, 0],
    ['nothing as null', '{ i s list node { id } }', {}, { i: null, s: null, list: null, node: null }, 0],
    ['leaves of a wrong value', '{ i e s }', { i: 'x', e: 'C', s: 'ok' }, { i: null, e: null, s: 'ok' }, 2],
    ['an error as a value', '{ i s }', { i: failing, s: 'ok' }, { i: null, s: 'ok' }, 1],
    [
      'an error that is thrown',
      '{ i s }',
      {
        i: () => {
          throw failing
        },
        s: 'ok',
      },
      { i: null, s: 'ok' },
      1,
    ],
    [
      'an error that a promise rejects with',
      '{ i s }',
      { i: rejected, s: () => Promise.resolve('ok') },
      { i: null, s: 'ok' },
      1,
    ],
    ['a missing value where none may be', '{ ni s }', { s: 'x' }, null, 1],
    [
      'lists',
      '{ list both }',
      { list: [1, null, Promise.resolve(2)], both: [[1], null] },
      { list: [1, null, 2], both: [[1], null] },
      0,
    ],
    ['any iterable as a list', '{ list }', { list: new Set([1, 2]) }, { list: [1, 2] }, 0],
    [
      'a null in a list that has none',
      '{ strict both }',
      { strict: [1, null], both: [[1, null], [2]] },
      { strict: null, both: [null, [2]] },
      2,
    ],
    ['a rejected item', '{ list }', { list: [1, rejected()] }, { list: [1, null] }, 1],
    [
      'objects by the name of their type',
      '{ node { id __typename ... on One { n } } }',
      { node: { __typename: 'One', id: 'x', n: 1 } },
      { node: { id: 'x', __typename: 'One', n: 1 } },
      0,
    ],
    [
      'objects of several types',
      '{ nodes { id ... on Two { t { n } } } }',
      { nodes: [{ __typename: 'Two', t: [{ n: 1 }] }, null, { __typename: 'One', id: 1 }] },
      { nodes: [{ id: null, t: [{ n: 1 }] }, null, { id: '1' }] },
      0,
    ],
    ['a null that its parent may not have', '{ one { n id } i }', { one: { n: 1 }, i: 1 }, { one: null, i: 1 }, 1],
    ['methods with their arguments', '{ one { n } }', { one: () => ({ n: () => 5 }) }, { one: { n: 5 } }, 0],
  ])('%s', async (_what, text, root, data, errors) => {
    const outcome = await outcomeOf(text, root)
    expect(outcome.data).toEqual(data)
    expect(outcome.errors).toHaveLength(errors)
  })

  it('also in items that take several turns of the event loop', async () => {
    const later = async (index: number): Promise<unknown> => {
      await Promise.resolve()
      const until = performance.now() + 2
      while (performance.now() < until);
      if (index === 7) throw failing
      // While it waits for its turn, nothing but the list itself handles what rejects in it.
      return { __typename: 'Two', id: `${index}`, t: [{ id: 'x', n: index }, index === 9 ? rejected() : { id: 'y' }] }
    }
    const nodes = (): Promise<unknown>[] => Array.from({ length: 12 }, (_, index) => later(index))
    const { data, errors } = await outcomeOf('{ nodes { id ... on Two { t { id n } } } i }', { nodes, i: 1 })
    expect((data as { nodes: unknown[] }).nodes).toHaveLength(12)
    expect(errors).toEqual(['["nodes",7] broken', '["nodes",9,"t",1] late'])
  })

  it('also in items that resolve while the list waits for its turn', async () => {
    const item = (index: number): Promise<unknown> =>
      Promise.resolve({
        __typename: 'Two',
        id: `${index}`,
        t: [{ id: 'x', n: index }, index === 9 ? rejected() : { id: 'y' }],
      })
    const nodes = (): Promise<unknown>[] => {
      // Begins the turn and uses it up, so that the list waits before its ninth item.
      const { isOver } = turn
      for (const began = performance.now(); !isOver && performance.now() - began < 6;);
      return Array.from({ length: 12 }, (_, index) => item(index))
    }
    const { errors } = await outcomeOf('{ nodes { id ... on Two { t { id n } } } i }', { nodes, i: 1 })
    expect(errors).toEqual(['["nodes",9,"t",1] late'])
  })

  it('also in a long list, which leaves other work a turn', async () => {
    let completed = 0
    const slow = (id: number) => ({
      __typename: 'Two',
      id: () => {
        completed += 1
        for (const began = performance.now(); performance.now() - began < 1;);
        if (id === 40) throw failing
        return id
      },
      // While the list waits for its turn, nothing but the list itself handles what rejects in it.
      t: id === 63 ? rejected() : null,
    })
    const nodes = (): unknown[] => Array.from({ length: 64 }, (_, id) => slow(id))
    const text = '{ nodes { id ... on Two { t { n } } } }'
    const { errors } = await outcomeOf(text, { nodes })
    expect(errors).toEqual(['["nodes",40,"id"] broken', '["nodes",63,"t"] late'])
    completed = 0
    const document = parse(text)
    const running = new CompiledOperation(schema, document, getOperationAST(document)!).run({ nodes }, {}, {})
    expect(completed).toBeLessThan(64)
    expect((await running).data?.['nodes']).toHaveLength(64)
  })

  it('by isTypeOf, also by its promise', async () => {
    expect((await outcomeOf('{ one { n } }', { one: { n: 1 } }, schemaWithTypes())).data).toEqual({ one: { n: 1 } })
    const wrong = await outcomeOf('{ one { n } }', { one: { n: 2 } }, schemaWithTypes())
    expect(wrong).toEqual({ data: { one: null }, errors: ['["one"] Expected value of type "One" but got: { n: 2 }.'] })
  })

  it.each([
    ['is no list', '{ list }', { list: 1 }, 'Expected Iterable'],
    ['is a text instead of a list', '{ list }', { list: '12' }, 'Expected Iterable'],
    ['has no type', '{ node { id } }', { node: { id: 1 } }, 'must resolve to an Object type'],
    ['has an unknown type', '{ node { id } }', { node: { __typename: 'Three' } }, 'resolved to "Three"'],
    ['has a type that does not fit', '{ node { id } }', { node: { __typename: 'Query' } }, 'no possible type'],
  ])('and an error where a value %s', (_what, text, root, message) => {
    const document = parse(text)
    const compiled = new CompiledOperation(schema, document, getOperationAST(document)!)
    const { errors = [] } = compiled.run(root, {}, {}) as { errors?: { message: string }[] }
    expect(errors.map((error) => error.message)).toEqual([expect.stringContaining(message)])
  })
})
