import { describe, expect, it } from '@jest/globals'
import { SecondUseCache } from './second-use-cache.ts'

const cacheOf = (stays?: (value: string) => boolean) =>
  new SecondUseCache<string>({
    max: 100,
    maxSize: 1_000,
    maxEntrySize: 50,
    sizeCalculation: (value) => value.length,
    ...(stays ? { stays } : {}),
  })
const flood = (cache: SecondUseCache<string>): void => {
  for (let index = 0; index < 1_000; index += 1) cache.set(`once ${index}`, 'x'.repeat(10))
}

describe('a cache that admits at the second use', () => {
  it('keeps entries that were used twice through a flood of others', () => {
    const cache = cacheOf()
    cache.set('often', 'value')
    expect(cache.get('often')).toBe('value')
    flood(cache)
    expect(cache.get('often')).toBe('value')
    cache.set('often', 'other')
    expect(cache.get('often')).toBe('other')
  })

  it('counts no use by asking whether there is an entry', () => {
    const cache = cacheOf()
    cache.set('once', 'value')
    expect([cache.has('once'), cache.has('never')]).toEqual([true, false])
    flood(cache)
    expect(cache.has('once')).toBe(false)
  })

  it('evicts what was not used again, and what may never stay', () => {
    const cache = cacheOf((value) => value !== 'refused')
    cache.set('once', 'value')
    cache.set('refused', 'refused')
    for (let count = 0; count < 5; count += 1) expect(cache.get('refused')).toBe('refused')
    flood(cache)
    expect([cache.get('once'), cache.get('refused')]).toEqual([undefined, undefined])
  })

  it('stays within its maximum size and evicts the least recently used entry first', () => {
    const cache = cacheOf()
    for (const key of ['a', 'b', 'c'].flatMap((letter) => Array.from({ length: 10 }, (_, index) => letter + index))) {
      cache.set(key, 'x'.repeat(40))
      cache.get(key)
    }
    expect([cache.get('a0'), cache.get('c9')]).toEqual([undefined, 'x'.repeat(40)])
    cache.set('heavy', 'x'.repeat(51))
    expect(cache.get('heavy')).toBeUndefined()
  })
})
