import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { runs } from '../../../tests/testkit/long-form.ts'
import { addDays, localDateTime, weekdayOf } from '../../../platform/values/clock.ts'
import type { Inventory, SlotState } from './rules/inventory.ts'
import { calendarDay } from './product-calendar.ts'
import { termsOfCenote } from './rules/product-terms.ts'
import { productDay, type ProductQuery } from './rules/slots.ts'

const timezone = 'Europe/Madrid'
const instant = new Date('2027-03-20T10:00:00Z')
const now = localDateTime(instant, timezone)
const dates = Array.from({ length: 12 }, (_, index) => addDays(now.date, index - 1))
const times = ['00:30', '01:30', '02:30', '03:30', '04:30']

const slots = fc.dictionary(
  fc.constantFrom(...times),
  fc.record({ booked: fc.nat(8), capacity: fc.option(fc.nat(9)), closed: fc.boolean() }),
  { noNullPrototype: true },
)
const inventories: fc.Arbitrary<Inventory> = fc.record({
  days: fc
    .dictionary(fc.constantFrom(...dates), fc.record({ booked: fc.nat(12), slots }), { noNullPrototype: true })
    .map(
      (days) =>
        new Map(
          Object.entries(days).map(([date, day]) => [
            date,
            { booked: day.booked, slots: new Map<string, SlotState>(Object.entries(day.slots)) },
          ]),
        ),
    ),
  closures: fc.array(
    fc
      .tuple(fc.constantFrom(...dates), fc.nat(3))
      .map(([startDate, length]) => ({ startDate, endDate: addDays(startDate, length), reason: 'weather' })),
    { maxLength: 2 },
  ),
})
const queries: fc.Arbitrary<ProductQuery> = fc
  .record({
    inventory: inventories,
    visitors: fc.integer({ min: 1, max: 12 }),
    isActive: fc.boolean(),
    cutoff: fc.nat(10_000),
    daysOpen: fc.subarray(dates.slice(0, 7).map(weekdayOf), { minLength: 5 }),
    cutoffs: fc.subarray(dates.slice(0, 7).map(weekdayOf), { maxLength: 2 }),
  })
  .map(({ inventory, visitors, isActive, cutoff, daysOpen, cutoffs }) => ({
    inventory,
    visitors,
    instant,
    now,
    lastDate: dates.at(-2) ?? '',
    stops: new Map(),
    terms: termsOfCenote({
      isActive,
      bookingCutoffMinutes: cutoff,
      schedule: {
        openTime: '00:30',
        closeTime: '05:30',
        timezone,
        daysOpen,
        cutoffs: cutoffs.map((weekday) => ({ weekday, minutes: 600 })),
      },
      capacity: { daily: 12, hourly: 8 },
    }),
  }))

describe('a day at a glance', () => {
  it('has what the availability of that day has, its first slot with room, and a price where it is sold', () => {
    const reasons = new Set<string | null>()
    fc.assert(
      fc.property(queries, fc.constantFrom(...dates), (query, date) => {
        const { available, reason, capacity, timeSlots } = productDay(query, date)
        const day = calendarDay(productDay(query, date), 35_000)
        reasons.add(reason)
        const isSold = timeSlots.length > 0
        expect(day).toEqual({
          date,
          available,
          reason,
          capacity: isSold
            ? {
                total: 12,
                remaining: capacity?.remaining,
                maxSlotRemaining: Math.max(...timeSlots.map(({ remaining }) => remaining)),
              }
            : null,
          firstTime: timeSlots.find((slot) => slot.available)?.time ?? null,
          fromPriceCents: isSold ? 35_000 : null,
        })
      }),
      runs(500),
    )
    expect(reasons.size).toBeGreaterThan(6)
  })
})
