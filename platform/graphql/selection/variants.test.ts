import { describe, expect, it } from '@jest/globals'
import { getOperationAST, parse } from 'graphql'
import { Variants, VariantsByOperation } from './variants.ts'

const documentOf = (text: string) => {
  const document = parse(text)
  return { document, operation: getOperationAST(document)! }
}

const { document, operation } = documentOf(
  'query ($a: Boolean!, $b: Boolean!, $x: Int) { a(x: $x) @skip(if: $a) ...F } fragment F on Query { b @include(if: $b) }',
)

describe('what is prepared of an operation', () => {
  it('is prepared once for each combination of its conditions, whatever else its variables are', () => {
    const variants = new Variants<object>(document, operation)
    const prepared: unknown[] = []
    const get = (variables: Record<string, unknown>): object =>
      variants.get(variables, (conditions) => {
        prepared.push(conditions)
        return {}
      })
    const first = get({ a: true, b: false, x: 1 })
    expect(get({ x: 2, b: false, a: true })).toBe(first)
    expect(get({ a: false, b: true, x: 1 })).not.toBe(first)
    expect(get({ a: true })).not.toBe(first)
    expect(prepared).toEqual([{ a: true, b: false }, { a: false, b: true }, { a: true }])
  })

  it('is forgotten for the oldest combination when there are many', () => {
    const { document: many, operation: alone } = documentOf(
      `{ ${Array.from({ length: 5 }, (_, bit) => `a${bit}: a @skip(if: $v${bit})`).join(' ')} }`,
    )
    const variants = new Variants<number>(many, alone)
    let count = 0
    const get = (number: number): number =>
      variants.get(
        Object.fromEntries(Array.from({ length: 5 }, (_, bit) => [`v${bit}`, ((number >> bit) & 1) === 1])),
        () => (count += 1),
      )
    for (let number = 0; number < 17; number += 1) get(number)
    expect([get(16), count]).toEqual([17, 17])
    expect([get(1), count]).toEqual([2, 17])
    expect([get(0), count]).toEqual([18, 18])
  })

  it('is prepared again after it failed', async () => {
    const variants = new Variants<Promise<string>>(document, operation)
    await expect(variants.get({}, () => Promise.reject(new Error('not now')))).rejects.toThrow('not now')
    await expect(variants.get({}, () => Promise.resolve('now'))).resolves.toBe('now')
    const sync = new Variants<string>(document, operation)
    const failing = (): string => {
      throw new Error('not now')
    }
    expect(() => sync.get({}, failing)).toThrow('not now')
    expect(sync.get({}, () => 'now')).toBe('now')
  })

  it('is one for all that prepare it at once', async () => {
    const variants = new VariantsByOperation<Promise<object>>()
    const prepare = async (): Promise<object> => ({})
    const [one, other] = [
      variants.get({ document, operation }, {}, prepare),
      variants.get({ document, operation }, {}, prepare),
    ]
    expect(await one).toBe(await other)
    const another = documentOf('{ a }')
    expect(await variants.get(another, {}, prepare)).not.toBe(await one)
  })
})
