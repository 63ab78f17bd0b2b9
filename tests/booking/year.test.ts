import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { addDays, localDateTime } from '../../platform/values/clock.ts'
import { demoId } from '../../platform/values/demo-id.ts'
import { storeBookedDays, storeSlot } from '../testkit/capacity.ts'
import { operator } from '../testkit/operator.ts'
import { keys, nextSaturday, partner, startTestProduct, type Json, type TestProduct } from '../testkit/product.ts'
import { statementsDuring } from '../testkit/statements.ts'
import { setCutoffs } from '../testkit/stored-catalog.ts'

const cenoteId = demoId('cenote', 'gran-cenote')
const saturday = nextSaturday()
const today = localDateTime(new Date(), 'America/Cancun').date

let product: TestProduct
let rest: ReturnType<typeof partner>
beforeAll(async () => {
  // Places are taken behind the product's back, which cached reads would show up to a second later.
  product = await startTestProduct({ CACHE_MB: '0' })
  rest = partner(product.url)
})
afterAll(() => product.close())

const calendarOf = (query: string, id = cenoteId) => rest.get(`/api/partner/cenotes/${id}/calendar?${query}`)

interface DemoCenote {
  readonly id: string
  readonly slug: string
  readonly isActive: boolean
  readonly capacity: { readonly daily: number; readonly hourly: number }
  readonly schedule: { readonly openTime: string; readonly timezone: string }
  readonly pricing: { readonly adultCents: number }
}

/** Closes, fills and changes days of a cenote. */
async function disturb({ id, capacity: { daily, hourly }, schedule: { openTime } }: DemoCenote): Promise<void> {
  const { ask } = operator(product.url)
  const day = (count: number): string => addDays(saturday, count)
  await ask('mutation ($input: CreateClosureInput!) { createClosure(input: $input) { id } }', {
    input: { cenoteId: id, from: day(2), to: day(4), reason: 'weather' },
  })
  await ask('mutation ($input: OverrideSlotsInput!) { overrideSlots(input: $input) { slotOverrides { date } } }', {
    input: { cenoteId: id, from: day(6), to: day(6), available: false },
  })
  const booking = product.database('booking')
  await storeBookedDays(booking, id, [day(8)], daily)
  await storeBookedDays(booking, id, [day(200)], Math.max(0, daily - 2))
  await storeBookedDays(booking, id, [day(10)], hourly)
  await storeSlot(booking, { productId: id, date: day(10), time: openTime }, { booked: hourly, capacity: null })
  await storeSlot(booking, { productId: id, date: day(11), time: openTime }, { booked: 0, capacity: 1 })
}

