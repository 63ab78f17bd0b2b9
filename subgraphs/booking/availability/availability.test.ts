import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { startTestBooking } from '../../../tests/testkit/booking-subgraph.ts'
import { statementsDuring } from '../../../tests/testkit/statements.ts'
import type { TestSubgraph } from '../../../tests/testkit/subgraph.ts'

/** The instant at which these tests stand; the server's own zone has no part in it. */
let now = new Date()
let booking: TestSubgraph
beforeAll(async () => {
  booking = await startTestBooking({ clock: { now: () => now } })
})
afterAll(() => booking.close())

const cenoteId = '0b6a4f5e-6f4c-4f6e-9b6a-0123456789ab'
const otherId = '0b6a4f5e-6f4c-4f6e-9b6a-0123456789ac'
const everyDay = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY']

/** A cenote as the gateway hands it over. */
const cenoteIn = (timezone: string, hours: Partial<Record<'openTime' | 'closeTime', string>> = {}) => ({
  __typename: 'Cenote',
  id: cenoteId,
  isActive: true,
  bookingCutoffMinutes: 0,
  schedule: { openTime: '09:00', closeTime: '12:00', timezone, daysOpen: everyDay, cutoffs: [], ...hours },
  capacity: { daily: 100, hourly: 20 },
})

const query = `query ($representations: [_Any!]!, $input: AvailabilityInput!) { _entities(representations: $representations) { ... on Cenote {
  bookedToday availableToday availableSoon
  availability(input: $input) { startDate endDate
    days { date available reason nextAvailable capacity { total booked remaining } timeSlots { time available remaining } }
    recommendations { date time reason } } } } }`

interface Availability {
  _entities: {
    bookedToday: number
    availableToday: boolean
    availableSoon: boolean
    availability: {
      startDate: string
      endDate: string
      days: {
        date: string
        available: boolean
        reason: string | null
        nextAvailable: string | null
        capacity: { total: number; booked: number; remaining: number } | null
        timeSlots: { time: string; available: boolean; remaining: number }[]
      }[]
      recommendations: { date: string; time: string; reason: string }[]
    }
  }[]
}

async function availabilityIn(cenote: object, input: object = {}) {
  const { _entities } = await booking.ask<Availability>(query, { representations: [cenote], input })
  if (!_entities[0]) throw new Error('No cenote came back')
  return _entities[0]
}

const timesOf = (day: { timeSlots: { time: string; available: boolean }[] } | undefined, available = true): string[] =>
  (day?.timeSlots ?? []).filter((slot) => slot.available === available).map(({ time }) => time)

