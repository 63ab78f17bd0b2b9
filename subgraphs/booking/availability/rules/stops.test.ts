import { describe, expect, it } from '@jest/globals'
import { stopRanges, stopsAt } from './stops.ts'
import { everyDay, firstCenote, secondCenote, stop, tourTerms } from '../../../../tests/testkit/tour-terms.ts'

const day = '2026-11-30'
const night = { openTime: '00:30', closeTime: '05:30', timezone: 'Europe/Madrid', daysOpen: everyDay }

describe('the slots in which a departure takes places', () => {
  it('contain the departure plus the offset, and are each there once, by cenote, date and time', () => {
    const terms = tourTerms({}, [
      stop({ cenoteId: secondCenote, offsetMinutes: 150 }),
      stop({ offsetMinutes: 60 }),
      stop({ offsetMinutes: 119 }),
      stop({ offsetMinutes: 120 }),
      stop({ offsetMinutes: 0, takesPlaces: false }),
    ])
    expect(stopsAt(terms, day, '09:00')).toEqual([
      { cenoteId: firstCenote, date: day, time: '10:00' },
      { cenoteId: firstCenote, date: day, time: '11:00' },
      { cenoteId: secondCenote, date: day, time: '11:00' },
    ])
    const halfPast = stop({
      offsetMinutes: 60,
      schedule: { ...night, openTime: '08:30', closeTime: '12:30', timezone: 'America/Cancun' },
    })
    expect(stopsAt(tourTerms({}, [halfPast]), day, '09:00')).toEqual([
      { cenoteId: firstCenote, date: day, time: '09:30' },
    ])
  })

  it('are none before opening, after the last slot, and on a weekday on which the cenote is closed', () => {
    const at = (offsetMinutes: number, departs: string): string[] =>
      stopsAt(tourTerms({}, [stop({ offsetMinutes })]), day, departs).map(({ time }) => time)
    expect(at(0, '07:59')).toEqual([])
    expect(at(0, '08:00')).toEqual(['08:00'])
    expect(at(0, '16:59')).toEqual(['16:00'])
    expect(at(0, '17:00')).toEqual([])
    const sundays = stop({ schedule: { ...stop().cenote.schedule, daysOpen: ['SUNDAY'] } })
    expect(stopsAt(tourTerms({}, [sundays]), day, '09:00')).toEqual([])
    expect(stopsAt(tourTerms({}, [sundays]), '2026-11-29', '09:00')).toHaveLength(1)
  })

  it("may be on another day, by the cenote's own clock", () => {
    const late = stop({ offsetMinutes: 180, schedule: { ...night, timezone: 'America/Cancun' } })
    expect(stopsAt(tourTerms({}, [late]), day, '22:00')).toEqual([
      { cenoteId: firstCenote, date: '2026-12-01', time: '00:30' },
    ])
    // 20:00 in Cancún is 02:00 of the next day in Madrid.
    expect(stopsAt(tourTerms({}, [stop({ offsetMinutes: 0, schedule: night })]), day, '20:00')).toEqual([
      { cenoteId: firstCenote, date: '2026-12-01', time: '01:30' },
    ])
    // 23:00 of the last of November in Madrid is 17:00 in Cancún; a tour of Kiritimati departs on the day before.
    const kiritimati = { ...tourTerms({}, [stop({ offsetMinutes: 60 })]), timezone: 'Pacific/Kiritimati' }
    expect(stopsAt(kiritimati, '2026-12-01', '05:00')).toEqual([{ cenoteId: firstCenote, date: day, time: '11:00' }])
  })

  it('count real minutes where the clocks change on the way', () => {
    const madrid = (offsetMinutes: number) => ({
      ...tourTerms({}, [stop({ offsetMinutes, schedule: night })]),
      timezone: 'Europe/Madrid',
    })
    const timeAt = (date: string, time: string, offset: number) => stopsAt(madrid(offset), date, time)[0]?.time
    // At 02:00 it is 03:00: 01:30 and 60 minutes is 03:30. The slot of 01:30 lasts until then.
    expect(timeAt('2027-03-28', '01:30', 59)).toBe('01:30')
    expect(timeAt('2027-03-28', '01:30', 60)).toBe('03:30')
    // At 03:00 it is 02:00 again: 02:30 and 60 minutes is 02:30, in the same slot.
    expect(timeAt('2026-10-25', '02:30', 60)).toBe('02:30')
    expect(timeAt('2026-10-25', '02:30', 120)).toBe('03:30')
  })
})

describe('the days of cenotes on which the departures of some days depend', () => {
  it('are those of the earliest and of the latest stop there', () => {
    const range = { start: day, end: '2026-12-02' }
    const terms = tourTerms({}, [
      stop(),
      stop({ offsetMinutes: 1_440 }),
      stop({ cenoteId: secondCenote, offsetMinutes: 599 }),
    ])
    expect([...stopRanges(terms, range)]).toEqual([
      [firstCenote, { start: day, end: '2026-12-03' }],
      [secondCenote, range],
    ])
    const tenHours = tourTerms({}, [stop({ offsetMinutes: 600 })])
    expect(stopRanges(tenHours, range).get(firstCenote)).toEqual({ start: day, end: '2026-12-03' })
    expect(stopRanges(tourTerms({ times: [] }, [stop()]), range).size).toBe(0)
    expect(stopRanges(tourTerms({}, [stop({ takesPlaces: false })]), range).size).toBe(0)
  })
})
