import { describe, expect, it } from '@jest/globals'
import { everyDay, tourTerms } from '../../../../tests/testkit/tour-terms.ts'
import { closedDepartures, lostDepartures } from './lost-departures.ts'

const booked = [
  { date: '2026-07-04', time: '09:00', booked: 6 },
  { date: '2026-07-04', time: '14:00', booked: 12 },
  { date: '2026-07-05', time: '09:00', booked: 1 },
]
const timetable = (...changes: Parameters<typeof tourTerms>) => {
  const { timezone, schedule } = tourTerms(...changes)
  return { timezone, departures: schedule }
}
const before = timetable()
const on = (date: string, startTime: string, more: object = { cancelled: true }) => ({
  date,
  startTime,
  cancelled: false,
  ...more,
})

describe('what a change of departures takes from those that are booked', () => {
  it('is nothing where they depart as before', () => {
    expect(lostDepartures(booked, { before, after: timetable() })).toEqual({ taken: [], small: [] })
  })

  it('are departures that are cancelled or gone, and none that were so before', () => {
    const cancelled = timetable({ exceptions: [on('2026-07-04', '09:00')] })
    const morning = { weekdays: everyDay, startTime: '14:00', capacity: 12 }
    expect(lostDepartures(booked, { before, after: cancelled }).taken).toEqual([{ date: '2026-07-04', time: '09:00' }])
    expect(lostDepartures(booked, { before: cancelled, after: timetable({ times: [morning] }) }).taken).toEqual([
      { date: '2026-07-05', time: '09:00' },
    ])
    expect(lostDepartures(booked, { before: cancelled, after: cancelled }).taken).toEqual([])
  })

  it('are all of them in another time zone', () => {
    const after = { ...timetable(), timezone: 'America/Tijuana' }
    expect(lostDepartures(booked, { before, after }).taken).toHaveLength(3)
  })

  it('are places below what is booked, and not those of a departure that was as small before', () => {
    const small = timetable({
      exceptions: [on('2026-07-04', '14:00', { capacity: 11 }), on('2026-07-04', '09:00', { capacity: 6 })],
    })
    expect(lostDepartures(booked, { before, after: small })).toEqual({
      taken: [],
      small: [{ date: '2026-07-04', time: '14:00' }],
    })
    expect(lostDepartures(booked, { before: small, after: small }).small).toEqual([])
  })

  it('makes one disruption of exactly these departures', () => {
    const [first, , last] = booked.map(({ date, time }) => ({ date, time })) as [Slot, Slot, Slot]
    expect(closedDepartures('t', { taken: [], small: [] })).toBeNull()
    expect(closedDepartures('t', { taken: [last, first], small: [] })).toMatchObject({
      cause: 'departures',
      scope: { from: '2026-07-04', to: '2026-07-05', times: ['09:00'], slots: [first, last] },
    })
    expect(closedDepartures('t', { taken: [last], small: [first] })?.cause).toBe('capacity')
  })
})

interface Slot {
  readonly date: string
  readonly time: string
}
