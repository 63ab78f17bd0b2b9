import { describe, expect, it } from '@jest/globals'
import { nestsDeeperThan } from './json-bounds.ts'

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
