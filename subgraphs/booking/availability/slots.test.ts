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
    expect(slotTimes(terms().schedule)).toEqual([
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
    expect(slotTimes({ ...terms().schedule, openTime: '08:30', closeTime: '11:00' })).toEqual(['08:30', '09:30'])
    expect(slotTimes({ ...terms().schedule, openTime: '08:00', closeTime: '08:30' })).toEqual([])
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
    expect(day.slots[0]).toEqual({ time: '08:00', capacity: 20, booked: 18, remaining: 2, available: false })
    expect(day.slots[1]).toEqual({ time: '09:00', capacity: 20, booked: 0, remaining: 5, available: true })
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
            slotTimes(terms().schedule).map((time, index) => [
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
      slotTimes(terms().schedule).map((time) => [
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
    const closures = [{ startDate: saturday, endDate: addDays(saturday, 60), reason: 'maintenance' }]
    expect(nextAvailable(terms(), inventory({ closures }), saturday, 1, yesterday)).toBeNull()
    expect(
      nextAvailable(
        terms(),
        inventory({ closures: [{ startDate: saturday, endDate: addDays(saturday, 59), reason: 'maintenance' }] }),
        saturday,
        1,
        yesterday,
      ),
    ).toBe(addDays(saturday, 60))
  })
})
