import { describe, expect, it } from '@jest/globals'
import { isBooked, occupancyLevel, occupancyText } from './occupancy.ts'

describe('the levels of occupancy', () => {
  it('are 0 for an empty day, 5 for a full one and between them by fifths', () => {
    const levels = [0, 1, 20, 21, 80, 81, 99, 100, 120].map((booked) => occupancyLevel({ total: 100, booked }))
    expect(levels).toEqual([0, 1, 1, 2, 4, 4, 4, 5, 5])
    expect(occupancyLevel({ total: 0, booked: 0 })).toBe(0)
    expect(occupancyLevel({ total: 0, booked: 3 })).toBe(5)
  })

  it('are written as shares, of which none that is booked reads as nothing', () => {
    const written = [0, 1, 4, 5, 100, 405].map((booked) =>
      occupancyText({ total: 405, booked }, (share) => `${Math.round(100 * share)}%`),
    )
    expect(written).toEqual(['', '<1%', '<1%', '1%', '25%', '100%'])
    expect(occupancyText({ total: 0, booked: 3 }, String)).toBe('1')
  })

  it('leave out products of which nothing is booked on any day, closed ones too', () => {
    const day = (booked: number) => ({ capacity: { booked } })
    expect(isBooked([day(0), { capacity: null }, day(1)])).toBe(true)
    expect(isBooked([day(0), { capacity: null }])).toBe(false)
  })
})
