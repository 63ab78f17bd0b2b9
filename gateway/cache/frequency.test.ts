import { describe, expect, it } from '@jest/globals'
import { Frequency } from './frequency.ts'

describe('the frequency of keys', () => {
  it('is at least what was counted, up to its maximum', () => {
    const frequency = new Frequency(1_024)
    for (let key = 0; key < 100; key += 1) for (let use = 0; use < key % 20; use += 1) frequency.count(`key ${key}`)
    for (let key = 0; key < 100; key += 1)
      expect(frequency.of(`key ${key}`)).toBeGreaterThanOrEqual(Math.min(key % 20, 15))
  })

  it('is exact for nearly all of the keys that it is made for', () => {
    const frequency = new Frequency(1_024)
    for (let key = 0; key < 500; key += 1) frequency.count(`key ${key}`)
    const exact = Array.from({ length: 500 }, (_, key) => frequency.of(`key ${key}`)).filter((count) => count === 1)
    expect(exact.length).toBeGreaterThan(450)
    expect(frequency.of('never used')).toBe(0)
  })

  it('fades, so that what was used long ago makes room', () => {
    const frequency = new Frequency(64)
    for (let use = 0; use < 12; use += 1) frequency.count('old')
    for (let use = 0; use < 64 * 8 * 5; use += 1) frequency.count('new')
    expect(frequency.of('old')).toBeLessThan(2)
    expect(frequency.of('new')).toBeGreaterThan(6)
  })
})
