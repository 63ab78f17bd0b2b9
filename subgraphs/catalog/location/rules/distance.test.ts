import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { runs } from '../../../../tests/testkit/long-form.ts'
import { lengthOf } from './distance.ts'

describe('a length', () => {
  it('is given in kilometres and statute miles', () => {
    expect(lengthOf(1.609344)).toEqual({ km: 1.609, miles: 1 })
    expect(lengthOf(0)).toEqual({ km: 0, miles: 0 })
  })
  it('is off by at most half a thousandth in either unit, however long', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 20_037, noNaN: true }), (length) => {
        const { km, miles } = lengthOf(length)
        expect(Math.abs(km - length)).toBeLessThanOrEqual(0.000_500_1)
        expect(Math.abs(miles - length / 1.609344)).toBeLessThanOrEqual(0.000_500_1)
      }),
      runs(100),
    )
  })
})
