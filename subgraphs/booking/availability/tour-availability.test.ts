import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { startTestBooking } from '../../../tests/testkit/booking-subgraph.ts'
import { statementsDuring } from '../../../tests/testkit/statements.ts'
import type { TestSubgraph } from '../../../tests/testkit/subgraph.ts'
import { everyDay, firstCenote, secondCenote, stop, tourTerms } from '../../../tests/testkit/tour-terms.ts'
import type { ProductTerms } from './rules/product-terms.ts'

/** The instant at which these tests stand. */
let now = new Date()
let booking: TestSubgraph
beforeAll(async () => {
  booking = await startTestBooking({ clock: { now: () => now } })
})
afterAll(() => booking.close())

const tourId = '0b6a4f5e-6f4c-4f6e-9b6a-0123456789b0'
const otherTourId = '0b6a4f5e-6f4c-4f6e-9b6a-0123456789b1'

/** A tour as the gateway hands it over. */
const tour = ({ schedule: departures, ...terms }: ProductTerms = tourTerms(), id = tourId) => ({
  __typename: 'Tour',
  id,
  ...terms,
  departures,
  stops: terms.stops.map(({ cenote: { isActive, schedule, capacity }, ...one }) => ({
    ...one,
    cenote: { __typename: 'Cenote', id: one.cenoteId, isActive, stopSchedule: schedule, stopCapacity: capacity },
  })),
  pricing: { adultCents: 120_000 },
})
const stopping = tourTerms({}, [stop(), stop({ cenoteId: secondCenote, offsetMinutes: 120 })])

const book = async (productId: string, date: string, time: string, people: number): Promise<void> => {
  await booking.sql(
    `INSERT INTO live.inventory_day AS d (product_id, visit_date, booked) VALUES ($1, $2, $3)
     ON CONFLICT (product_id, visit_date) DO UPDATE SET booked = d.booked + excluded.booked`,
    [productId, date, people],
  )
  await booking.sql(
    `INSERT INTO live.inventory_slot AS s (product_id, visit_date, visit_time, booked) VALUES ($1, $2, $3, $4)
     ON CONFLICT (product_id, visit_date, visit_time) DO UPDATE SET booked = s.booked + excluded.booked`,
    [productId, date, time, people],
  )
}

const dayFields = `date available reason nextAvailable capacity { total booked remaining } closure { reason message }
  pricing { tourId } timeSlots { time endTime available capacity booked remaining bookableUntil waitlist minParty reason
    stop { cenoteId time } }`
const operation = (selection: string): string =>
  `query ($representations: [_Any!]!, $input: AvailabilityInput!) { _entities(representations: $representations) {
    ... on Tour { ${selection} } } }`
const availabilityQuery = operation(
  `availability(input: $input) { startDate endDate requestedVisitors days { ${dayFields} }
     restrictions { type message datesAffected } recommendations { date time reason } } availableToday availableSoon`,
)

interface Slot {
  time: string
  available: boolean
  remaining: number
  reason: string | null
  stop: { cenoteId: string; time: string | null } | null
}
interface Read {
  availableToday: boolean
  availableSoon: boolean
  availability: {
    startDate: string
    endDate: string
    requestedVisitors: number
    days: { date: string; available: boolean; reason: string | null; nextAvailable: string | null; timeSlots: Slot[] }[]
    restrictions: { type: string; message: string; datesAffected: string[] }[]
    recommendations: { date: string; time: string; reason: string }[]
  }
}

async function availabilityOf(representation: object, input: object = {}): Promise<Read> {
  const { _entities } = await booking.ask<{ _entities: Read[] }>(availabilityQuery, {
    representations: [representation],
    input,
  })
  if (!_entities[0]) throw new Error('No tour came back')
  return _entities[0]
}

