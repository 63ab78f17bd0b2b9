import { describe, expect, it } from '@jest/globals'
import { endsOn, parseAvailabilityId, unitIdOf, categoryOf, unitIds, writeAvailabilityId } from './ids.ts'

const cancun = 'America/Cancun'
// Clocks are put forward from 02:00 on 2026-03-29 and back from 03:00 on 2026-10-25.
const madrid = 'Europe/Madrid'

describe('an availability id', () => {
  it.each([
    ['2026-12-05T10:00:00-05:00', cancun],
    ['2026-03-28T10:00:00+01:00', madrid],
    ['2026-03-29T01:00:00+01:00', madrid],
    ['2026-03-29T03:00:00+02:00', madrid],
    ['2026-10-25T02:00:00+02:00', madrid],
    ['2026-10-25T03:00:00+01:00', madrid],
    ['2026-07-01T09:30:00+05:45', 'Asia/Kathmandu'],
    ['2026-07-01T09:30:00+00:00', 'UTC'],
  ])('%s is the local start in %s with its offset', (id, timeZone) => {
    const start = parseAvailabilityId(id, timeZone)
    expect(start).toEqual({ date: id.slice(0, 10), time: id.slice(11, 16) })
    expect(writeAvailabilityId(start, timeZone)).toBe(id)
  })

  it.each([
    ['2026-12-05T10:00:00-06:00', cancun],
    ['2026-12-05T10:00:00Z', 'UTC'],
    ['2026-12-05T10:00-05:00', cancun],
    ['2026-12-05T10:00:01-05:00', cancun],
    ['2026-02-30T10:00:00-05:00', cancun],
    ['2026-12-05T24:00:00-05:00', cancun],
    ['2026-12-05', cancun],
    ['', cancun],
    // A time that does not exist, with either offset, and the second of an hour that comes twice.
    ['2026-03-29T02:30:00+01:00', madrid],
    ['2026-03-29T02:30:00+02:00', madrid],
    ['2026-10-25T02:00:00+01:00', madrid],
  ])('is not %j in %s', (id, timeZone) => {
    expect(() => parseAvailabilityId(id, timeZone)).toThrow(
      expect.objectContaining({ code: 'INVALID_AVAILABILITY_ID', ids: { availabilityId: id } }),
    )
  })
})

describe('the end of a visit', () => {
  it.each([
    ['2026-12-05', '10:00', 120, '2026-12-05T12:00:00-05:00', cancun],
    ['2026-12-31', '23:30', 90, '2027-01-01T01:00:00-05:00', cancun],
    ['2026-03-29', '01:00', 120, '2026-03-29T04:00:00+02:00', madrid],
    ['2026-03-28', '23:00', 240, '2026-03-29T04:00:00+02:00', madrid],
    ['2026-10-25', '01:00', 180, '2026-10-25T03:00:00+01:00', madrid],
  ])('that starts on %s at %s and lasts %d minutes is %s', (date, time, minutes, end, timeZone) => {
    expect(endsOn(date, timeZone, minutes)(time)).toBe(end)
  })
})

it('has a unit for each age category', () => {
  expect(unitIds.map((id) => [id, categoryOf(id), unitIdOf(categoryOf(id))])).toEqual([
    ['ADULT', 'ADULT', 'ADULT'],
    ['YOUTH', 'TEEN', 'YOUTH'],
    ['CHILD', 'CHILD', 'CHILD'],
    ['SENIOR', 'SENIOR', 'SENIOR'],
    ['INFANT', 'INFANT', 'INFANT'],
  ])
})
