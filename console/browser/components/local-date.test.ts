import { describe, expect, it } from '@jest/globals'
import { localDate } from './local-date.ts'

describe('the day where the cenotes are', () => {
  it.each([
    ['2026-11-23T03:18:05.250Z', 'America/Cancun', '2026-11-22'],
    ['2026-11-23T05:00:00.000Z', 'America/Cancun', '2026-11-23'],
    ['2026-11-23T04:59:59.999Z', 'America/Cancun', '2026-11-22'],
    ['2026-12-31T23:30:00.000Z', 'Asia/Tokyo', '2027-01-01'],
    ['2026-07-01T00:00:00.000Z', 'UTC', '2026-07-01'],
    // The hours around the day on which the clocks change.
    ['2026-03-28T22:59:59.000Z', 'Europe/Madrid', '2026-03-28'],
    ['2026-03-28T23:00:00.000Z', 'Europe/Madrid', '2026-03-29'],
    ['2026-03-29T21:59:59.000Z', 'Europe/Madrid', '2026-03-29'],
    ['2026-10-24T22:00:00.000Z', 'Europe/Madrid', '2026-10-25'],
    ['2026-10-25T22:59:59.000Z', 'Europe/Madrid', '2026-10-25'],
  ])('at %s in %s is %s', (at, timeZone, date) => {
    expect(localDate(new Date(at), timeZone)).toBe(date)
  })
})