describe('availability of a tour', () => {
  it('has its departures as slots, with what its own places and those of its stops let remain', async () => {
    now = new Date('2026-12-01T06:00:00Z')
    await book(tourId, '2026-12-05', '09:00', 4)
    await book(secondCenote, '2026-12-05', '11:00', 17)
    const { availability } = await availabilityOf(tour(stopping), { startDate: '2026-12-05', visitors: 4 })
    expect(availability).toMatchObject({ startDate: '2026-12-05', endDate: '2026-12-05', requestedVisitors: 4 })
    expect(availability.days).toEqual([
      {
        date: '2026-12-05',
        available: true,
        reason: null,
        nextAvailable: null,
        capacity: { total: 24, booked: 4, remaining: 15 },
        closure: null,
        pricing: { tourId },
        timeSlots: [
          {
            time: '09:00',
            endTime: '12:00',
            available: false,
            capacity: 12,
            booked: 4,
            remaining: 3,
            bookableUntil: '2026-12-05T14:00:00.000Z',
            waitlist: null,
            minParty: 1,
            reason: 'STOP_FULL',
            stop: { cenoteId: secondCenote, time: '11:00' },
          },
          expect.objectContaining({ time: '14:00', endTime: '17:00', available: true, remaining: 12, stop: null }),
        ],
      },
    ])
  })

  it("follows the tour's own clock, and those of its cenotes", async () => {
    now = new Date('2026-12-01T11:00:00Z')
    const kiritimati = { ...tourTerms({}, [stop({ offsetMinutes: 60 })]), timezone: 'Pacific/Kiritimati' }
    const { availability } = await availabilityOf(tour(kiritimati), { days: 1 })
    // 09:00 there is 14:00 of the day before in Cancún.
    expect(availability.startDate).toBe('2026-12-02')
    await book(firstCenote, '2026-12-01', '15:00', 20)
    const full = await availabilityOf(tour(kiritimati), { days: 1, time: '09:00' })
    expect(full.availability.days[0]?.timeSlots).toMatchObject([
      { reason: 'STOP_FULL', stop: { cenoteId: firstCenote, time: '15:00' } },
    ])
    const late = tourTerms({ times: [{ weekdays: everyDay, startTime: '23:00', capacity: 9 }] })
    expect((await availabilityOf(tour(late), { days: 1 })).availability.days[0]?.timeSlots).toMatchObject([
      { time: '23:00', endTime: '02:00' },
    ])
  })

  it('applies the minimum of the tour only where visitors are given', async () => {
    now = new Date('2026-12-01T06:00:00Z')
    const pairs = tour({ ...tourTerms(), minParty: 2 }, otherTourId)
    const input = { startDate: '2026-12-10' }
    expect((await availabilityOf(pairs, input)).availability).toMatchObject({
      requestedVisitors: 1,
      days: [{ available: true }],
    })
    expect((await availabilityOf(pairs, { ...input, visitors: 1 })).availability.days).toMatchObject([
      { available: false, reason: 'BELOW_MINIMUM', nextAvailable: null },
    ])
    expect((await availabilityOf(pairs, { ...input, visitors: 2 })).availability.days).toMatchObject([
      { available: true },
    ])
    expect(await availabilityOf(pairs)).toMatchObject({ availableToday: true, availableSoon: true })
  })

  it('has the next day with room, and departures near a full one', async () => {
    now = new Date('2027-02-01T15:00:00Z')
    const mondays = tourTerms({ times: [{ weekdays: ['MONDAY'], startTime: '12:00', capacity: 8 }] }, [stop()])
    // 1 February 2027 is a Monday.
    await book(firstCenote, '2027-02-01', '13:00', 20)
    await book(otherTourId, '2027-02-08', '12:00', 8)
    const read = await availabilityOf(tour(mondays, otherTourId), { startDate: '2027-02-01', days: 3 })
    expect(read).toMatchObject({ availableToday: false, availableSoon: false })
    expect(read.availability.days).toMatchObject([
      { reason: 'STOP_FULL', nextAvailable: '2027-02-15' },
      { reason: 'CLOSED_WEEKDAY', nextAvailable: '2027-02-15', timeSlots: [] },
      { reason: 'CLOSED_WEEKDAY', nextAvailable: '2027-02-15' },
    ])
    expect(read.availability.recommendations).toEqual([
      { date: '2027-02-15', time: '12:00', reason: '8 places left' },
      { date: '2027-02-22', time: '12:00', reason: '8 places left' },
      { date: '2027-03-01', time: '12:00', reason: '8 places left' },
    ])
  })

  it('names the closures of its cenotes with the days that they close', async () => {
    now = new Date('2027-03-01T15:00:00Z')
    await booking.sql(
      `INSERT INTO live.closure (id, cenote_id, start_date, end_date, reason, message)
       VALUES (gen_random_uuid(), $1, '2027-03-10', '2027-03-11', 'weather', '{"en": "High water", "es": "Agua alta"}')`,
      [firstCenote],
    )
    const { availability } = await availabilityOf(tour(stopping), { startDate: '2027-03-09', endDate: '2027-03-12' })
    expect(availability.days.map(({ reason }) => reason)).toEqual([null, 'STOP_CLOSED', 'STOP_CLOSED', null])
    expect(availability.days[1]?.timeSlots[0]?.stop).toEqual({ cenoteId: firstCenote, time: '10:00' })
    expect(availability.restrictions).toEqual([
      { type: 'weather', message: 'High water', datesAffected: ['2027-03-10', '2027-03-11'] },
    ])
    const elsewhere = tourTerms({}, [stop({ cenoteId: secondCenote })])
    expect((await availabilityOf(tour(elsewhere), { startDate: '2027-03-10' })).availability.restrictions).toEqual([])
  })

  it.each([
    [{ startDate: '2026-11-30' }, 'start_date_in_past'],
    [{ startDate: '2026-12-02', days: 63 }, 'range_over_62_days'],
    [{ startDate: '2026-12-02', endDate: '2026-12-01' }, 'end_date_before_start_date'],
  ])('of %j breaks the rule %s', async (input, rule) => {
    now = new Date('2026-12-01T11:00:00Z')
    expect(await booking.refusal(availabilityQuery, { representations: [tour()], input })).toMatchObject({
      code: 'AVAILABILITY_CHECK_FAILED',
      details: { rule },
    })
  })
})

