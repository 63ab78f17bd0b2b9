import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { runs } from '../../../../tests/testkit/long-form.ts'
import { addDays, instantOf, localDateTime } from '../../../../platform/values/clock.ts'
import { everyDay } from '../../../../tests/testkit/tour-terms.ts'
import type { Inventory, SlotState } from './inventory.ts'
import { slotTimes, termsOfCenote, type CenoteTerms } from './product-terms.ts'
import { canBeFound, firstAvailable, nearestSlots } from './slot-search.ts'
import { productDay, type ProductQuery } from './slots.ts'

const terms = (changes: Partial<CenoteTerms> = {}): CenoteTerms => ({
  isActive: true,
  bookingCutoffMinutes: 0,
  schedule: { openTime: '08:00', closeTime: '17:00', timezone: 'America/Cancun', daysOpen: everyDay, cutoffs: [] },
  capacity: { daily: 50, hourly: 20 },
  ...changes,
})
const saturday = '2026-11-28'
const yesterday = { date: '2026-11-27', time: '12:00' }

/** The inventory of one Saturday. */
const onSaturday = (booked: number, slots: Record<string, Partial<SlotState>>): Inventory => ({
  days: new Map([
    [
      saturday,
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
const closedOn = (startDate: string, endDate: string): Inventory => ({
  days: new Map(),
  closures: [{ startDate, endDate, reason: 'maintenance' }],
})
type Changes = Partial<Omit<ProductQuery, 'terms'>> & { readonly terms?: CenoteTerms }
const query = ({ now = yesterday, terms: cenote = terms(), ...changes }: Changes = {}): ProductQuery => ({
  terms: termsOfCenote(cenote),
  inventory: { days: new Map(), closures: [] },
  stops: new Map(),
  visitors: 1,
  now,
  instant: instantOf(now.date, now.time, cenote.schedule.timezone),
  lastDate: '2028-11-27',
  ...changes,
})
const reasonOf = (changes: Changes, date = saturday) => productDay(query(changes), date).reason
const timesOf = (): readonly string[] => slotTimes(terms().schedule, saturday)

describe('slots of today', () => {
  it('are sold until they begin, and on site until they end', () => {
    const bookable = (time: string, sellsBegun: boolean): string[] =>
      productDay(query({ now: { date: saturday, time }, sellsBegun }), saturday)
        .timeSlots.filter(({ available }) => available)
        .map((slot) => slot.time)
    expect(bookable('14:00', false)).toEqual(['15:00', '16:00'])
    expect(bookable('14:59', true)).toEqual(['14:00', '15:00', '16:00'])
    expect(bookable('15:00', true)).toEqual(['15:00', '16:00'])
    expect(bookable('17:00', true)).toEqual([])
  })
})

describe('slots', () => {
  it('run hourly from opening up to the last full hour before closing', () => {
    expect(timesOf()).toEqual(['08:00', '09:00', '10:00', '11:00', '12:00', '13:00', '14:00', '15:00', '16:00'])
    expect(slotTimes({ ...terms().schedule, openTime: '08:30', closeTime: '11:00' }, saturday)).toEqual([
      '08:30',
      '09:30',
    ])
    expect(slotTimes({ ...terms().schedule, openTime: '08:00', closeTime: '08:30' }, saturday)).toEqual([])
  })

  it('are limited by the day as well as by the hour', () => {
    const { timeSlots: slots } = productDay(
      query({ inventory: onSaturday(45, { '08:00': { booked: 18 } }), visitors: 4 }),
      saturday,
    )
    expect(slots[0]).toEqual({
      time: '08:00',
      endsAt: Date.parse('2026-11-28T14:00:00Z'),
      capacity: 20,
      booked: 18,
      remaining: 2,
      available: false,
      waitlist: null,
      bookableUntil: Date.parse('2026-11-28T13:00:00Z'),
      reason: 'fully_booked',
      stop: null,
      limitedBy: null,
    })
    expect(slots[1]).toMatchObject({
      time: '09:00',
      capacity: 20,
      booked: 0,
      remaining: 5,
      available: true,
      waitlist: null,
    })
  })

  it('that have begun today are no longer available, and neither they nor the day count their places as free', () => {
    const { timeSlots: slots, capacity } = productDay(query({ now: { date: saturday, time: '14:00' } }), saturday)
    expect(slots.filter(({ available }) => available).map(({ time }) => time)).toEqual(['15:00', '16:00'])
    expect(slots[0]).toMatchObject({
      time: '08:00',
      capacity: 20,
      booked: 0,
      remaining: 0,
      available: false,
      waitlist: null,
    })
    expect(capacity).toEqual({ total: 50, booked: 0, remaining: 40 })
  })

  it('never promise more than hour and day hold, whatever is booked', () => {
    fc.assert(
      fc.property(
        fc.nat(80),
        fc.array(fc.nat(30), { minLength: 9, maxLength: 9 }),
        fc.integer({ min: 1, max: 50 }),
        (dayBooked, slotsBooked, visitors) => {
          const slots = Object.fromEntries(timesOf().map((time, index) => [time, { booked: slotsBooked[index] ?? 0 }]))
          const day = productDay(query({ inventory: onSaturday(dayBooked, slots), visitors }), saturday)
          for (const slot of day.timeSlots) {
            expect(slot.remaining).toBeGreaterThanOrEqual(0)
            expect(slot.remaining).toBeLessThanOrEqual(Math.max(0, Math.min(20 - slot.booked, 50 - dayBooked)))
            expect(slot.available).toBe(slot.remaining >= visitors)
            expect(slot.remaining).toBeLessThanOrEqual(day.capacity?.remaining ?? -1)
          }
          expect(day.available).toBe(day.timeSlots.some(({ available }) => available))
          expect(day.capacity?.remaining).toBeLessThanOrEqual(Math.max(0, 50 - dayBooked))
        },
      ),
      runs(100),
    )
  })

  it("never hold more than the catalog's capacity, whatever was stored for them", () => {
    const { timeSlots: slots } = productDay(
      query({ inventory: onSaturday(0, { '08:00': { capacity: 100_000 } }) }),
      saturday,
    )
    expect(slots[0]).toMatchObject({ capacity: 20, remaining: 20 })
  })

  it('closed by the operator accept no one, and are not full for that', () => {
    const inventory = onSaturday(5, { '08:00': { booked: 5, capacity: 8, closed: true } })
    const [slot] = productDay(query({ inventory }), saturday).timeSlots
    expect(slot).toMatchObject({
      time: '08:00',
      capacity: 8,
      booked: 5,
      remaining: 0,
      available: false,
      waitlist: null,
    })
  })

  it('skipped by a clock that is put forward are not there; that day alone', () => {
    const night = { ...terms().schedule, openTime: '00:30', closeTime: '05:00', timezone: 'Europe/Madrid' }
    expect(slotTimes(night, '2027-03-28')).toEqual(['00:30', '01:30', '03:30'])
    expect(slotTimes(night, '2027-03-27')).toEqual(['00:30', '01:30', '02:30', '03:30'])
    // Put back, an hour comes twice; it is one slot.
    expect(slotTimes(night, '2026-10-25')).toEqual(['00:30', '01:30', '02:30', '03:30'])
    expect(slotTimes({ ...night, timezone: 'America/Cancun' }, '2027-03-28')).toHaveLength(4)
    // Havana skips the hour after midnight.
    const atMidnight = { ...night, openTime: '00:00', closeTime: '02:00', timezone: 'America/Havana' }
    expect(slotTimes(atMidnight, '2027-03-14')).toEqual(['01:00'])
    expect(slotTimes(atMidnight, '2027-03-13')).toEqual(['00:00', '01:00'])
  })
})

describe('a cutoff', () => {
  const cutOff = (minutes: number, cutoffs: CenoteTerms['schedule']['cutoffs'] = []): CenoteTerms =>
    terms({ bookingCutoffMinutes: minutes, schedule: { ...terms().schedule, cutoffs } })
  const available = (changes: Changes, date = saturday): string[] =>
    productDay(query(changes), date)
      .timeSlots.filter((slot) => slot.available)
      .map(({ time }) => time)
  const at = (time: string) => ({ date: saturday, time })

  it('ends the booking of a slot so many minutes before it starts, at that very instant', () => {
    expect(available({ terms: cutOff(120), now: at('12:59') })).toEqual(['15:00', '16:00'])
    expect(available({ terms: cutOff(120), now: at('13:00') })).toEqual(['16:00'])
    const { timeSlots: slots, capacity } = productDay(query({ terms: cutOff(120), now: at('13:00') }), saturday)
    expect(slots.at(-2)).toMatchObject({ time: '15:00', remaining: 0, available: false, waitlist: null })
    expect(slots.at(-1)).toMatchObject({ time: '16:00', remaining: 20, available: true })
    expect(capacity).toMatchObject({ remaining: 20 })
    // 16:00 is 21:00 UTC.
    expect(slots.at(-1)?.bookableUntil).toBe(Date.parse('2026-11-28T19:00:00Z'))
  })

  it('can be longer than a day, and that of a weekday holds instead', () => {
    const saturdays = cutOff(30, [{ weekday: 'SATURDAY', minutes: 2 * 24 * 60 }])
    expect(available({ terms: saturdays })).toEqual([])
    expect(available({ terms: saturdays }, addDays(saturday, 7))).toHaveLength(9)
    expect(available({ terms: saturdays, now: { date: '2026-11-29', time: '12:29' } }, '2026-11-29')[0]).toBe('13:00')
    const open = cutOff(43_200, [{ weekday: 'SATURDAY', minutes: 0 }])
    expect(available({ terms: open, now: at('13:00') })).toEqual(['14:00', '15:00', '16:00'])
    expect(available({ terms: open }, '2026-11-29')).toEqual([])
  })

  it('does not bind what is sold on site', () => {
    expect(available({ terms: cutOff(600), now: at('15:30'), sellsBegun: true })).toEqual(['15:00', '16:00'])
  })

  it('is the reason of a day whose every open slot is inside it, and of the requested slot', () => {
    const inside = { terms: cutOff(2 * 24 * 60) }
    expect(reasonOf(inside)).toBe('cutoff_passed')
    expect(reasonOf({ ...inside, time: '08:00' })).toBe('cutoff_passed')
    expect(reasonOf({ ...inside, visitors: 50 })).toBe('cutoff_passed')
    expect(reasonOf({ ...inside, time: '10:30' })).toBe('not_a_slot')
    // Those that are left are closed by the operator, or full.
    const closedLater = onSaturday(0, { '16:00': { closed: true } })
    const soon = { terms: cutOff(60), now: at('14:30') }
    expect(reasonOf({ ...soon, inventory: closedLater })).toBe('cutoff_passed')
    expect(reasonOf({ ...soon, inventory: closedLater, time: '16:00' })).toBe('closed_by_operator')
    expect(reasonOf({ ...soon, inventory: onSaturday(20, { '16:00': { booked: 20 } }) })).toBe('fully_booked')
    const allClosed = Object.fromEntries(timesOf().map((time) => [time, { closed: true }]))
    expect(reasonOf({ ...inside, inventory: onSaturday(0, allClosed) })).toBe('closed_by_operator')
    expect(reasonOf({ terms: cutOff(60), now: at('16:00') })).toBe('past_date')
  })

  it('counts real minutes where the clocks change in between', () => {
    const madrid = (minutes: number): CenoteTerms => ({
      ...cutOff(minutes),
      schedule: { ...terms().schedule, openTime: '01:00', closeTime: '05:00', timezone: 'Europe/Madrid' },
    })
    const untilOf = (date: string, minutes: number) =>
      productDay(query({ terms: madrid(minutes) }), date).timeSlots.map(({ time, bookableUntil }) => [
        time,
        new Date(bookableUntil).toISOString().slice(11, 16),
      ])
    // Forward, 02:00 is skipped: 03:00 follows 01:59.
    expect(untilOf('2027-03-28', 60)).toEqual([
      ['01:00', '23:00'],
      ['03:00', '00:00'],
      ['04:00', '01:00'],
    ])
    // Back, 02:00 comes twice, and the slot begins at the first.
    expect(untilOf('2027-10-31', 60)).toEqual([
      ['01:00', '22:00'],
      ['02:00', '23:00'],
      ['03:00', '01:00'],
      ['04:00', '02:00'],
    ])
    const slotsAt = (instant: Date, minutes: number) =>
      available({ terms: madrid(minutes), instant, now: localDateTime(instant, 'Europe/Madrid') }, '2027-10-31')
    // 02:30 for the first and for the second time.
    expect(slotsAt(new Date('2027-10-31T00:30:00Z'), 60)).toEqual(['03:00', '04:00'])
    expect(slotsAt(new Date('2027-10-31T01:30:00Z'), 60)).toEqual(['04:00'])
  })
})

describe('the reason why a day cannot be booked', () => {
  it('is the first that closes it as a whole', () => {
    const closed = closedOn(saturday, saturday)
    const mondays = terms({ schedule: { ...terms().schedule, daysOpen: ['MONDAY'] } })
    const closing = (changes: Changes) => reasonOf(changes)
    expect(closing({ terms: { ...mondays, isActive: false }, inventory: closed })).toBe('inactive')
    expect(closing({ terms: mondays, inventory: closed, now: { date: '2026-11-29', time: '00:00' } })).toBe('past_date')
    expect(closing({ terms: mondays, inventory: closed, lastDate: '2026-11-27' })).toBe('too_far_ahead')
    expect(closing({ terms: mondays, inventory: closed, lastDate: saturday })).toBe('maintenance')
    expect(closing({ terms: mondays })).toBe('closed_weekday')
    expect(closing({})).toBeNull()
  })

  it('is not_a_slot for a time at which none begins', () => {
    expect(reasonOf({ time: '10:30' })).toBe('not_a_slot')
    expect(reasonOf({ time: '17:00', visitors: 50 })).toBe('not_a_slot')
    expect(reasonOf({ time: '16:00' })).toBeNull()
  })

  it('is too_many_visitors for a party that no slot, or not the requested one, ever holds', () => {
    expect(reasonOf({ visitors: 21 })).toBe('too_many_visitors')
    expect(reasonOf({ visitors: 20 })).toBeNull()
    expect(reasonOf({ visitors: 11, terms: terms({ capacity: { daily: 10, hourly: 20 } }) })).toBe('too_many_visitors')
    const inventory = onSaturday(0, { '08:00': { capacity: 6 } })
    expect(reasonOf({ inventory, visitors: 7, time: '08:00' })).toBe('too_many_visitors')
    expect(reasonOf({ inventory, visitors: 7 })).toBeNull()
  })

  it('is fully_booked only where others have the places', () => {
    const full = onSaturday(20, { '08:00': { booked: 20 } })
    expect(reasonOf({ inventory: full, time: '08:00' })).toBe('fully_booked')
    expect(reasonOf({ inventory: onSaturday(18, { '08:00': { booked: 18 } }), time: '08:00', visitors: 3 })).toBe(
      'fully_booked',
    )
    expect(reasonOf({ inventory: onSaturday(50, { '08:00': { booked: 20 } }), time: '09:00' })).toBe('fully_booked')
    expect(reasonOf({ now: { date: saturday, time: '16:00' } })).toBe('past_date')
    expect(reasonOf({ now: { date: saturday, time: '10:00' }, time: '10:00' })).toBe('past_date')
    const closed = Object.fromEntries(timesOf().map((time) => [time, { closed: true }]))
    expect(reasonOf({ inventory: onSaturday(0, closed) })).toBe('closed_by_operator')
    expect(reasonOf({ inventory: onSaturday(0, { '09:00': { closed: true } }), time: '09:00' })).toBe(
      'closed_by_operator',
    )
  })
})

describe('looking for slots', () => {
  const almostFull = onSaturday(
    50,
    Object.fromEntries(timesOf().map((time) => [time, { booked: time === '12:00' || time === '09:00' ? 0 : 20 }])),
  )
  const large = terms({ capacity: { daily: 500, hourly: 20 } })

  it('finds those nearest to a full one, by day, then by hour', () => {
    const near = query({ terms: large, inventory: almostFull, now: { date: saturday, time: '00:00' } })
    expect(nearestSlots(near, { date: saturday, time: '10:00' })).toEqual([
      { date: saturday, time: '09:00', remaining: 20 },
      { date: saturday, time: '12:00', remaining: 20 },
      { date: '2026-11-29', time: '10:00', remaining: 20 },
    ])
  })

  it('begins at the last bookable day when a later one was requested', () => {
    const near = query({ lastDate: '2026-12-05' })
    expect(nearestSlots(near, { date: '2126-01-01', time: '10:00' }, 2)).toEqual([
      { date: '2026-12-05', time: '10:00', remaining: 20 },
      { date: '2026-12-05', time: '09:00', remaining: 20 },
    ])
  })

  it('is not begun for a party or a time that no day has a slot for', () => {
    expect(canBeFound(query())).toBe(true)
    expect(canBeFound(query({ visitors: 21 }))).toBe(false)
    expect(canBeFound(query({ time: '10:30' }))).toBe(false)
    expect(canBeFound(query({ terms: terms({ isActive: false }) }))).toBe(false)
    expect(nearestSlots(query({ visitors: 21 }), { date: saturday })).toEqual([])
    // A time that is no slot still has others near it.
    expect(nearestSlots(query({ time: '10:30' }), { date: saturday, time: '10:30' }, 1)).toHaveLength(1)
  })

  it('ends with the requested days, or with the last that can be booked', () => {
    const closed = closedOn(saturday, addDays(saturday, 59))
    const first = (changes: Changes, to = addDays(saturday, 60)) =>
      firstAvailable(query({ inventory: closed, ...changes }), saturday, to)
    expect(first({})).toBe(addDays(saturday, 60))
    expect(first({}, addDays(saturday, 59))).toBeNull()
    expect(first({ lastDate: addDays(saturday, 59) })).toBeNull()
  })
})
