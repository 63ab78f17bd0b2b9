import { describe, expect, it } from '@jest/globals'
import { localDate, startOfDay } from './local-date.ts'

describe('the day where the cenotes are', () => {
  it.each([
    ['2026-11-23T03:18:05.250Z', 'America/Cancun', '2026-11-22', '2026-11-22T05:00:00.000Z'],
    ['2026-11-23T05:00:00.000Z', 'America/Cancun', '2026-11-23', '2026-11-23T05:00:00.000Z'],
    ['2026-11-23T04:59:59.999Z', 'America/Cancun', '2026-11-22', '2026-11-22T05:00:00.000Z'],
    ['2026-12-31T23:30:00.000Z', 'Asia/Tokyo', '2027-01-01', '2026-12-31T15:00:00.000Z'],
    ['2026-07-01T00:00:00.000Z', 'UTC', '2026-07-01', '2026-07-01T00:00:00.000Z'],
  ])('at %s in %s is %s', (at, timeZone, date, start) => {
    expect(localDate(new Date(at), timeZone)).toBe(date)
    expect(startOfDay(new Date(at), timeZone).toISOString()).toBe(start)
  })
})