describe('what is read for tours', () => {
  const other = tour(tourTerms({}, [stop({ offsetMinutes: 30 })]), otherTourId)
  const inventoriesDuring = async (query: string, variables: Record<string, unknown>): Promise<number> => {
    const sent = await statementsDuring(() => booking.ask(query, variables))
    return sent.filter(({ text }) => text.includes('inventory_')).length
  }

  it('is one statement for the places of several tours and of all their stops', async () => {
    now = new Date('2026-12-01T06:00:00Z')
    const days = operation(
      'availability(input: $input) { days { date timeSlots { remaining } } restrictions { type } }',
    )
    const representations = [tour(stopping), other]
    expect(await inventoriesDuring(days, { representations, input: { startDate: '2026-12-20', days: 5 } })).toBe(1)
    const year = `query ($representations: [_Any!]!) { _entities(representations: $representations) { ... on Tour {
      calendar(input: { startDate: "2026-12-01", endDate: "2027-11-30" }) { days { date available } } } } }`
    expect(await inventoriesDuring(year, { representations })).toBe(1)
    // No departure holds so many: what is ahead is not read.
    const ahead = operation('availability(input: $input) { days { nextAvailable } recommendations { date } }')
    const input = { startDate: '2026-12-20', visitors: 13 }
    expect(await inventoriesDuring(ahead, { representations, input })).toBe(1)
  })

  it('is reported of the tour itself and of the days of each cenote where it stops', async () => {
    now = new Date('2026-12-01T06:00:00Z')
    const { executor } = booking
    const days = operation('availability(input: $input) { days { date } }')
    const late = tourTerms({}, [stop({ offsetMinutes: 600 })])
    const { extensions } = await executor.execute(
      { query: days, variables: { representations: [tour(late), other], input: { startDate: '2026-12-20' } } },
      { partnerId: null, environment: 'live', scopes: [], locale: 'en', requestId: 'test' },
    )
    expect(extensions?.['reads']).toEqual({
      [tourId]: [
        `availability:${tourId}`,
        `availability:${tourId}:2026-12-20`,
        `availability:${firstCenote}`,
        `availability:${firstCenote}:2026-12-20`,
        `availability:${firstCenote}:2026-12-21`,
      ],
      [otherTourId]: [
        `availability:${otherTourId}`,
        `availability:${otherTourId}:2026-12-20`,
        `availability:${firstCenote}`,
        `availability:${firstCenote}:2026-12-20`,
      ],
    })
  })
})

