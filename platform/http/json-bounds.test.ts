import { describe, expect, it } from '@jest/globals'
import { nestsDeeperThan, openObjectError } from './json-bounds.ts'

describe('an object without a documented shape', () => {
  it.each(['1e400', '-1e400', '1e20', '9007199254740992', '-9007199254740993'])(
    'cannot have the number %s',
    (number) => {
      expect(openObjectError(JSON.parse(`{"seats":[{"row":${number}}]}`) as object)).toEqual({
        path: ['seats', '0', 'row'],
        fieldError: { code: 'OUT_OF_RANGE', min: -9007199254740991, max: 9007199254740991 },
      })
    },
  )

  it('has decimals and integers that are returned as they were sent', () => {
    expect(openObjectError({ a: [0.1, -1.5e-7, 9007199254740991, -9007199254740991, '1e400'] })).toBeUndefined()
  })
})

const nested = (depth: number): unknown => JSON.parse(`${'[{"a":'.repeat(depth / 2)}null${'}]'.repeat(depth / 2)}`)

describe('the depth of a JSON value', () => {
  it('counts arrays and objects, not plain values', () => {
    expect(nestsDeeperThan('text', 0)).toBe(false)
    expect(nestsDeeperThan({}, 0)).toBe(true)
    expect(nestsDeeperThan({ a: [1, 2] }, 2)).toBe(false)
    expect(nestsDeeperThan({ a: 1, b: [[null]] }, 2)).toBe(true)
  })

  it('is found for a value that recursion cannot descend', () => {
    expect(nestsDeeperThan(nested(200_000), 199_999)).toBe(true)
    expect(nestsDeeperThan(nested(200_000), 200_000)).toBe(false)
  })
})