describe('a cenote uses its own clock', () => {
  it('today is the day that it has there', async () => {
    now = new Date('2026-12-01T11:00:00Z')
    const [kiritimati, pagoPago] = await Promise.all(
      ['Pacific/Kiritimati', 'Pacific/Pago_Pago'].map((zone) => availabilityIn(cenoteIn(zone), { days: 1 })),
    )
    expect([kiritimati?.availability.startDate, pagoPago?.availability.startDate]).toEqual(['2026-12-02', '2026-12-01'])
    // 01:00 of the 2nd here, midnight of the 1st there: neither has opened yet.
    expect(timesOf(kiritimati?.availability.days[0])).toEqual(['09:00', '10:00', '11:00'])
    expect(timesOf(pagoPago?.availability.days[0])).toEqual(['09:00', '10:00', '11:00'])
  })

  it('slots of today that have begun there are unavailable', async () => {
    now = new Date('2026-12-01T09:30:00Z')
    const madrid = await availabilityIn(cenoteIn('Europe/Madrid'))
    expect(timesOf(madrid.availability.days[0])).toEqual(['11:00'])
    expect(madrid.availableToday).toBe(true)
    // The same instant is 04:30 in Cancún.
    expect(timesOf((await availabilityIn(cenoteIn('America/Cancun'))).availability.days[0])).toHaveLength(3)
    now = new Date('2026-12-01T10:00:00Z')
    const later = await availabilityIn(cenoteIn('Europe/Madrid'))
    expect(later.availability.days[0]).toMatchObject({ available: false, reason: 'PAST_DATE' })
    expect(later.availableToday).toBe(false)
  })

  it('places of slots that have begun are not counted as free, neither of the slot nor of the day', async () => {
    now = new Date('2026-12-01T09:30:00Z')
    const [today, tomorrow] = (await availabilityIn(cenoteIn('Europe/Madrid'), { days: 2 })).availability.days
    expect(today?.timeSlots.map(({ remaining }) => remaining)).toEqual([0, 0, 20])
    expect(today?.capacity).toEqual({ total: 100, booked: 0, remaining: 20 })
    expect(tomorrow?.capacity).toEqual({ total: 100, booked: 0, remaining: 60 })
  })

  it('a day that is over there is past, one that has not ended is not', async () => {
    now = new Date('2026-12-01T11:00:00Z')
    const variables = { representations: [cenoteIn('Pacific/Kiritimati')], input: { startDate: '2026-12-01' } }
    expect(await booking.refusal(query, variables)).toMatchObject({
      code: 'AVAILABILITY_CHECK_FAILED',
      details: { rule: 'start_date_in_past' },
    })
    const pagoPago = await availabilityIn(cenoteIn('Pacific/Pago_Pago'), { startDate: '2026-12-01' })
    expect(pagoPago.availability.days).toHaveLength(1)
  })

  it('counts what is booked for its own today', async () => {
    await booking.sql(`INSERT INTO live.inventory_day VALUES ($1, '2026-12-01', 3), ($1, '2026-12-02', 7)`, [cenoteId])
    now = new Date('2026-12-01T11:00:00Z')
    expect((await availabilityIn(cenoteIn('Pacific/Pago_Pago'))).bookedToday).toBe(3)
    expect((await availabilityIn(cenoteIn('Pacific/Kiritimati'))).bookedToday).toBe(7)
  })

  it('follows daylight saving, which moves the instant of a slot', async () => {
    // Clocks in Madrid go forward on 28 March 2027: 09:00 is 08:00 UTC the day before and 07:00 UTC that day.
    now = new Date('2027-03-27T07:30:00Z')
    expect(timesOf((await availabilityIn(cenoteIn('Europe/Madrid'))).availability.days[0])).toContain('09:00')
    now = new Date('2027-03-28T07:30:00Z')
    expect(timesOf((await availabilityIn(cenoteIn('Europe/Madrid'))).availability.days[0])).not.toContain('09:00')
  })

  it('has every date of a range once where the clocks change in it, and no hour that they skip', async () => {
    now = new Date('2027-03-20T12:00:00Z')
    const night = cenoteIn('Europe/Madrid', { openTime: '01:00', closeTime: '05:00' })
    const { availability } = await availabilityIn(night, { startDate: '2027-03-21', endDate: '2027-04-20' })
    expect(availability.days).toHaveLength(31)
    expect(new Set(availability.days.map(({ date }) => date)).size).toBe(31)
    const changing = availability.days.filter(({ timeSlots }) => timeSlots.length !== 4)
    expect(changing.map(({ date, timeSlots }) => [date, timeSlots.map(({ time }) => time)])).toEqual([
      ['2027-03-28', ['01:00', '03:00', '04:00']],
    ])
    now = new Date('2026-10-24T12:00:00Z')
    const back = await availabilityIn(night, { startDate: '2026-10-25' })
    expect(timesOf(back.availability.days[0])).toEqual(['01:00', '02:00', '03:00', '04:00'])
  })
})

