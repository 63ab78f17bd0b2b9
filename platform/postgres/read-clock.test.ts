import { describe, expect, it } from '@jest/globals'
import { ReadClock } from './read-clock.ts'

const noon = Date.parse('2027-03-01T12:00:00Z')

describe('a clock known from readings', () => {
  function clock() {
    const steady = { now: 5_000 }
    const read = new ReadClock(() => steady.now)
    return { steady, read, shown: () => read.now().getTime() - noon }
  }

  it('advances by the steady timer between readings', () => {
    const { steady, read, shown } = clock()
    read.read(noon, 5_000, 5_000)
    steady.now += 1_234
    expect(shown()).toBe(1_234)
  })

  it('is right to half of the time that a reading took', () => {
    const { steady, read, shown } = clock()
    // Requested at 5,000, received at 5,100: the other clock showed noon in between.
    steady.now = 5_100
    read.read(noon, 5_000, 5_100)
    expect(shown()).toBe(50)
  })

  it('prefers a quick reading to a later slow one that agrees with it', () => {
    const { steady, read, shown } = clock()
    read.read(noon, 5_000, 5_001)
    steady.now = 6_000
    read.read(noon + 700, 5_500, 6_000)
    expect(shown()).toBe(999)
  })

  it('follows a quick reading, and a clock that was set', () => {
    const { steady, read, shown } = clock()
    read.read(noon, 5_000, 5_400)
    steady.now = 6_000
    read.read(noon + 900, 5_999, 6_000)
    expect(shown()).toBe(900)
    read.read(noon + 3_600_000, 5_000, 6_000)
    expect(shown()).toBe(3_600_500)
  })

  it('never goes back for a more accurate reading, only with a clock that was set back', () => {
    const { steady, read, shown } = clock()
    read.read(noon, 5_000, 5_100)
    steady.now = 6_000
    expect(shown()).toBe(950)
    read.read(noon + 920, 6_000, 6_000)
    expect(shown()).toBe(950)
    steady.now = 6_100
    expect(shown()).toBe(1_020)
    read.read(noon - 3_600_000, 6_100, 6_100)
    expect(shown()).toBe(-3_600_000)
  })

  it('shows nothing before the first reading', () => {
    expect(() => clock().read.now()).toThrow('not been read')
  })
})
