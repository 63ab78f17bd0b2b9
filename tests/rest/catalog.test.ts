import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { sql } from '../testkit/database.ts'
import {
  keys,
  nextSaturday,
  partner,
  startTestProduct,
  type Answer,
  type Json,
  type TestProduct,
} from '../testkit/product.ts'

const cenoteId = demoId('cenote', 'gran-cenote')
let product: TestProduct
let rest: ReturnType<typeof partner>
/** Without a key, who has few requests a minute: asked only where that is the point. */
let anybody: ReturnType<typeof partner>

beforeAll(async () => {
  product = await startTestProduct()
  rest = partner(product.url)
  anybody = partner(product.url, null)
})
afterAll(() => product.close())

describe('tours', () => {
  it('are listed with the four guaranteed fields of pagination and read one by one, without a key', async () => {
    const { status, body } = await anybody.get('/booking/tours?perPage=4&page=2')
    expect(status).toBe(200)
    expect(body).toMatchObject({ success: true, message: 'tour.listed_successfully' })
    expect(body).not.toHaveProperty('_sandbox')
    expect(body.pagination).toEqual({ total: 6, perPage: 4, currentPage: 2, lastPage: 2 })
    expect(body.data).toHaveLength(2)
    for (const tour of body.data) {
      expect(Object.keys(tour).sort()).toEqual(
        'capacity cenoteIds description durationMinutes excludes id images includes isActive name pricing slug startTimes'.split(
          ' ',
        ),
      )
      expect(tour.pricing).toMatchObject({ adult: expect.any(Number), child: expect.any(Number), currency: 'MXN' })
      const read = await anybody.get(`/booking/tours/${tour.id}`)
      expect(read.body).toEqual({ success: true, message: 'tour.retrieved_successfully', data: tour })
    }
  })

  it('follow search, cenote, sort and fields', async () => {
    const names = async (query: string): Promise<string[]> =>
      (await rest.get(`/booking/tours?fields=name&${query}`)).body.data.map(({ name }: Json) => name)
    const all = await names('')
    expect(await names('sortDirection=desc')).toEqual([...all].reverse())
    expect(await names(`search=${encodeURIComponent(String(all[0]).toUpperCase())}`)).toEqual([all[0]])
    expect(await names('search=%25')).toEqual([])
    const of = await rest.get(`/booking/tours?cenoteId=${cenoteId}`)
    expect(of.body.data.length).toBeGreaterThan(0)
    expect(of.body.data.every(({ cenoteIds }: Json) => cenoteIds.includes(cenoteId))).toBe(true)
    expect(of.body._sandbox).toBe(true)
    const byPrice = await rest.get('/booking/tours?sortBy=pricing.adult&fields=pricing.adult')
    const prices = byPrice.body.data.map(({ pricing }: Json) => pricing.adult)
    expect(prices).toEqual([...prices].sort((a: number, b: number) => a - b))
    expect(Object.keys(byPrice.body.data[0]).sort()).toEqual(['id', 'pricing'])
    const bad = await rest.get('/booking/tours?page=0&perPage=101&sortBy=size&fields=nothing&cenoteId=x&isActive=maybe')
    expect(bad.status).toBe(400)
    expect(Object.keys(bad.body.errors.fields).sort()).toEqual([
      'cenoteId',
      'fields',
      'isActive',
      'page',
      'perPage',
      'sortBy',
    ])
  })

  it.each(['nothing', '00000000-0000-4000-8000-000000000000', '%00', "';--"])('named %j are 404', async (id) => {
    for (const path of [`/booking/tours/${id}`, `/booking/tours/${id}/meeting-points`]) {
      const { status, body } = await rest.get(path)
      expect([status, body.error.code]).toEqual([404, 'TOUR_NOT_FOUND'])
    }
  })
})

