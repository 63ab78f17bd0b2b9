import { describe, expect, it } from '@jest/globals'
import type { ProductTerms } from './product-terms.ts'
import { slotsOn } from './schedule.ts'
import { canBeFound } from './slot-search.ts'
import { everyDay, stop, tourTerms } from '../../../../tests/testkit/tour-terms.ts'

const monday = '2026-11-30'
const tuesday = '2026-12-01'
const departuresOn = ({ schedule, timezone }: ProductTerms, date: string) => slotsOn(schedule, timezone, date)
const timesOn = (terms: ProductTerms, date: string): string[] => departuresOn(terms, date).map(({ time }) => time)
const mayHold = (terms: ProductTerms, party: Omit<Parameters<typeof canBeFound>[0], 'terms'>): boolean =>
  canBeFound({ terms, ...party })

describe('departures of a date', () => {
  it('are those of its weekday and season, in order of time', () => {
    const terms = tourTerms({
      times: [
        { weekdays: ['TUESDAY'], startTime: '14:00', capacity: 10 },
        { weekdays: everyDay, startTime: '08:00', capacity: 20, from: '2026-12-01', until: '2026-12-08' },
        { weekdays: everyDay, startTime: '11:00', capacity: 5, from: null, until: '2026-11-30' },
      ],
    })
    expect(timesOn(terms, monday)).toEqual(['11:00'])
    expect(departuresOn(terms, tuesday)).toEqual([
      { time: '08:00', capacity: 20, isCancelled: false },
      { time: '14:00', capacity: 10, isCancelled: false },
    ])
    expect(timesOn(terms, '2026-12-08')).toEqual(['08:00', '14:00'])
    expect(timesOn(terms, '2026-12-09')).toEqual([])
  })

  it('are cancelled, changed and added by exceptions of that date alone', () => {
    const terms = tourTerms({
      times: [
        { weekdays: everyDay, startTime: '08:00', capacity: 20 },
        { weekdays: everyDay, startTime: '14:00', capacity: 20 },
      ],
      exceptions: [
        { date: monday, startTime: '08:00', cancelled: true, capacity: null },
        { date: monday, startTime: '14:00', cancelled: false, capacity: 4 },
        { date: monday, startTime: '11:30', cancelled: false, capacity: 6 },
        // Nothing departs then.
        { date: monday, startTime: '17:00', cancelled: true },
        { date: tuesday, startTime: '14:00', cancelled: false, capacity: 0 },
      ],
    })
    expect(departuresOn(terms, monday)).toEqual([
      { time: '08:00', capacity: 20, isCancelled: true },
      { time: '11:30', capacity: 6, isCancelled: false },
      { time: '14:00', capacity: 4, isCancelled: false },
    ])
    expect(departuresOn(terms, tuesday)[1]).toEqual({ time: '14:00', capacity: 0, isCancelled: false })
    expect(departuresOn(terms, '2026-12-02').map(({ capacity }) => capacity)).toEqual([20, 20])
  })

  it('are not there at a time that the clocks skip', () => {
    const terms = {
      ...tourTerms({
        times: ['01:30', '02:30', '03:30'].map((startTime) => ({ weekdays: everyDay, startTime, capacity: 9 })),
      }),
      timezone: 'Europe/Madrid',
    }
    expect(timesOn(terms, '2027-03-28')).toEqual(['01:30', '03:30'])
    expect(timesOn(terms, '2027-03-27')).toEqual(['01:30', '02:30', '03:30'])
    // Put back, an hour comes twice; it is one departure.
    expect(timesOn(terms, '2026-10-25')).toEqual(['01:30', '02:30', '03:30'])
  })
})

describe('a departure that may hold a party', () => {
  const terms = tourTerms({
    times: [{ weekdays: ['MONDAY'], startTime: '08:00', capacity: 8 }],
    exceptions: [{ date: '2027-01-01', startTime: '20:00', cancelled: false, capacity: 12 }],
  })

  it('is one of the usual or of an exception, at the requested time', () => {
    expect(mayHold(terms, { visitors: 12 })).toBe(true)
    expect(mayHold(terms, { visitors: 13 })).toBe(false)
    expect(mayHold(terms, { visitors: 9, time: '08:00' })).toBe(false)
    expect(mayHold(terms, { visitors: 12, time: '20:00' })).toBe(true)
    expect(mayHold(terms, { visitors: 1, time: '09:00' })).toBe(false)
    expect(mayHold({ ...terms, isActive: false }, { visitors: 1 })).toBe(false)
  })

  it('takes no party below the minimum, nor one that a stop never holds', () => {
    expect(mayHold({ ...terms, minParty: 3 }, { visitors: 2 })).toBe(false)
    expect(mayHold({ ...terms, minParty: 3 }, { visitors: 2, isAnyParty: true })).toBe(true)
    const small = stop({ capacity: { daily: 5, hourly: 20 } })
    expect(mayHold({ ...terms, stops: [small] }, { visitors: 6 })).toBe(false)
    expect(mayHold({ ...terms, stops: [{ ...small, takesPlaces: false }] }, { visitors: 6 })).toBe(true)
    expect(mayHold({ ...terms, stops: [stop({ isActive: false })] }, { visitors: 1 })).toBe(false)
  })
})
