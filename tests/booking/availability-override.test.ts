import { beforeAll, describe, expect, it } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { storedSlot, storeSlot } from '../testkit/capacity.ts'
import { changesOf, operatorKeys } from '../testkit/operator.ts'
import {
  keys,
  nextSaturday,
  partner,
  sharedTestProduct,
  type TestResponse,
  type Json,
  type SharedProduct,
} from '../testkit/product.ts'

const cenoteId = demoId('cenote', 'gran-cenote')
let product: SharedProduct
let rest: ReturnType<typeof partner>

beforeAll(async () => {
  product = await sharedTestProduct()
  rest = partner(product.url)
})

describe('an override of availability', () => {
  const date = nextSaturday()
  const path = `/api/partner/cenotes/${cenoteId}/availability`
  const put = (body: Json, key = keys.demo) => partner(product.url, key).send('PUT', path, { date, ...body })
  const slot = (day: Json, time: string): Json => day.timeSlots.find((candidate: Json) => candidate.time === time)
  const reserve = (visitTime: string, adults: number) =>
    rest.post('/api/partner/reservations', {
      cenoteId,
      visitDate: date,
      visitTime,
      visitors: { adults, children: 0 },
      guest: { name: 'Eva', email: 'eva@example.com', phone: '+52 1' },
    })

  it('is recorded with the key, and with what was set for the day before and after', async () => {
    const cenoteId = demoId('cenote', 'zaci')
    const send = (body: Json) =>
      partner(product.url, keys.demo).send('PUT', `/api/partner/cenotes/${cenoteId}/availability`, { date, ...body })
    const earlier = (await changesOf(product.url, 'SLOT_OVERRIDE', cenoteId)).totalCount
    const first = { timeSlots: [{ time: '10:00', capacity: 3, available: true, reason: 'Wind' }] }
    await send(first)
    await send({ specialEvents: [{ name: 'Dance', startTime: '13:00', endTime: '15:00', capacity: 5 }] })
    // The same again changes nothing.
    await send({ specialEvents: [{ name: 'Dance', startTime: '13:00', endTime: '15:00', capacity: 5 }] })
    const { nodes, totalCount } = await changesOf(product.url, 'SLOT_OVERRIDE', cenoteId)
    expect(totalCount).toBe(earlier + 2)
    expect(nodes[0]).toMatchObject({
      action: 'UPDATED',
      key: { lastFour: keys.demo.slice(-4) },
      before: { specialEvents: [] },
      after: { specialEvents: [{ date, startTime: '13:00', endTime: '15:00', capacity: 5 }] },
    })
    expect(nodes[1]).toMatchObject({
      before: { overrides: [] },
      after: { overrides: [{ date, time: '10:00', capacity: 3, closed: false, note: 'Wind' }] },
    })
  })

  it('changes capacity, closes slots and returns why; the response is that day, as a read returns it', async () => {
    const response = await put({
      timeSlots: [
        { time: '10:00', capacity: 3, available: true },
        { time: '11:00', capacity: 8, available: false, reason: 'Private visit' },
      ],
      specialEvents: [{ name: 'Maya dance', startTime: '13:00', endTime: '15:00', capacity: 5 }],
    })
    expect(response).toHaveStatus(200)
    expect(response.body).toMatchObject({ message: 'availability.updated_successfully', _sandbox: true })
    const { data } = response.body
    expect(data).toMatchObject({ cenoteId, dateRange: { start: date, end: date } })
    const [day] = data.availability
    const bookableUntil = expect.stringMatching(new RegExp(`^${date}T`))
    expect(slot(day, '10:00')).toEqual({
      time: '10:00',
      available: true,
      capacity: 3,
      booked: 0,
      remaining: 3,
      bookableUntil,
    })
    expect(slot(day, '11:00')).toEqual({
      time: '11:00',
      available: false,
      capacity: 8,
      booked: 0,
      remaining: 0,
      bookableUntil,
    })
    expect([slot(day, '13:00').capacity, slot(day, '14:00').capacity]).toEqual([5, 5])
    expect(slot(day, '15:00').capacity).toBeGreaterThan(5)
    expect(data.restrictions).toEqual([
      { type: 'special_event', message: 'Maya dance from 13:00 to 15:00', datesAffected: [date] },
      { type: 'slot_override', message: '11:00: Private visit', datesAffected: [date] },
    ])
    expect((await rest.get(`${path}?startDate=${date}`)).body.data).toEqual(data)
  })

  it('applies to reservations, and never removes booked places', async () => {
    expect((await reserve('11:00', 1)).body.error).toMatchObject({ code: 'CENOTE_NOT_AVAILABLE' })
    expect((await reserve('10:00', 4)).body.error).toMatchObject({ code: 'INSUFFICIENT_CAPACITY' })
    expect(await reserve('10:00', 3)).toHaveStatus(201)
    const under = await put({ timeSlots: [{ time: '10:00', capacity: 2, available: true }] })
    expect(under).toHaveStatus(422)
    expect(under.body.error).toMatchObject({
      code: 'AVAILABILITY_CHECK_FAILED',
      details: { rule: 'capacity_below_booked', time: '10:00', capacity: 2, booked: 3 },
    })
    const event = { name: 'Concert', startTime: '15:30', endTime: '17:00', capacity: 1 }
    expect(await reserve('16:00', 2)).toHaveStatus(201)
    expect((await put({ specialEvents: [event] })).body.error.details).toMatchObject({
      rule: 'capacity_below_booked',
      time: '16:00',
      booked: 2,
    })
    // Nothing of a refused one is stored.
    const [day] = (await rest.get(`${path}?startDate=${date}`)).body.data.availability
    expect([slot(day, '10:00').capacity, slot(day, '11:00').capacity, slot(day, '13:00').capacity]).toEqual([3, 8, 5])
    const closing = { timeSlots: [{ time: '10:00', capacity: 3, available: false }] }
    expect((await put(closing)).body.error).toMatchObject({
      code: 'EXISTING_RESERVATIONS',
      details: { reservations: 1, people: 3 },
    })
    const closed = await put({ ...closing, reservations: 'KEEP' }, operatorKeys.sandbox)
    expect(slot(closed.body.data.availability[0], '10:00')).toMatchObject({ booked: 3, remaining: 0, available: false })
  })

  it('replaces only what it names', async () => {
    const usual = (await rest.get(`/api/partner/cenotes/${cenoteId}?fields=capacity`)).body.data.capacity.hourly
    const capacities = ({ body }: TestResponse): number[] =>
      ['10:00', '11:00', '13:00', '14:00'].map((time) => slot(body.data.availability[0], time).capacity)
    const types = ({ body }: TestResponse): string[] => body.data.restrictions.map(({ type }: Json) => type)
    const before = await rest.get(`${path}?startDate=${date}`)
    expect(capacities(before)).toEqual([3, 8, 5, 5])

    const nothing = await put({})
    expect(nothing.body.data).toEqual(before.body.data)
    const oneSlot = await put({ timeSlots: [{ time: '14:00', capacity: 9, available: true }] })
    expect(capacities(oneSlot)).toEqual([3, 8, 5, 9])
    expect(types(oneSlot)).toEqual(['special_event', 'slot_override'])
    // Slots that were set individually keep their numbers whatever events are added and removed.
    const noEvents = await put({ specialEvents: [] })
    expect(capacities(noEvents)).toEqual([3, 8, usual, 9])
    expect(types(noEvents)).toEqual(['slot_override'])
    const graphql = await rest.graphql(
      `mutation ($input: OverrideAvailabilityInput!) { overrideAvailability(input: $input) { days { timeSlots { time capacity } } } }`,
      {
        input: {
          cenoteId,
          date,
          specialEvents: [{ name: 'Dance', startTime: '13:00', endTime: '15:00', capacity: 4 }],
        },
      },
    )
    expect(slot(graphql.body.data.overrideAvailability.days[0], '13:00').capacity).toBe(4)
    expect(slot(graphql.body.data.overrideAvailability.days[0], '14:00').capacity).toBe(9)

    const asUsual = await put({ timeSlots: [{ time: '10:00' }, { time: '11:00' }, { time: '14:00' }] })
    expect(capacities(asUsual)).toEqual([usual, usual, 4, 4])
    expect(slot(asUsual.body.data.availability[0], '10:00')).toMatchObject({ booked: 3, available: true })
    expect(capacities(await put({ specialEvents: [] }))).toEqual([usual, usual, usual, usual])
  })

  it("never makes a slot hold more than the catalog's capacity", async () => {
    const { hourly } = (await rest.get(`/api/partner/cenotes/${cenoteId}?fields=capacity`)).body.data.capacity
    const above = hourly + 1
    const slots = await put({ timeSlots: [{ time: '13:00', capacity: above, available: true }] })
    expect([slots.status, slots.body.error]).toMatchObject([
      422,
      {
        code: 'AVAILABILITY_CHECK_FAILED',
        details: { rule: 'capacity_above_catalog', time: '13:00', capacity: above, maximum: hourly },
      },
    ])
    // An event of several hours holds no more in each of them.
    const event = { name: 'Concert', startTime: '12:00', endTime: '17:00', capacity: 100_000 }
    expect((await put({ specialEvents: [event] })).body.error.details).toMatchObject({
      rule: 'capacity_above_catalog',
      event: 'Concert',
      capacity: 100_000,
      maximum: hourly,
    })
    expect(await put({ timeSlots: [{ time: '13:00', capacity: hourly, available: true }] })).toHaveStatus(200)
    await storeSlot(product.database('booking'), { productId: cenoteId, date, time: '13:00' }, { capacity: 100_000 })
    // Nor does an override above that capacity, which may have become smaller since.
    const read = await rest.get(`${path}?startDate=${date}&time=13:00`)
    expect(read.body.data.availability[0].timeSlots).toMatchObject([{ capacity: hourly, remaining: hourly }])
    expect((await reserve('13:00', above)).body.error.details).toMatchObject({ available: hourly })
  })

  it('that races with reservations leaves no slot with more people than it holds', async () => {
    const [reservations] = await Promise.all([
      Promise.all(Array.from({ length: 12 }, () => reserve('12:00', 1))),
      Promise.all(
        Array.from({ length: 6 }, (_, index) =>
          put({ timeSlots: [{ time: '12:00', capacity: 4 + (index % 3), available: true }] }),
        ),
      ),
    ])
    const statuses = reservations.map(({ status }) => status)
    expect(statuses.filter((status) => status !== 201 && status !== 422)).toEqual([])
    const stored = await storedSlot(product.database('booking'), { productId: cenoteId, date, time: '12:00' })
    expect(stored?.booked).toBe(statuses.filter((status) => status === 201).length)
    expect(stored?.booked).toBeLessThanOrEqual(stored?.capacity ?? Infinity)
  })

  it('refuses members that are not documented', async () => {
    const { status, body } = await put({
      timeSlots: [{ time: '16:00', capacity: 9, avialable: true }],
      specialEvents: [{ name: 'Dance', startTime: '15:00', endTime: '16:00', colour: 'red' }],
    })
    expect([status, body.errors.fields]).toEqual([
      400,
      {
        'timeSlots.0.avialable': ['is unknown; did you mean available?'],
        'specialEvents.0.colour': ['is unknown; known here: name, startTime, endTime, capacity'],
      },
    ])
  })

  it('of bad form names each field; of a past date or no slot names the rule', async () => {
    const bad = await put({
      date: '2026-02-30',
      timeSlots: [{ time: '25:00', capacity: -1, available: 'yes' }],
      specialEvents: [{ name: '', startTime: '9', endTime: '10:00' }],
    })
    expect(bad).toHaveStatus(400)
    expect(Object.keys(bad.body.errors.fields).sort()).toEqual([
      'date',
      'specialEvents.0.name',
      'specialEvents.0.startTime',
      'timeSlots.0.available',
      'timeSlots.0.capacity',
      'timeSlots.0.time',
    ])
    const twice = { time: '10:00', capacity: 9, available: true }
    const repeated = await put({
      timeSlots: [twice, twice],
      specialEvents: [{ name: 'x', startTime: '10:00', endTime: '10:00' }],
    })
    expect([repeated.status, Object.keys(repeated.body.errors.fields).sort()]).toEqual([
      400,
      ['specialEvents.0.endTime', 'timeSlots.1.time'],
    ])
    for (const [body, rule, text] of [
      [{ date: '2020-01-01' }, 'date_in_past', 'the date is in the past'],
      [{ date: '2126-01-01' }, 'date_too_far_ahead', 'the date is too far ahead'],
      [{ timeSlots: [{ time: '10:30', capacity: 9, available: true }] }, 'not_a_slot', 'no slot begins at this time'],
    ] as const) {
      const { status, body: response } = await put(body)
      expect([status, response.error.code, response.error.details.rule]).toEqual([
        422,
        'AVAILABILITY_CHECK_FAILED',
        rule,
      ])
      expect(response.error.message).toMatch(new RegExp(`: ${text}\\.$`))
    }
    const unknown = await rest.send('PUT', '/api/partner/cenotes/nothing/availability', { date })
    expect([unknown.status, unknown.body.error.code]).toEqual([404, 'CENOTE_NOT_FOUND'])
  })

  it('needs the scope inventory:write, and stays in its environment', async () => {
    const { status, body } = await put({}, keys.readonly)
    expect([status, body.error.code]).toEqual([403, 'INSUFFICIENT_PERMISSIONS'])
    await put({ timeSlots: [{ time: '09:00', capacity: 1, available: true }] })
    const live = await partner(product.url, keys.live).get(`${path}?startDate=${date}`)
    expect(slot(live.body.data.availability[0], '09:00').capacity).toBeGreaterThan(1)
  })
})