describe('meeting points', () => {
  const shape = {
    id: expect.any(String),
    name: expect.any(String),
    description: expect.any(String),
    location: { latitude: expect.any(Number), longitude: expect.any(Number), address: expect.any(String) },
    minutesBefore: expect.any(Number),
    price: expect.any(Number),
    currency: 'MXN',
    isActive: true,
    displayOrder: expect.any(Number),
  }

  it('of tours hold points and zones, of cenotes points; none is an empty list', async () => {
    const tours = (await rest.get('/booking/tours?fields=id')).body.data as Json[]
    const types = new Set<string>()
    for (const { id } of tours) {
      const { body } = await rest.get(`/booking/tours/${id}/meeting-points`)
      for (const point of body.data) {
        expect(point).toMatchObject(shape)
        types.add(point.type)
      }
    }
    expect([...types].sort()).toEqual(['meeting_point', 'pickup_zone'])
    const cenotes = (await rest.get('/api/partner/cenotes?perPage=100&fields=id')).body.data as Json[]
    const counts = await Promise.all(
      cenotes.map(async ({ id }) => (await rest.get(`/cenotes/${id}/meeting-points`)).body.data.length as number),
    )
    expect(Math.max(...counts)).toBeGreaterThan(0)
    expect(Math.min(...counts)).toBe(0)
  })

  it('that are zones cost what a calculation charges there; a cenote adds the distance to its price', async () => {
    const pickupFrom = async (itemType: string, itemId: string, latitude: number, longitude: number): Promise<Json> => {
      const pickup = { transportationType: 'hotel_pickup', pickupLatitude: latitude, pickupLongitude: longitude }
      const body = { itemType, itemId, ageBreakdown: { adult: 1 }, ...pickup }
      return (await rest.post('/pricing/calculate-complete', body)).body.data.transportationCost.total
    }
    const zonesOf = async (address: string): Promise<Json[]> =>
      (await rest.get(`${address}/meeting-points`)).body.data.filter(({ type }: Json) => type === 'pickup_zone')
    let zones = 0
    for (const { id } of (await rest.get('/booking/tours?fields=id')).body.data)
      for (const { location, price } of await zonesOf(`/booking/tours/${id}`)) {
        expect(await pickupFrom('tour', id, location.latitude, location.longitude)).toBe(price)
        zones += 1
      }
    expect(zones).toBeGreaterThan(0)
    const cenotes = (await rest.get('/api/partner/cenotes?perPage=100&fields=location')).body.data as Json[]
    for (const { id, location } of cenotes)
      for (const { price } of await zonesOf(`/cenotes/${id}`))
        expect(await pickupFrom('cenote', id, location.latitude, location.longitude)).toBe(price)
  })

  it('use the requested language', async () => {
    const [{ id }] = (await rest.get('/booking/tours')).body.data
    const [en, es, mx] = await Promise.all(
      ['en', 'es', 'es-MX'].map((language) =>
        rest.get(`/booking/tours/${id}/meeting-points`, { 'Accept-Language': language }),
      ),
    )
    expect([en, es, mx].map((answer) => answer?.headers.get('content-language'))).toEqual(['en', 'es', 'es-MX'])
    expect(es?.body.data[0].description).not.toBe(en?.body.data[0].description)
    expect(mx?.body).toEqual(es?.body)
  })

  it('of nothing are 404', async () => {
    const { status, body } = await rest.get('/cenotes/nothing/meeting-points')
    expect([status, body.error.code]).toEqual([404, 'CENOTE_NOT_FOUND'])
  })
})

describe('locations', () => {
  it('count the active cenotes of states and municipalities, as the list finds them', async () => {
    const states = (await anybody.get('/api/locations/states')).body.data as Json[]
    expect(states.map(({ name }) => name)).toEqual(['Campeche', 'Quintana Roo', 'Yucatán'])
    const municipalities = (await rest.get('/api/locations/municipalities')).body.data as Json[]
    for (const { name, cenoteCount } of states) {
      const listed = await rest.get(`/api/partner/cenotes?location.state=${encodeURIComponent(name)}&perPage=1`)
      expect(cenoteCount).toBe(listed.body.pagination.total)
      const within = municipalities.filter(({ state }) => state === name)
      expect(within.reduce((sum, municipality) => sum + municipality.cenoteCount, 0)).toBe(cenoteCount)
    }
  })

  it('narrow municipalities to a state, whatever its case and accents', async () => {
    const { body } = await rest.get('/api/locations/municipalities?state=YUCATAN')
    expect(body.message).toBe('municipality.listed_successfully')
    expect(body.data.length).toBeGreaterThan(0)
    expect(body.data.every(({ state }: Json) => state === 'Yucatán')).toBe(true)
    expect((await rest.get('/api/locations/municipalities?state=Oz')).body.data).toEqual([])
  })
})

