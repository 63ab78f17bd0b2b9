import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { runs } from '../../../../tests/testkit/long-form.ts'
import { instantOf } from '../../../../platform/values/clock.ts'
import { nothingTaken, type Inventory, type SlotState } from './inventory.ts'
import { firstAvailable, nearestSlots } from './slot-search.ts'
import { productDay, type ProductQuery } from './slots.ts'
import { everyDay, firstCenote, secondCenote, stop, tourTerms } from '../../../../tests/testkit/tour-terms.ts'

const monday = '2026-11-30'

/** The inventory of one Monday. */
const onMonday = (booked: number, slots: Record<string, Partial<SlotState>> = {}): Inventory => ({
  days: new Map([
    [
      monday,
      {
        booked,
        slots: new Map(
          Object.entries(slots).map(([time, slot]) => [time, { booked: 0, capacity: null, closed: false, ...slot }]),
        ),
      },
    ],
  ]),
  closures: [],
})
const closedOn = (startDate: string, endDate = startDate): Inventory => ({
  days: new Map(),
  closures: [{ startDate, endDate, reason: 'weather' }],
})
const query = ({
  now = { date: '2026-11-27', time: '12:00' },
  ...changes
}: Partial<ProductQuery> = {}): ProductQuery => {
  const terms = changes.terms ?? tourTerms()
  return {
    terms,
    inventory: nothingTaken,
    stops: new Map(),
    visitors: 2,
    now,
    instant: instantOf(now.date, now.time, terms.timezone),
    lastDate: '2028-11-27',
    ...changes,
  }
}
const dayOf = (changes: Partial<ProductQuery>, date = monday) => productDay(query(changes), date)
const reasonsOf = (changes: Partial<ProductQuery>, date = monday) =>
  dayOf(changes, date).timeSlots.map(({ reason }) => reason)
const at = (time: string) => ({ date: monday, time })
/** 09:00 stops at 10:00, 14:00 at 15:00. */
const withStop = tourTerms({}, [stop()])
const stopsWith = (inventory: Inventory) => ({ terms: withStop, stops: new Map([[firstCenote, inventory]]) })

