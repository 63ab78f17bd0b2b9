import { describe, expect, it } from '@jest/globals'
import { InvalidatedCache } from './invalidated-cache.ts'

describe('values that changes invalidate', () => {
  it.each([true, false])(
    'are read once for all that need one at a time (notifications received: %s)',
    async (received) => {
      const reads: (readonly string[])[] = []
      const cache = new InvalidatedCache((keys) => {
        reads.push(keys)
        return Promise.resolve(keys.map((key) => `value of ${key}`))
      }, 10)
      cache.trust(received)
      const values = await Promise.all(['a', 'b', 'a', 'a'].map((key) => cache.load(key)))
      expect(values).toEqual(['value of a', 'value of b', 'value of a', 'value of a'])
      expect(reads).toEqual([['a', 'b']])
    },
  )

  it('are read again each time while no notifications are received', async () => {
    let reads = 0
    const cache = new InvalidatedCache(async () => [(reads += 1)], 1)
    expect([await cache.load(''), await cache.load('')]).toEqual([1, 2])
    cache.trust(true)
    expect([await cache.load(''), await cache.load('')]).toEqual([3, 3])
    cache.forget()
    expect(await cache.load('')).toBe(4)
  })

  it('reject for each that needs them, and are read again afterwards', async () => {
    let isBroken = true
    const cache = new InvalidatedCache(
      () => (isBroken ? Promise.reject(new Error('away')) : Promise.resolve(['there'])),
      1,
    )
    cache.trust(true)
    const results = await Promise.allSettled([cache.load(''), cache.load('')])
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    isBroken = false
    expect(await cache.load('')).toBe('there')
  })
})
