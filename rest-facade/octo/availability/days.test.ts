import { describe, expect, it } from '@jest/globals'
import { addDays, earliestToday } from '../../../platform/values/clock.ts'
import { rangesToRead } from './days.ts'

const today = earliestToday()
const inDays = (days: number): string => addDays(today, days)
const idsIn = (...days: number[]) => ({ ids: days.map((day) => `${inDays(day)}T10:00:00-05:00`) })

describe('the ranges of days to read for availability ids', () => {
  it('join days with gaps of at most a week, and leave out what is past', () => {
    expect(rangesToRead(idsIn(20, 3, 10, -5))).toEqual([
      { start: inDays(3), end: inDays(10) },
      { start: inDays(20), end: inDays(20) },
    ])
    expect(rangesToRead(idsIn(-5))).toEqual([null])
  })

  it('have at most 366 days in all', () => {
    const weekly = Array.from({ length: 60 }, (_, week) => week * 7)
    expect(() => rangesToRead(idsIn(...weekly))).toThrow(expect.objectContaining({ code: 'BAD_REQUEST' }))
    expect(rangesToRead(idsIn(...weekly.slice(0, 58)))).toHaveLength(7)
  })
})