describe('departures', () => {
  it('have their own capacity, what is booked of it, and the instants at which booking and they end', () => {
    const inventory = onMonday(5, { '09:00': { booked: 5 } })
    expect(dayOf({ inventory, terms: { ...tourTerms(), bookingCutoffMinutes: 30 } })).toEqual({
      date: monday,
      available: true,
      reason: null,
      capacity: { total: 24, booked: 5, remaining: 19 },
      timeSlots: [
        {
          time: '09:00',
          endsAt: Date.parse('2026-11-30T17:00:00Z'),
          capacity: 12,
          booked: 5,
          remaining: 7,
          available: true,
          waitlist: null,
          bookableUntil: Date.parse('2026-11-30T13:30:00Z'),
          reason: null,
          stop: null,
          limitedBy: null,
        },
        expect.objectContaining({ time: '14:00', booked: 0, remaining: 12 }),
      ],
    })
  })

  it('that are cancelled are shown, cannot be booked, and do not count on their day', () => {
    const cancelled = { date: monday, startTime: '09:00', cancelled: true }
    const day = dayOf({ terms: tourTerms({ exceptions: [cancelled] }) })
    expect(day).toMatchObject({ available: true, reason: null, capacity: { total: 12, remaining: 12 } })
    expect(day.timeSlots[0]).toMatchObject({
      time: '09:00',
      available: false,
      remaining: 0,
      waitlist: null,
      reason: 'departure_cancelled',
    })
    const all = tourTerms({ exceptions: [cancelled, { ...cancelled, startTime: '14:00' }] })
    expect(dayOf({ terms: all }).reason).toBe('departure_cancelled')
    expect(dayOf({ terms: tourTerms({ exceptions: [cancelled] }), time: '09:00' }).reason).toBe('departure_cancelled')
  })

  it('with a capacity of 0, or that the operator closed, take no bookings', () => {
    const terms = tourTerms({ exceptions: [{ date: monday, startTime: '09:00', cancelled: false, capacity: 0 }] })
    const inventory = onMonday(0, { '14:00': { closed: true } })
    expect(dayOf({ terms, inventory, visitors: 1 })).toMatchObject({
      reason: 'closed_by_operator',
      capacity: { total: 12, remaining: 0 },
    })
    expect(reasonsOf({ terms, inventory })).toEqual(['closed_by_operator', 'closed_by_operator'])
  })

  it('are sold until they begin, on site until they end, and not inside the cutoff', () => {
    const bookable = (time: string, changes: Partial<ProductQuery> = {}): string[] =>
      dayOf({ now: at(time), ...changes })
        .timeSlots.filter(({ available }) => available)
        .map((slot) => slot.time)
    expect(bookable('08:59')).toEqual(['09:00', '14:00'])
    expect(bookable('09:00')).toEqual(['14:00'])
    expect(bookable('11:59', { sellsBegun: true })).toEqual(['09:00', '14:00'])
    expect(bookable('12:00', { sellsBegun: true })).toEqual(['14:00'])
    const terms = { ...tourTerms(), bookingCutoffMinutes: 120 }
    expect(bookable('11:59', { terms })).toEqual(['14:00'])
    expect(bookable('12:00', { terms })).toEqual([])
    expect(bookable('13:30', { terms, sellsBegun: true })).toEqual(['14:00'])
    expect(reasonsOf({ terms, now: at('12:00') })).toEqual(['past_date', 'cutoff_passed'])
    expect(dayOf({ terms, now: at('12:00') })).toMatchObject({ reason: 'cutoff_passed', capacity: { remaining: 0 } })
    expect(dayOf({ now: at('14:00') }).reason).toBe('past_date')
  })

  it('refuse a party below the minimum, unless its size is not known', () => {
    const terms = { ...tourTerms(), minParty: 4 }
    expect(dayOf({ terms, visitors: 3 })).toMatchObject({ available: false, reason: 'below_minimum' })
    expect(dayOf({ terms, visitors: 3 }).timeSlots[0]).toMatchObject({ remaining: 12, reason: 'below_minimum' })
    expect(dayOf({ terms, visitors: 4 }).available).toBe(true)
    expect(dayOf({ terms, visitors: 1, isAnyParty: true }).available).toBe(true)
  })

  it('have no room for a party that they never hold, or whose places others have', () => {
    expect(dayOf({ visitors: 13 }).reason).toBe('too_many_visitors')
    const inventory = onMonday(22, { '09:00': { booked: 12 }, '14:00': { booked: 10 } })
    expect(dayOf({ inventory, visitors: 3 }).reason).toBe('fully_booked')
    expect(dayOf({ inventory, visitors: 2 }).available).toBe(true)
    expect(dayOf({ inventory }).timeSlots[0]).toMatchObject({ waitlist: true, reason: 'fully_booked' })
    expect(dayOf({ inventory, visitors: 2, time: '09:00' }).reason).toBe('fully_booked')
    expect(dayOf({ time: '09:30' })).toMatchObject({ reason: 'not_a_slot', timeSlots: [] })
  })
})

describe('a day of a tour', () => {
  it('is closed as a whole for the first reason that holds', () => {
    const mondays = tourTerms({ times: [{ weekdays: ['TUESDAY'], startTime: '09:00', capacity: 12 }] })
    const reasonOf = (changes: Partial<ProductQuery>, date = monday) => dayOf(changes, date).reason
    expect(reasonOf({ terms: { ...mondays, isActive: false }, inventory: closedOn(monday) })).toBe('inactive')
    expect(reasonOf({ terms: mondays, inventory: closedOn(monday) })).toBe('maintenance')
    expect(reasonOf({ terms: mondays })).toBe('closed_weekday')
    expect(reasonOf({}, '2026-11-26')).toBe('past_date')
    expect(reasonOf({ lastDate: '2026-11-29' })).toBe('too_far_ahead')
    expect(dayOf({ inventory: { ...onMonday(3), closures: closedOn(monday).closures } })).toEqual({
      date: monday,
      available: false,
      reason: 'maintenance',
      capacity: { total: 24, booked: 3, remaining: 0 },
      timeSlots: [],
    })
  })
})