describe('services of a cenote', () => {
  it('have kind, price in cents and vehicles, without a key', async () => {
    const { body } = await anybody.get(`/cenotes/${cenoteId}/services`)
    expect(body).toMatchObject({
      message: 'service.listed_successfully',
      currency: { code: 'MXN', symbol: '$' },
    })
    const rules: Record<string, (service: Json) => boolean> = {
      included: ({ price, isBookable }) => price === 0 && !isBookable,
      optional: ({ price, isBookable }) => price > 0 && isBookable,
      not_available: ({ price, isBookable }) => price === null && !isBookable,
    }
    expect(new Set(body.data.map(({ inclusionType }: Json) => inclusionType))).toEqual(new Set(Object.keys(rules)))
    for (const service of body.data) {
      expect(rules[service.inclusionType]?.(service)).toBe(true)
      expect(service).toMatchObject({ name: { es: expect.any(String), en: expect.any(String) }, isActive: true })
      expect('transportConfig' in service).toBe(service.category === 'transportation')
    }
    const bookable = await rest.get(`/cenotes/${cenoteId}/services?bookableOnly=true`)
    expect(bookable.body.data).toEqual(body.data.filter(({ isBookable }: Json) => isBookable))
    const bad = await rest.get(`/cenotes/${cenoteId}/services?bookableOnly=perhaps`)
    expect([bad.status, Object.keys(bad.body.errors.fields)]).toEqual([400, ['bookableOnly']])
    const unknown = await rest.get('/cenotes/nothing/services')
    expect([unknown.status, unknown.body.error.code]).toEqual([404, 'CENOTE_NOT_FOUND'])
  })
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

  it('changes capacity, closes slots and returns why; the response is that day, as a read returns it', async () => {
    const answer = await put({
      timeSlots: [
        { time: '10:00', capacity: 3, available: true },
        { time: '11:00', capacity: 8, available: false, reason: 'Private visit' },
      ],
      specialEvents: [{ name: 'Maya dance', startTime: '13:00', endTime: '15:00', capacity: 5 }],
    })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ message: 'availability.updated_successfully', _sandbox: true })
    const { data } = answer.body
    expect(data).toMatchObject({ cenoteId, dateRange: { start: date, end: date } })
    const [day] = data.availability
    expect(slot(day, '10:00')).toEqual({ time: '10:00', available: true, capacity: 3, booked: 0, remaining: 3 })
    expect(slot(day, '11:00')).toEqual({ time: '11:00', available: false, capacity: 8, booked: 0, remaining: 0 })
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
    expect((await reserve('10:00', 3)).status).toBe(201)
    const under = await put({ timeSlots: [{ time: '10:00', capacity: 2, available: true }] })
    expect(under.status).toBe(422)
    expect(under.body.error).toMatchObject({
      code: 'AVAILABILITY_CHECK_FAILED',
      details: { rule: 'capacity_below_booked', time: '10:00', capacity: 2, booked: 3 },
    })
    const event = { name: 'Concert', startTime: '15:30', endTime: '17:00', capacity: 1 }
    expect((await reserve('16:00', 2)).status).toBe(201)
    expect((await put({ specialEvents: [event] })).body.error.details).toMatchObject({
      rule: 'capacity_below_booked',
      time: '16:00',
      booked: 2,
    })
    // Nothing of a refused one is stored.
    const [day] = (await rest.get(`${path}?startDate=${date}`)).body.data.availability
    expect([slot(day, '10:00').capacity, slot(day, '11:00').capacity, slot(day, '13:00').capacity]).toEqual([3, 8, 5])
    const closed = await put({ timeSlots: [{ time: '10:00', capacity: 3, available: false }] })
    expect(slot(closed.body.data.availability[0], '10:00')).toMatchObject({ booked: 3, remaining: 0, available: false })
  })

  it('replaces only what it names', async () => {
    const usual = (await rest.get(`/api/partner/cenotes/${cenoteId}?fields=capacity`)).body.data.capacity.hourly
    const capacities = ({ body }: Answer): number[] =>
      ['10:00', '11:00', '13:00', '14:00'].map((time) => slot(body.data.availability[0], time).capacity)
    const types = ({ body }: Answer): string[] => body.data.restrictions.map(({ type }: Json) => type)
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
    expect((await put({ timeSlots: [{ time: '13:00', capacity: hourly, available: true }] })).status).toBe(200)
    await sql(
      product.database('booking'),
      `UPDATE sandbox.inventory_slot SET capacity = 100000 WHERE cenote_id = $1 AND visit_date = $2 AND visit_time = '13:00'`,
      [cenoteId, date],
    )
    // Nor does one that was stored before there was a bound.
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
    const [row] = await sql<{ booked: number; capacity: number | null }>(
      product.database('booking'),
      `SELECT booked, capacity FROM sandbox.inventory_slot WHERE cenote_id = $1 AND visit_date = $2 AND visit_time = '12:00'`,
      [cenoteId, date],
    )
    expect(row?.booked).toBe(statuses.filter((status) => status === 201).length)
    expect(row?.booked).toBeLessThanOrEqual(row?.capacity ?? Infinity)
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
    expect(bad.status).toBe(400)
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
    for (const [body, rule] of [
      [{ date: '2020-01-01' }, 'date_in_past'],
      [{ date: '2126-01-01' }, 'date_too_far_ahead'],
      [{ timeSlots: [{ time: '10:30', capacity: 9, available: true }] }, 'not_a_slot'],
    ] as const) {
      const { status, body: answer } = await put(body)
      expect([status, answer.error.code, answer.error.details.rule]).toEqual([422, 'AVAILABILITY_CHECK_FAILED', rule])
      expect(answer.error.message).toContain(rule)
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

describe('a conditional read', () => {
  const list = '/api/partner/cenotes?perPage=2'

  it.each([
    ['the tag', (tag: string) => tag],
    ['the tag as a strong one', (tag: string) => tag.replace('W/', '')],
    ['a list with the tag', (tag: string) => `"other", ${tag}, W/"third"`],
    ['*', () => '*'],
  ])('with %s is 304 without a body', async (_, ifNoneMatch) => {
    for (const path of [
      list,
      `/api/partner/cenotes/${cenoteId}`,
      '/api/partner/cenotes/search/nearby?latitude=20.2&longitude=-87.4',
      '/booking/tours',
      '/api/locations/states',
    ]) {
      const { headers } = await rest.get(path)
      const tag = headers.get('etag') ?? ''
      expect(tag).toMatch(/^W\/"/)
      const again = await rest.get(path, { 'If-None-Match': ifNoneMatch(tag) })
      expect(again.status).toBe(304)
      expect(again.body).toHaveLength(0)
      expect(again.headers.get('etag')).toBe(tag)
      expect(again.headers.get('vary')).toMatch(/Accept-Language, X-API-Key/)
      expect(again.headers.get('cache-control')).toBe(headers.get('cache-control'))
    }
  })

  it('with another tag, or in another language, is answered in full', async () => {
    const { headers } = await rest.get(list)
    const tag = headers.get('etag') ?? ''
    expect((await rest.get(list, { 'If-None-Match': '"other"' })).status).toBe(200)
    expect((await rest.get(list, { 'If-None-Match': tag, 'Accept-Language': 'es' })).status).toBe(200)
    expect((await rest.get('/api/partner/cenotes?perPage=3', { 'If-None-Match': tag })).status).toBe(200)
  })

  it('is stored by shared caches where no key is needed nor given, and by the caller alone otherwise', async () => {
    const cacheControl = async (client: typeof rest, path: string): Promise<string | null> =>
      (await client.get(path)).headers.get('cache-control')
    for (const path of [
      '/booking/tours',
      '/api/locations/states',
      `/cenotes/${cenoteId}/services`,
      '/age-configurations',
      `/age-configurations/cenote/${cenoteId}`,
      `/age-configurations/tour/${demoId('tour', 'dos-ojos-diving')}`,
      '/api/currencies',
      '/public/discount-rules/auto-apply',
      `/pricing/summary/cenote/${cenoteId}?people=2`,
    ]) {
      expect(await cacheControl(anybody, path)).toMatch(/^public, max-age=60/)
      expect(await cacheControl(rest, path)).toBe('private, no-cache')
    }
    expect(await cacheControl(rest, list)).toBe('private, no-cache')
    expect((await rest.get('/booking/tours/nothing')).headers.get('cache-control')).toBeNull()
  })

  it('works on GraphQL by GET', async () => {
    const get = (client: typeof rest, query: string, headers: Record<string, string> = {}) =>
      client.get(`/graphql?query=${encodeURIComponent(query)}`, { 'apollo-require-preflight': 'true', ...headers })
    const query = '{ tours { totalCount nodes { id name } } }'
    const first = await get(anybody, query)
    expect(first.status).toBe(200)
    expect(first.headers.get('cache-control')).toMatch(/^public, max-age=60/)
    expect(first.headers.get('vary')).toMatch(/Accept-Language, X-API-Key/)
    const tag = first.headers.get('etag') ?? ''
    const again = await get(anybody, query, { 'If-None-Match': tag })
    expect([again.status, again.body.length, again.headers.get('etag')]).toEqual([304, 0, tag])
    const spanish = await get(anybody, query, { 'If-None-Match': tag, 'Accept-Language': 'es' })
    expect([spanish.status, spanish.headers.get('content-language')]).toEqual([200, 'es'])
    expect((await get(rest, query)).headers.get('cache-control')).toBe('private, no-cache')
    const limited = await get(anybody, '{ couponValidation(code: "CENOTE10") { isValid } }')
    expect([limited.status, limited.headers.get('cache-control')]).toEqual([200, 'private, no-cache'])
    const refused = await get(anybody, '{ tour(id: "nothing") { id } }')
    expect(refused.headers.get('cache-control') ?? '').not.toMatch(/public/)
  })
})

describe('a search', () => {
  it.each([
    ["'; DROP TABLE cenote; --"],
    ['%'],
    ['____'],
    ['\\'],
    ['x'.repeat(10_000)],
    ['\u{1F3CA}\u{1F30A}'],
    ['\u0645\u0631\u062D\u0628\u0627'],
    ['\u202Eetonec'],
  ])('for hostile text %# is a search like any other', async (search) => {
    const { status, body } = await rest.get(`/api/partner/cenotes?search=${encodeURIComponent(search)}`)
    expect([status, body.data, body.pagination.total]).toEqual([200, [], 0])
  })
})