describe('a cutoff', () => {
  it('passes with the clock, counting real minutes over a change of the clocks', async () => {
    // 09:00 in Madrid is 07:00 UTC on 28 March 2027, when 02:00 is skipped: booking it ends at 05:00 UTC.
    const cenote = { ...cenoteIn('Europe/Madrid'), bookingCutoffMinutes: 120 }
    const input = { startDate: '2027-03-28' }
    now = new Date('2027-03-28T04:59:59Z')
    expect(timesOf((await availabilityIn(cenote, input)).availability.days[0])).toEqual(['09:00', '10:00', '11:00'])
    now = new Date('2027-03-28T05:00:00Z')
    expect(timesOf((await availabilityIn(cenote, input)).availability.days[0])).toEqual(['10:00', '11:00'])
    // 25 hours before 09:00 of 31 October, when 02:00 comes twice, it is 09:00 of the day before.
    const long = { ...cenote, bookingCutoffMinutes: 25 * 60 }
    now = new Date('2027-10-30T06:59:00Z')
    expect(timesOf((await availabilityIn(long, { startDate: '2027-10-31' })).availability.days[0])[0]).toBe('09:00')
    now = new Date('2027-10-30T07:00:00Z')
    expect(timesOf((await availabilityIn(long, { startDate: '2027-10-31' })).availability.days[0])[0]).toBe('10:00')
  })

  it('leaves no room today, nor on the next days, once it has passed for all their slots', async () => {
    now = new Date('2026-12-01T06:00:00Z')
    const week = { ...cenoteIn('America/Cancun'), id: otherId, bookingCutoffMinutes: 43_200 }
    expect(await availabilityIn(week)).toMatchObject({ availableToday: false, availableSoon: false })
    const day = { ...week, bookingCutoffMinutes: 24 * 60 }
    expect(await availabilityIn(day)).toMatchObject({ availableToday: false, availableSoon: true })
    const { availability } = await availabilityIn(day, { startDate: '2026-12-01' })
    expect(availability.days[0]).toMatchObject({ reason: 'CUTOFF_PASSED', nextAvailable: '2026-12-02' })
    expect(availability.recommendations.map(({ date }) => date)).toEqual(Array(3).fill('2026-12-02'))
  })
})

describe('a range', () => {
  it.each([
    [{ startDate: '9999-12-31' }, 'start_date_malformed'],
    [{ startDate: '2026-11-30' }, 'start_date_in_past'],
    [{ startDate: '2026-12-02', endDate: '9999-12-31' }, 'end_date_malformed'],
    [{ startDate: '2026-12-02', endDate: '2026-12-01' }, 'end_date_before_start_date'],
    [{ startDate: '2026-12-02', endDate: '2027-02-02' }, 'range_over_62_days'],
    [{ startDate: '2026-12-02', days: 63 }, 'range_over_62_days'],
    [{ startDate: '2026-12-02', days: 0 }, 'range_over_62_days'],
  ])('of %j breaks the rule %s', async (input, rule) => {
    now = new Date('2026-12-01T11:00:00Z')
    const variables = { representations: [cenoteIn('America/Cancun')], input }
    expect(await booking.refusal(query, variables)).toMatchObject({
      code: 'AVAILABILITY_CHECK_FAILED',
      details: { rule },
    })
  })

  it.each(['2026-12-02', '2027-02-01'])('may be 1 to 62 days long: to %s', async (endDate) => {
    now = new Date('2026-12-01T11:00:00Z')
    const { availability } = await availabilityIn(cenoteIn('America/Cancun'), { startDate: '2026-12-02', endDate })
    expect(availability.days.at(-1)?.date).toBe(endDate)
  })
})

