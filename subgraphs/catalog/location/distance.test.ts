import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { earthRadiusKm, greatCircleKm, lengthOf } from './distance.ts'

const point = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
})

describe('great-circle distance', () => {
  it('is 0 to the same point, the same both ways and at most half way around', () => {
    fc.assert(
      fc.property(point, point, (a, b) => {
        expect(greatCircleKm(a, a)).toBe(0)
        expect(greatCircleKm(a, b)).toBeCloseTo(greatCircleKm(b, a), 6)
        expect(greatCircleKm(a, b)).toBeLessThanOrEqual(Math.PI * earthRadiusKm + 1e-6)
      }),
    )
  })
  it('is never longer than a detour', () => {
    fc.assert(
      fc.property(point, point, point, (a, b, c) => {
        expect(greatCircleKm(a, c)).toBeLessThanOrEqual(greatCircleKm(a, b) + greatCircleKm(b, c) + 1e-6)
      }),
    )
  })
  it('measures a degree of the equator', () => {
    expect(greatCircleKm({ latitude: 0, longitude: 0 }, { latitude: 0, longitude: 1 })).toBeCloseTo(111.195, 3)
  })
  it('is told in kilometres and statute miles, to the metre', () => {
    expect(lengthOf(1.609344)).toEqual({ km: 1.609, miles: 1 })
  })
})