describe('the calendar of a tour', () => {
  it('has for every day of a year what the availability of that day has, and its price where it is sold', async () => {
    now = new Date('2027-03-01T12:00:00Z')
    const madrid = { openTime: '01:00', closeTime: '09:30', timezone: 'Europe/Madrid', daysOpen: everyDay.slice(0, 6) }
    const terms: ProductTerms = {
      ...tourTerms(
        {
          times: [
            { weekdays: everyDay, startTime: '02:30', capacity: 10, from: '2027-03-10', until: '2027-11-30' },
            { weekdays: ['MONDAY', 'FRIDAY'], startTime: '08:00', capacity: 6 },
          ],
          exceptions: [
            { date: '2027-04-05', startTime: '08:00', cancelled: true },
            { date: '2027-04-06', startTime: '11:00', cancelled: false, capacity: 20 },
            { date: '2027-04-07', startTime: '02:30', cancelled: false, capacity: 0 },
          ],
        },
        [
          stop({ offsetMinutes: 45, schedule: madrid, capacity: { daily: 14, hourly: 8 } }),
          stop({ cenoteId: secondCenote, offsetMinutes: 800 }),
        ],
      ),
      timezone: 'Europe/Madrid',
    }
    await book(secondCenote, '2027-05-04', '08:00', 19)
    await book(tourId, '2027-06-10', '02:30', 10)
    await book(firstCenote, '2027-07-13', '03:00', 6)
    await book(firstCenote, '2027-08-12', '05:00', 13)
    const { _entities } = await booking.ask<{ _entities: { calendar: { days: { date: string }[] } }[] }>(
      `query ($representations: [_Any!]!) { _entities(representations: $representations) { ... on Tour {
         calendar(input: { startDate: "2027-03-01", endDate: "2028-02-29", visitors: 3 }) { days {
           date available reason capacity { total remaining } firstTime fromPriceCents } } } } }`,
      { representations: [tour(terms)] },
    )
    const calendar = _entities[0]?.calendar.days ?? []
    expect(calendar).toHaveLength(366)
    const seen = new Set<string | null>()
    for (let from = 0; from < 366; from += 61) {
      const startDate = calendar[from]?.date
      const { availability } = await availabilityOf(tour(terms), { startDate, days: 61, visitors: 3 })
      const days = availability.days as (Read['availability']['days'][number] & {
        capacity: { total: number; remaining: number } | null
      })[]
      expect(calendar.slice(from, from + 61)).toEqual(
        days.map(({ date, available, reason, capacity, timeSlots }) => {
          seen.add(reason)
          const isSold = timeSlots.length > 0
          return {
            date,
            available,
            reason,
            capacity: isSold ? { total: capacity?.total, remaining: capacity?.remaining } : null,
            firstTime: timeSlots.find((slot) => slot.available)?.time ?? null,
            fromPriceCents: isSold ? 120_000 : null,
          }
        }),
      )
    }
    expect([...seen]).toEqual(
      expect.arrayContaining([null, 'CLOSED_WEEKDAY', 'FULLY_BOOKED', 'STOP_CLOSED', 'STOP_FULL']),
    )
  })
})
