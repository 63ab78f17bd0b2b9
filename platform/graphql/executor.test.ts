import { describe, expect, it } from '@jest/globals'
import { buildSchema, type GraphQLScalarType } from 'graphql'
import { localExecutor } from './executor.ts'
import type { Identity } from '../trust/identity.ts'

const identity = {} as Identity

/** An executor over a small schema. */
function executorOf() {
  const schema = buildSchema(
    'scalar Code type Query { value(code: Code, size: Int): Int other: Int! late: Late } type Late { value: Int }',
  )
  const code = schema.getType('Code') as GraphQLScalarType
  code.parseLiteral = () => {
    throw new TypeError('no code')
  }
  const fields = schema.getQueryType()!.getFields()
  fields['value']!.resolve = (_source, { size }: { size?: number }) => size ?? 1
  fields['other']!.resolve = () => null
  fields['late']!.resolve = () => ({ value: () => 1 })
  return localExecutor({
    name: 'test',
    schema,
    createContext: () => ({}),
    check: async () => undefined,
    close: async () => undefined,
  })
}

describe('an operation in this process', () => {
  it('answers the same when it is interpreted, the first time, and compiled, from then on', async () => {
    const executor = executorOf()
    for (const [query, variables] of [
      ['query ($size: Int = 3) { value(size: $size) }', {}],
      ['query ($size: Int) { a: value(size: $size) b: value }', { size: 2 }],
      ['{ value other }', {}],
    ] as const) {
      const runs = []
      for (let count = 0; count < 3; count += 1) runs.push(await executor.execute({ query, variables }, identity))
      const [first, ...again] = runs.map((run) => JSON.parse(JSON.stringify(run)) as unknown)
      for (const one of again) expect(one).toMatchObject({ data: (first as { data: unknown }).data })
    }
  })

  it('is compiled at its second use, unless its text is too long for that', async () => {
    const executor = executorOf()
    // The interpreter calls a function that stands for a value, and the compiler does not.
    const isCompiled = async (query: string): Promise<boolean> =>
      (await executor.execute({ query }, identity)).errors !== undefined
    const short = '{ late { value } }'
    expect([await isCompiled(short), await isCompiled(short), await isCompiled(short)]).toEqual([false, true, true])
    const long = `{ late { ${'value '.repeat(1_000)} } }`
    expect([await isCompiled(long), await isCompiled(long)]).toEqual([false, false])
  })

  it('is refused for a literal or a variable of the wrong type, however often it is sent', async () => {
    const executor = executorOf()
    for (const [query, variables] of [
      ['{ value(code: 1) }', {}],
      ['query ($size: Int!) { value(size: $size) }', { size: 'x' }],
    ] as const)
      for (let count = 0; count < 3; count += 1) {
        const { data, errors } = await executor.execute({ query, variables }, identity)
        expect([data, errors?.[0]?.extensions['code']]).toEqual([undefined, 'BAD_USER_INPUT'])
      }
  })
})
