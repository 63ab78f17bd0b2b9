import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { addDays } from '../../../platform/clock.ts'
import {
  closedReason,
  dayRoom,
  nearestSlots,
  nextAvailable,
  slotKey,
  slotTimes,
  type CenoteTerms,
  type Inventory,
} from './slots.ts'

const everyDay = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const terms = (changes: Partial<CenoteTerms> = {}): CenoteTerms => ({
  isActive: true,
  schedule: { openTime: '08:00', closeTime: '17:00', timezone: 'America/Cancun', daysOpen: everyDay },
  capacity: { daily: 50, hourly: 20 },
  ...changes,
})
const inventory = (changes: Partial<Inventory> = {}): Inventory => ({
  days: new Map(),
  slots: new Map(),
  closures: [],
  ...changes,
})
const saturday = '2026-11-28'
const yesterday = { date: '2026-11-27', time: '12:00' }

describe('slots', () => {
  it('run hourly from opening up to the last full hour before closing', () => {
    expect(slotTimes(terms().schedule, saturday)).toEqual([
      '08:00',
      '09:00',
      '10:00',
      '11:00',
      '12:00',
      '13:00',
      '14:00',
      '15:00',
      '16:00',
    ])
    expect(slotTimes({ ...terms().schedule, openTime: '08:30', closeTime: '11:00' }, saturday)).toEqual([
      '08:30',
      '09:30',
    ])
    expect(slotTimes({ ...terms().schedule, openTime: '08:00', closeTime: '08:30' }, saturday)).toEqual([])
  })

  it('tell the first reason that closes a day: inactive, maintenance, closed_weekday', () => {
    const closures = [{ startDate: saturday, endDate: saturday, reason: 'maintenance' }]
    const mondays = { ...terms().schedule, daysOpen: ['monday'] }
    expect(closedReason(terms({ isActive: false, schedule: mondays }), inventory({ closures }), saturday)).toBe(
      'inactive',
    )
    expect(closedReason(terms({ schedule: mondays }), inventory({ closures }), saturday)).toBe('maintenance')
    expect(closedReason(terms({ schedule: mondays }), inventory(), saturday)).toBe('closed_weekday')
    expect(closedReason(terms(), inventory(), saturday)).toBeNull()
  })

  it('are bound by the day as well as by the hour', () => {
    const day = dayRoom(
      terms(),
      inventory({
        days: new Map([[saturday, 45]]),
        slots: new Map([[slotKey(saturday, '08:00'), { booked: 18, capacity: null, closed: false }]]),
      }),
      saturday,
      4,
      yesterday,
    )
    expect(day.slots[0]).toEqual({
      time: '08:00',
      capacity: 20,
      booked: 18,
      remaining: 2,
      available: false,
      full: false,
    })
    expect(day.slots[1]).toEqual({ time: '09:00', capacity: 20, booked: 0, remaining: 5, available: true, full: false })
  })

  it('that have begun today are no longer available', () => {
    const { slots } = dayRoom(terms(), inventory(), saturday, 1, { date: saturday, time: '10:00' })
    expect(slots.filter(({ available }) => available).map(({ time }) => time)).toEqual([
      '11:00',
      '12:00',
      '13:00',
      '14:00',
      '15:00',
      '16:00',
    ])
  })

  it('never promise more than hour and day hold, whatever is booked', () => {
    fc.assert(
      fc.property(
        fc.nat(80),
        fc.array(fc.nat(30), { minLength: 9, maxLength: 9 }),
        fc.integer({ min: 1, max: 50 }),
        (dayBooked, slotsBooked, visitors) => {
          const slots = new Map(
            slotTimes(terms().schedule, saturday).map((time, index) => [
              slotKey(saturday, time),
              { booked: slotsBooked[index] ?? 0, capacity: null, closed: false },
            ]),
          )
          const day = dayRoom(
            terms(),
            inventory({ days: new Map([[saturday, dayBooked]]), slots }),
            saturday,
            visitors,
            yesterday,
          )
          for (const slot of day.slots) {
            expect(slot.remaining).toBeGreaterThanOrEqual(0)
            expect(slot.remaining).toBeLessThanOrEqual(Math.max(0, Math.min(20 - slot.booked, 50 - dayBooked)))
            expect(slot.available).toBe(slot.remaining >= visitors)
          }
          expect(day.available).toBe(day.slots.some(({ available }) => available))
        },
      ),
    )
  })

  it('nearest to a full one come by day, then by hour', () => {
    const slots = new Map(
      slotTimes(terms().schedule, saturday).map((time) => [
        slotKey(saturday, time),
        { booked: time === '12:00' || time === '09:00' ? 0 : 20, capacity: null, closed: false },
      ]),
    )
    expect(
      nearestSlots(terms(), inventory({ slots }), { date: saturday, time: '10:00' }, 1, {
        date: saturday,
        time: '00:00',
      }),
    ).toEqual([
      { date: saturday, time: '09:00', remaining: 20 },
      { date: saturday, time: '12:00', remaining: 20 },
      { date: '2026-11-29', time: '10:00', remaining: 20 },
    ])
  })

  it('give up on the next available day after 60', () => {
    const closedFor = (days: number) => (date: string) => {
      const closures = [{ startDate: saturday, endDate: addDays(saturday, days), reason: 'maintenance' }]
      return dayRoom(terms(), inventory({ closures }), date, 1, yesterday)
    }
    expect(nextAvailable(saturday, closedFor(60))).toBeNull()
    expect(nextAvailable(saturday, closedFor(59))).toBe(addDays(saturday, 60))
  })

  it('closed by the operator take nobody more, and are not full for that', () => {
    const slots = new Map([[slotKey(saturday, '08:00'), { booked: 5, capacity: 8, closed: true }]])
    const [slot] = dayRoom(terms(), inventory({ slots }), saturday, 1, yesterday).slots
    expect(slot).toEqual({ time: '08:00', capacity: 8, booked: 5, remaining: 0, available: false, full: false })
  })

  it('skipped by a clock that is put forward are not there; that day alone', () => {
    const night = { ...terms().schedule, openTime: '00:30', closeTime: '05:00', timezone: 'Europe/Madrid' }
    expect(slotTimes(night, '2027-03-28')).toEqual(['00:30', '01:30', '03:30'])
    expect(slotTimes(night, '2027-03-27')).toEqual(['00:30', '01:30', '02:30', '03:30'])
    // Put back, an hour comes twice; it is one slot.
    expect(slotTimes(night, '2026-10-25')).toEqual(['00:30', '01:30', '02:30', '03:30'])
    expect(slotTimes({ ...night, timezone: 'America/Cancun' }, '2027-03-28')).toHaveLength(4)
  })
})