describe('stops', () => {
  it('limit what remains, by the slot and by the day of their cenote', () => {
    const remaining = (inventory: Inventory) => dayOf(stopsWith(inventory)).timeSlots.map((slot) => slot.remaining)
    expect(remaining(nothingTaken)).toEqual([12, 12])
    expect(remaining(onMonday(17, { '10:00': { booked: 17 } }))).toEqual([3, 12])
    expect(remaining(onMonday(95, { '08:00': { booked: 20 } }))).toEqual([5, 5])
    expect(remaining(onMonday(0, { '15:00': { capacity: 6 } }))).toEqual([12, 6])
  })

  it('are named when they have no room, or not enough', () => {
    const day = dayOf(stopsWith(onMonday(20, { '10:00': { booked: 20 } })))
    expect(day.available).toBe(true)
    expect(day.timeSlots[0]).toMatchObject({
      available: false,
      remaining: 0,
      waitlist: true,
      reason: 'stop_full',
      stop: { cenoteId: firstCenote, date: monday, time: '10:00' },
    })
    expect(day.timeSlots[1]).toMatchObject({ available: true, reason: null, stop: null })
    expect(dayOf(stopsWith(onMonday(99)))).toMatchObject({ available: false, reason: 'stop_full' })
    expect(dayOf({ ...stopsWith(onMonday(99)), visitors: 1 }).available).toBe(true)
  })

  it('close departures when the cenote is closed, inactive, or has no slot then', () => {
    const slotOf = (changes: Partial<ProductQuery>) => dayOf({ ...changes, time: '09:00' }).timeSlots[0]
    const closed = { remaining: 0, available: false, waitlist: null, reason: 'stop_closed' }
    const atTen = { cenoteId: firstCenote, date: monday, time: '10:00' }
    expect(slotOf(stopsWith(closedOn(monday)))).toMatchObject({ ...closed, stop: atTen })
    expect(slotOf(stopsWith(onMonday(0, { '10:00': { closed: true } })))).toMatchObject({ ...closed, stop: atTen })
    expect(slotOf(stopsWith(onMonday(0, { '10:00': { capacity: 0 } })))).toMatchObject({ ...closed, stop: atTen })
    expect(slotOf({ terms: tourTerms({}, [stop({ isActive: false })]) })).toMatchObject({ ...closed, stop: atTen })
    const early = tourTerms({}, [stop(), stop({ cenoteId: secondCenote, offsetMinutes: 600 })])
    expect(slotOf({ terms: early })).toMatchObject({
      ...closed,
      stop: { cenoteId: secondCenote, date: monday, time: null },
    })
    expect(dayOf(stopsWith(closedOn(monday))).reason).toBe('stop_closed')
    expect(dayOf(stopsWith(onMonday(0, { '10:00': { closed: true } }))).available).toBe(true)
  })

  it('do not limit a tour that takes no places there', () => {
    const terms = tourTerms({}, [stop({ isActive: false, takesPlaces: false })])
    expect(dayOf({ terms }).available).toBe(true)
  })

  it('make a party too large that they never hold', () => {
    const terms = tourTerms({}, [stop({ capacity: { daily: 100, hourly: 5 } })])
    expect(dayOf({ terms, visitors: 6 }).reason).toBe('too_many_visitors')
    expect(dayOf({ terms, visitors: 5 }).available).toBe(true)
  })

  it('limit a departure that takes more people itself, the one with the fewest places', () => {
    const limits = (...inventories: Inventory[]) =>
      dayOf({
        terms: tourTerms({}, [stop(), stop({ cenoteId: secondCenote })]),
        stops: new Map(inventories.map((inventory, index) => [index === 0 ? firstCenote : secondCenote, inventory])),
        visitors: 4,
      }).timeSlots[0]
    expect(limits()).toMatchObject({ limitedBy: null })
    const room = (capacity: number) => onMonday(0, { '10:00': { capacity } })
    const first = { cenoteId: firstCenote, date: monday, time: '10:00' }
    expect(limits(room(3))).toMatchObject({ reason: 'too_many_visitors', stop: null, remaining: 3, limitedBy: first })
    expect(limits(room(5))).toMatchObject({ reason: null, remaining: 5, limitedBy: first })
    expect(limits(room(3), room(2))?.limitedBy).toEqual({ ...first, cenoteId: secondCenote })
  })

  it('of two departures on one day of a cenote are counted once in what remains of the day', () => {
    expect(dayOf(stopsWith(onMonday(85))).capacity).toEqual({ total: 24, booked: 0, remaining: 15 })
    const oneSlot = tourTerms({}, [stop({ offsetMinutes: 0 })])
    const near = {
      ...oneSlot,
      schedule: {
        times: ['09:00', '09:30'].map((startTime) => ({ weekdays: everyDay, startTime, capacity: 12 })),
        exceptions: [],
      },
    }
    expect(dayOf({ terms: near }).capacity?.remaining).toBe(20)
    // Two stops of one departure in two slots of a day: each person counts once on it.
    const twice = tourTerms({}, [stop(), stop({ offsetMinutes: 120 })])
    const stops = new Map([[firstCenote, onMonday(90)]])
    expect(dayOf({ terms: twice, stops }).timeSlots.map(({ remaining }) => remaining)).toEqual([10, 10])
    expect(dayOf({ terms: twice, stops }).capacity?.remaining).toBe(10)
  })

  it('never let more remain than each of them and the departure has', () => {
    const stopTerms = fc
      .record({ offsetMinutes: fc.nat(500), second: fc.boolean(), daily: fc.nat(30), hourly: fc.nat(12) })
      .map(({ offsetMinutes, second, ...capacity }) =>
        stop({ offsetMinutes, capacity, cenoteId: second ? secondCenote : firstCenote }),
      )
    const inventories = fc
      .tuple(fc.nat(30), fc.dictionary(fc.constantFrom('10:00', '11:00', '15:00'), fc.record({ booked: fc.nat(12) })))
      .map(([booked, slots]) => onMonday(booked, slots))
    const reasons = new Set<string | null>()
    fc.assert(
      fc.property(
        fc.array(stopTerms, { maxLength: 3 }),
        inventories,
        inventories,
        fc.integer({ min: 1, max: 14 }),
        (terms, first, second, visitors) => {
          const stops = new Map([
            [firstCenote, first],
            [secondCenote, second],
          ])
          const day = dayOf({ terms: tourTerms({}, terms), stops, visitors })
          for (const slot of day.timeSlots) {
            reasons.add(slot.reason)
            expect(slot.available).toBe(slot.reason === null)
            if (slot.available) expect(slot.remaining).toBeGreaterThanOrEqual(visitors)
            else expect(slot.remaining).toBeLessThan(visitors)
            expect(slot.stop !== null).toBe(slot.reason === 'stop_full' || slot.reason === 'stop_closed')
            expect(day.capacity?.remaining).toBeGreaterThanOrEqual(slot.remaining)
          }
          expect(day.available).toBe(day.timeSlots.some(({ available }) => available))
          const sum = day.timeSlots.reduce((people, { remaining }) => people + remaining, 0)
          expect(day.capacity?.remaining).toBeLessThanOrEqual(sum)
        },
      ),
      runs(300),
    )
    expect([...reasons]).toEqual(expect.arrayContaining([null, 'stop_closed', 'stop_full', 'too_many_visitors']))
  })
})

describe('looking for departures', () => {
  it('finds those nearest to a full one, by day, then by hour', () => {
    const full = stopsWith(onMonday(100))
    expect(nearestSlots(query({ ...full, now: at('07:00') }), { date: monday, time: '09:00' })).toEqual([
      { date: '2026-12-01', time: '09:00', remaining: 12 },
      { date: '2026-12-01', time: '14:00', remaining: 12 },
      { date: '2026-12-02', time: '09:00', remaining: 12 },
    ])
    expect(firstAvailable(query(full), monday, '2026-12-31')).toBe('2026-12-01')
  })

  it('is not begun for a party that no departure holds', () => {
    expect(nearestSlots(query({ visitors: 13 }), { date: monday })).toEqual([])
    expect(nearestSlots(query({ terms: { ...tourTerms(), minParty: 3 } }), { date: monday })).toEqual([])
  })
})