describe('what is ahead', () => {
  /** Another cenote, so that its bookings are its own. */
  const other = (changes: object = {}) => ({ ...cenoteIn('America/Cancun'), id: otherId, ...changes })
  const fill = (first: string, last: string) =>
    booking.sql(
      `INSERT INTO live.inventory_day SELECT $1, to_char(day, 'YYYY-MM-DD'), 100
       FROM generate_series($2::date, $3::date, '1 day') AS day ON CONFLICT DO NOTHING`,
      [otherId, first, last],
    )

  it('can be booked up to 730 days from today, and no day further', async () => {
    now = new Date('2026-12-01T15:00:00Z')
    const { availability } = await availabilityIn(other(), { startDate: '2028-11-30', days: 2 })
    expect(availability.days).toMatchObject([
      { date: '2028-11-30', available: true, reason: null },
      { date: '2028-12-01', available: false, reason: 'TOO_FAR_AHEAD', nextAvailable: null, capacity: null },
    ])
    const lastFull = await availabilityIn(other(), { startDate: '2028-11-30', visitors: 21 })
    expect(lastFull.availability.days[0]).toMatchObject({ reason: 'TOO_MANY_VISITORS', nextAvailable: null })
    const century = await availabilityIn(other(), { startDate: '2126-12-01' })
    expect(century.availability.days[0]).toMatchObject({ reason: 'TOO_FAR_AHEAD', timeSlots: [] })
    expect(century.availability.recommendations.map(({ date }) => date)).toEqual(Array(3).fill('2028-11-30'))
  })

  it('is read for 7 days when the field for the coming days is selected', async () => {
    now = new Date('2027-02-01T15:00:00Z')
    await fill('2027-02-01', '2027-02-06')
    expect(await availabilityIn(other())).toMatchObject({ availableToday: false, availableSoon: true })
    await fill('2027-02-07', '2027-02-07')
    expect(await availabilityIn(other())).toMatchObject({ availableToday: false, availableSoon: false })
    expect(await availabilityIn(other({ isActive: false }))).toMatchObject({ availableSoon: false })
  })

  it('has the next day with room, within 60 days after each that has none', async () => {
    now = new Date('2027-03-01T15:00:00Z')
    await fill('2027-03-01', '2027-05-02')
    const { availability } = await availabilityIn(other(), { startDate: '2027-03-01', days: 5 })
    // The first day with room is 63 days after the first of these.
    expect(availability.days.map(({ nextAvailable }) => nextAvailable)).toEqual([
      null,
      null,
      null,
      '2027-05-03',
      '2027-05-03',
    ])
    const within = await availabilityIn(other(), { startDate: '2027-05-01', days: 4 })
    expect(within.availability.days.map(({ nextAvailable }) => nextAvailable)).toEqual([
      '2027-05-03',
      '2027-05-03',
      null,
      null,
    ])
  })

  it('and what is before is recommended by what is booked there', async () => {
    now = new Date('2027-04-25T15:00:00Z')
    const { availability } = await availabilityIn(other(), { startDate: '2027-05-01', time: '10:00' })
    expect(availability.recommendations).toEqual([
      { date: '2027-05-03', time: '10:00', reason: '20 places left' },
      { date: '2027-05-03', time: '09:00', reason: '20 places left' },
      { date: '2027-05-03', time: '11:00', reason: '20 places left' },
    ])
  })

  it('is only read when it is selected and needed', async () => {
    now = new Date('2027-03-01T15:00:00Z')
    const statementsFor = async (selection: string, input: object): Promise<number> => {
      const sent = await statementsDuring(() =>
        booking.ask(
          `query ($representations: [_Any!]!, $input: AvailabilityInput!) { _entities(representations: $representations) {
            ... on Cenote { availability(input: $input) { ${selection} } } } }`,
          { representations: [other(), { ...other(), id: cenoteId }], input },
        ),
      )
      return sent.filter(({ text }) => text.includes('inventory_')).length
    }
    const full = { startDate: '2027-03-01', days: 3 }
    expect(await statementsFor('days { date available timeSlots { time } } restrictions { type }', full)).toBe(1)
    expect(await statementsFor('days { nextAvailable }', full)).toBe(2)
    expect(await statementsFor('recommendations { date }', full)).toBe(2)
    const free = { startDate: '2027-05-03', days: 3 }
    expect(await statementsFor('days { nextAvailable } recommendations { date }', free)).toBe(1)
    // No day has room for so many: nothing is read.
    expect(await statementsFor('days { nextAvailable } recommendations { date }', { ...free, visitors: 21 })).toBe(1)
  })
})
