import { describe, expect, it } from '@jest/globals'
import { createBoundedCache } from './bounded-cache.ts'

describe('a bounded cache', () => {
  it('drops what was not used since it was stored, before what was', () => {
    const cache = createBoundedCache<number>(3)
    for (const [index, key] of ['a', 'b', 'c'].entries()) cache.set(key, index)
    expect(cache.get('a')).toBe(0)
    cache.set('d', 3)
    expect(['a', 'b', 'c', 'd'].map(cache.get)).toEqual([0, undefined, 2, 3])
  })

  it('drops the oldest where all were used, and passes each over only once', () => {
    const cache = createBoundedCache<number>(2)
    cache.set('a', 1)
    cache.set('b', 2)
    cache.get('a')
    cache.get('b')
    cache.set('c', 3)
    cache.set('d', 4)
    expect(['a', 'b', 'c', 'd'].map(cache.get)).toEqual([undefined, undefined, 3, 4])
  })

  it('stays within its weight, whatever is stored again or is too heavy', () => {
    const weight = { weigh: (_key: string, value: string) => value.length, limit: 10, heaviest: 6 }
    const cache = createBoundedCache<string>(100, weight)
    cache.set('a', 'xxxx')
    cache.set('a', 'xx')
    cache.set('b', 'xxxx')
    cache.set('c', 'xxxx')
    expect(['a', 'b', 'c'].map(cache.get)).toEqual(['xx', 'xxxx', 'xxxx'])
    cache.set('b', 'xxxxxxx')
    expect(cache.get('b')).toBeUndefined()
    for (let count = 0; count < 1_000; count += 1) cache.set(String(count), 'xxxxx')
    expect([cache.get('998'), cache.get('999')]).toEqual(['xxxxx', 'xxxxx'])
    cache.delete('999')
    expect(cache.get('999')).toBeUndefined()
  })
})
