import { describe, expect, it } from '@jest/globals'
import { buildSchema, type GraphQLScalarType } from 'graphql'
import { localExecutor } from './executor.ts'
import type { Identity } from '../trust/identity.ts'

const identity = {} as Identity

/** An executor over a small schema. */
function executorOf() {
  const schema = buildSchema(
    'scalar Code type Query { value(code: Code, size: Int): Int other: Int! late: Late } type Late { value: Int } type Subscription { counted(size: Int!): Int }',
  )
  const code = schema.getType('Code') as GraphQLScalarType
  code.parseLiteral = () => {
    throw new TypeError('no code')
  }
  const fields = schema.getQueryType()!.getFields()
  fields['value']!.resolve = (_source, { size }: { size?: number }) => size ?? 1
  fields['other']!.resolve = () => null
  fields['late']!.resolve = () => ({ value: () => 1 })
  schema.getSubscriptionType()!.getFields()['counted']!.subscribe = async function* (
    _source,
    { size }: { size: number },
  ) {
    yield* await Promise.resolve([{ counted: size }, { counted: 2 * size }])
  }
  return localExecutor({
    name: 'test',
    schema,
    createContext: () => ({}),
    check: async () => undefined,
    close: async () => undefined,
  })
}

describe('an operation in this process', () => {
  it('returns the same however often it is sent', async () => {
    const executor = executorOf()
    for (const [query, variables, data] of [
      ['query ($size: Int = 3) { value(size: $size) }', {}, { value: 3 }],
      ['query ($size: Int! = 2) { value(size: $size) }', {}, { value: 2 }],
      ['query ($size: Int) { a: value(size: $size) b: value }', { size: 2 }, { a: 2, b: 1 }],
      ['{ late { value } }', {}, { late: { value: 1 } }],
      ['{ value other }', {}, null],
    ] as const)
      for (let count = 0; count < 3; count += 1) {
        const result = await executor.execute({ query, variables }, identity)
        expect(JSON.parse(JSON.stringify(result.data))).toEqual(data)
        const json = await executor.executeToJson({ query, variables }, identity)
        expect(json.data).toBe(JSON.stringify(data))
        expect(json.errors?.map(({ path }) => path)).toEqual(result.errors?.map(({ path }) => path))
      }
  })

  it('consists of what resolvers returned only for a caller that may share it', async () => {
    const schema = buildSchema('type Query { one: One } type One { value: Int name: String }')
    const source = { value: 1, name: 'one', more: true }
    schema.getQueryType()!.getFields()['one']!.resolve = () => source
    const executor = localExecutor({
      name: 'test',
      schema,
      createContext: () => ({}),
      check: async () => undefined,
      close: async () => undefined,
    })
    const one = async (query: string, mayShare: boolean): Promise<unknown> =>
      (await executor.execute({ query }, identity, { mayShare })).data?.['one']
    expect(await one('{ one { value } }', true)).toBe(source)
    expect(await one('{ one { value } }', false)).toEqual({ value: 1 })
    expect(await one('{ one { __typename value } }', true)).toEqual({ __typename: 'One', value: 1 })
    expect(await one('{ one { number: value } }', true)).toEqual({ number: 1 })
  })

  it('fills in the defaults of variables that a subscription leaves out', async () => {
    const executor = executorOf()
    const events = await executor.subscribe(
      { query: 'subscription ($size: Int! = 2) { counted(size: $size) }', variables: {} },
      identity,
    )
    const results = []
    for await (const { data, errors } of events) results.push({ data: { ...data }, errors })
    expect(results).toEqual([{ data: { counted: 2 } }, { data: { counted: 4 } }])
  })

  it('is refused for a literal or a variable of the wrong type, however often it is sent', async () => {
    const executor = executorOf()
    for (const [query, variables] of [
      ['{ value(code: 1) }', {}],
      ['query ($size: Int!) { value(size: $size) }', { size: 'x' }],
    ] as const)
      for (let count = 0; count < 3; count += 1) {
        for (const run of [executor.execute, executor.executeToJson]) {
          const { data, errors } = await run({ query, variables }, identity)
          expect([data, errors?.[0]?.extensions['code']]).toEqual([undefined, 'BAD_USER_INPUT'])
        }
      }
  })
})