describe('a year at a glance', () => {
  it('has for every day of every demo cenote what the availability of that day has', async () => {
    const { ask } = operator(product.url)
    const { cenotes, off } = await ask(
      `{ cenotes(first: 100) { nodes { ...Facts } } off: cenotes(first: 10, filter: { isActive: false }) { nodes { ...Facts } } }
       fragment Facts on Cenote { id slug isActive capacity { daily hourly } schedule { openTime timezone } pricing { adultCents } }`,
    )
    const all: DemoCenote[] = [...cenotes.nodes, ...off.nodes]
    expect(all.length).toBeGreaterThan(20)
    for (const cenote of all.slice(0, 4)) await disturb(cenote)
    // One of them with a cutoff on Sundays that all of the next are inside.
    const cutOff = all[3]?.id ?? ''
    const weekdays = [{ weekday: 'sunday', minutes: 43_200 }]
    await setCutoffs(product.database('catalog'), cutOff, { minutes: 1_500, weekdays })
    const reasons = new Set<string>()
    for (const { id, slug, schedule, pricing } of all) {
      const start = localDateTime(new Date(), schedule.timezone).date
      const end = addDays(start, 365)
      const { body } = await calendarOf(`startDate=${start}&endDate=${end}&visitors=2`, id)
      const { days, ...others } = body.data
      expect(others).toEqual({ cenoteId: id, startDate: start, endDate: end })
      const expected: Json[] = []
      for (let from = start; from <= end; from = addDays(from, 62)) {
        const to = addDays(from, 61)
        const { cenote } = await ask(
          `query ($id: ID!, $input: AvailabilityInput!) { cenote(id: $id) { availability(input: $input) {
            days { date available reason capacity { total remaining } timeSlots { time available } } } } }`,
          { id, input: { startDate: from, endDate: to < end ? to : end, visitors: 2 } },
        )
        expected.push(...cenote.availability.days)
      }
      const shown = expected.map(({ timeSlots, capacity, reason, ...day }) => {
        const isSold = timeSlots.length > 0
        if (reason !== null) reasons.add(reason.toLowerCase())
        return {
          ...day,
          reason: reason?.toLowerCase() ?? null,
          capacity: isSold ? capacity : null,
          firstTime: timeSlots.find(({ available }: Json) => available)?.time ?? null,
          fromPrice: isSold ? pricing.adultCents / 100 : null,
        }
      })
      expect([slug, days.length, days]).toEqual([slug, 366, shown])
    }
    expect([...reasons]).toEqual(
      expect.arrayContaining(['maintenance', 'closed_by_operator', 'fully_booked', 'cutoff_passed', 'inactive']),
    )
  })

  it('may be a single day, of GraphQL as of REST, by default today', async () => {
    const query = `query ($id: ID!, $input: CenoteCalendarInput!) { cenote(id: $id) { calendar(input: $input) {
      startDate endDate days { date available reason capacity { total remaining } firstTime fromPriceCents } } } }`
    const { body } = await rest.graphql(query, { id: cenoteId, input: { startDate: saturday, endDate: saturday } })
    const { startDate, endDate, days } = body.data.cenote.calendar
    expect([startDate, endDate, days.length]).toEqual([saturday, saturday, 1])
    for (const more of [`&endDate=${saturday}`, '']) {
      const { data } = (await calendarOf(`startDate=${saturday}${more}`)).body
      const [{ fromPriceCents, ...day }] = days
      expect(data).toEqual({
        cenoteId,
        startDate: saturday,
        endDate: saturday,
        days: [{ ...day, fromPrice: fromPriceCents / 100 }],
      })
    }
    const { body: ofToday } = await rest.graphql(query, { id: cenoteId, input: {} })
    expect(ofToday.data.cenote.calendar).toMatchObject({ startDate: today, endDate: today })
  })

  it.each([
    ['', 'start_date_required'],
    ['endDate=2027-01-01', 'start_date_required'],
    ['startDate=2027-02-30', 'start_date_malformed'],
    ['startDate=2020-01-01', 'start_date_in_past'],
    [`startDate=${saturday}&endDate=soon`, 'end_date_malformed'],
    [`startDate=${saturday}&endDate=${addDays(saturday, -1)}`, 'end_date_before_start_date'],
    [`startDate=${saturday}&endDate=${addDays(saturday, 366)}`, 'range_over_366_days'],
    [`startDate=${saturday}&endDate=9998-01-01`, 'range_over_366_days'],
  ])('refuses the range %s: %s', async (query, rule) => {
    const { status, body } = await calendarOf(query)
    expect([status, body.error.code, body.error.details.rule]).toEqual([422, 'AVAILABILITY_CHECK_FAILED', rule])
  })

  it('refuses parties of no or too many people, unknown parameters and cenotes, and callers without a key', async () => {
    for (const query of ['visitors=0', 'visitors=51', 'visitors=two', 'time=10:00'])
      expect([query, (await calendarOf(`startDate=${saturday}&${query}`)).status]).toEqual([query, 400])
    const unknown = await calendarOf(`startDate=${saturday}`, '0b6a4f5e-6f4c-4f6e-9b6a-0123456789ab')
    expect([unknown.status, unknown.body.error.code]).toEqual([404, 'CENOTE_NOT_FOUND'])
    const path = `/api/partner/cenotes/${cenoteId}/calendar?startDate=${saturday}`
    expect(await partner(product.url, null).get(path)).toHaveStatus(401)
    expect(await partner(product.url, keys.readonly).get(path)).toHaveStatus(200)
  })

  it('of many cenotes is one operation of a Pro key, and one statement for all', async () => {
    const read = async (first: number): Promise<{ nodes: Json[]; statements: number }> => {
      let body: Json
      const sent = await statementsDuring(async () => {
        ;({ body } = await partner(product.url, 'sk_test_demo_pro').graphql(
          `query ($first: Int!, $input: CenoteCalendarInput!) { cenotes(first: $first) { nodes { id calendar(input: $input) {
            days { date available reason capacity { total remaining } firstTime fromPriceCents } } } } }`,
          { first, input: { startDate: saturday, endDate: addDays(saturday, 30), visitors: 2 } },
        ))
      })
      return { nodes: body.data.cenotes.nodes, statements: sent.filter(({ text }) => /inventory_/.test(text)).length }
    }
    const ten = await read(10)
    expect(ten.nodes.map(({ calendar }) => calendar.days.length)).toEqual(Array(10).fill(31))
    expect([ten.statements, (await read(2)).statements]).toEqual([1, 1])
  })
})

describe('availability by days', () => {
  const query = `query ($id: ID!, $input: AvailabilityInput!) { cenote(id: $id) { availability(input: $input) { days { date } } } }`
  const daysOf = async (input: object): Promise<Json> => {
    const { body } = await rest.graphql(query, { id: cenoteId, input: { startDate: saturday, ...input } })
    return body.errors?.[0].extensions.details.rule ?? body.data.cenote.availability.days.length
  }

  it('takes 1 to 62 days over GraphQL', async () => {
    expect(await daysOf({ endDate: saturday })).toBe(1)
    expect(await daysOf({ endDate: addDays(saturday, 61) })).toBe(62)
    expect(await daysOf({ days: 62 })).toBe(62)
    expect(await daysOf({ endDate: addDays(saturday, 62) })).toBe('range_over_62_days')
    expect(await daysOf({ days: 63 })).toBe('range_over_62_days')
    expect(await daysOf({ endDate: addDays(saturday, -1) })).toBe('end_date_before_start_date')
  })

  it('takes an end after the start, 30 days later at most, over REST', async () => {
    const refusal = async (start: string, end: string, id = cenoteId): Promise<Json> => {
      const { status, body } = await rest.get(
        `/api/partner/cenotes/${id}/availability?startDate=${start}&endDate=${end}`,
      )
      return status === 200 ? body.data.availability.length : [status, body.error.details.rule, body.error.message]
    }
    const text = 'The dates or slots of the request cannot be used: the '
    expect(await refusal(saturday, addDays(saturday, 30))).toBe(31)
    for (const [end, rule] of [
      [saturday, 'end_date_not_after_start_date'],
      [addDays(saturday, -1), 'end_date_not_after_start_date'],
      [addDays(saturday, 31), 'range_over_30_days'],
      [addDays(saturday, 400), 'range_over_30_days'],
      ['soon', 'end_date_malformed'],
    ] as const)
      expect([end, await refusal(saturday, end)]).toEqual([end, [422, rule, expect.stringContaining(text)]])
    // What is wrong with the first day, or the cenote, is reported first.
    expect(await refusal('2020-01-01', '2021-01-01')).toEqual([422, 'start_date_in_past', expect.any(String)])
    const unknown = '0b6a4f5e-6f4c-4f6e-9b6a-0123456789ab'
    expect((await refusal(saturday, saturday, unknown))[0]).toBe(404)
  })
})
