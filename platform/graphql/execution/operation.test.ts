import { describe, expect, it } from '@jest/globals'
import { buildSchema, type execute, getOperationAST, parse, type GraphQLSchema } from 'graphql'
import { CompiledOperation } from './operation.ts'

const schema = buildSchema(`
  type Query { a: Int b(x: Int): Int later: Later strict: Int! }
  type Later { value: Int self: Later }
  type Mutation { add(n: Int!): Int fail: Int! }`)

function compiled(text: string, own: GraphQLSchema = schema): CompiledOperation {
  const document = parse(text)
  return new CompiledOperation(own, document, getOperationAST(document)!)
}

const json = (value: unknown): unknown => JSON.parse(JSON.stringify(value)) as unknown

describe('an operation', () => {
  it('runs without a promise where no resolver returns one', async () => {
    const operation = compiled('{ a b later { value } }')
    const root = { a: 1, b: 2, later: { value: 3 } }
    expect(operation.run(root, {}, {})).toEqual({ data: { a: 1, b: 2, later: { value: 3 } } })
    const promised = operation.run({ ...root, later: Promise.resolve({ value: 4 }) }, {}, {})
    expect(promised).toBeInstanceOf(Promise)
    expect(json(await promised)).toEqual({ data: { a: 1, b: 2, later: { value: 4 } } })
  })

  it('keeps the order of what it selects, whichever promise resolves first', async () => {
    const slow = new Promise((resolve) => setImmediate(resolve, 1))
    const { data } = await compiled('{ a b }').run({ a: slow, b: Promise.resolve(2) }, {}, {})
    expect(JSON.stringify(data)).toBe('{"a":1,"b":2}')
  })

  it('selects by the conditions of each request', () => {
    const operation = compiled(
      'query ($no: Boolean!) { a @skip(if: $no) ...F @include(if: $no) } fragment F on Query { b }',
    )
    for (let count = 0; count < 2; count += 1) {
      expect(json(operation.run({ a: 1, b: 2 }, {}, { no: false }))).toEqual({ data: { a: 1 } })
      expect(json(operation.run({ a: 1, b: 2 }, {}, { no: true }))).toEqual({ data: { b: 2 } })
    }
  })

  it('with a condition that has no value is null with an error, as in graphql-js', () => {
    const text = 'query ($no: Boolean) { a @skip(if: $no) }'
    const { data, errors } = compiled(text).run({ a: 1 }, {}, {}) as ReturnType<typeof execute> & object as never
    expect([data, (errors as Error[])[0]?.message]).toEqual([
      null,
      expect.stringContaining('Argument "if" of required type "Boolean!"'),
    ])
  })

  it('of mutations runs its fields one after the other, and none after one that nulls the response', async () => {
    const log: string[] = []
    const root = {
      add: async ({ n }: { n: number }) => {
        log.push(`begin ${n}`)
        await new Promise(setImmediate)
        log.push(`end ${n}`)
        return n
      },
      fail: () => {
        throw new Error('x')
      },
    }
    expect(json(await compiled('mutation { one: add(n: 1) two: add(n: 2) }').run(root, {}, {}))).toEqual({
      data: { one: 1, two: 2 },
    })
    expect(log).toEqual(['begin 1', 'end 1', 'begin 2', 'end 2'])
    log.length = 0
    const failed = await compiled('mutation { one: add(n: 1) fail two: add(n: 2) }').run(root, {}, {})
    expect([failed.data, failed.errors?.map(({ path }) => path), log]).toEqual([null, [['fail']], ['begin 1', 'end 1']])
  })

  it('without a root type in the schema is an error', () => {
    const without = buildSchema('type Query { a: Int }')
    const { data, errors } = compiled('mutation { add(n: 1) }', without).run({}, {}, {}) as never
    expect([data, (errors as Error[])[0]?.message]).toEqual([
      null,
      'Schema is not configured to execute mutation operation.',
    ])
  })

  it('may share objects of resolvers, copies them, or writes them as JSON', () => {
    const operation = compiled('{ later { value } }')
    const later = { value: 1, more: 2 }
    const dataOf = (output: 'shared' | 'copied'): unknown =>
      (operation.run({ later }, {}, {}, output) as { data: { later: unknown } }).data.later
    expect(dataOf('shared')).toBe(later)
    expect(dataOf('copied')).toEqual({ value: 1 })
    expect(operation.runToJson({ later }, {}, {})).toEqual({ data: '{"later":{"value":1}}' })
  })

  it('as JSON has its errors beside the data', async () => {
    const operation = compiled('{ a later { value } }')
    const { data, errors } = await operation.runToJson({ a: 'x', later: { value: Promise.resolve(1) } }, {}, {})
    expect([data, errors?.map(({ path }) => path)]).toEqual(['{"a":null,"later":{"value":1}}', [['a']]])
    expect((await compiled('{ strict }').runToJson({}, {}, {})).data).toBe('null')
  })
})
