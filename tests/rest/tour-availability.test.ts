import { beforeAll, describe, expect, it } from '@jest/globals'
import { addDays } from '../../platform/values/clock.ts'
import { demoId } from '../../platform/values/demo-id.ts'
import { copyTour } from '../testkit/copies.ts'
import { eventually } from '../testkit/eventually.ts'
import { operator } from '../testkit/operator.ts'
import { comingSaturday, keys, partner, productToChange, type Json, type SharedProduct } from '../testkit/product.ts'

/** A copy of a tour with stops that share places, and one with exceptions. */
let tourId: string
let path: string
const classicPath = `/booking/tours/${demoId('tour', 'tulum-cenotes-classic')}`
/** The next one, because visits are sold for two years: no other file books the copy, and the others are only read. */
const saturday = comingSaturday()

let product: SharedProduct
let rest: ReturnType<typeof partner>
let tour: Json
beforeAll(async () => {
  product = await productToChange()
  tourId = (await copyTour(product.url, 'dos-ojos-diving')).id
  path = `/booking/tours/${tourId}`
  rest = partner(product.url)
  tour = (await rest.get(path)).body.data
})

const daysOf = async (query: string, of = path): Promise<Json[]> => {
  const response = await rest.get(`${of}/availability?${query}`)
  expect(response).toHaveStatus(200)
  return response.body.data.availability
}

describe('the availability of a tour', () => {
  it('has its departures, with the places of the cenotes where it stops', async () => {
    const { startTime, capacity } = tour.departures.times[0]
    const hourly = await Promise.all(
      tour.stops.map(
        async ({ cenoteId }: Json) =>
          (await rest.get(`/api/partner/cenotes/${cenoteId}`)).body.data.capacity.hourly as number,
      ),
    )
    expect(hourly.length).toBeGreaterThan(1)
    const { status, body } = await rest.get(`${path}/availability?startDate=${saturday}&visitors=2`)
    expect([status, body.message]).toEqual([200, 'availability.retrieved_successfully'])
    expect(body.data).toMatchObject({
      tourId,
      dateRange: { start: saturday, end: saturday },
      requestedVisitors: 2,
      restrictions: [],
      recommendations: [],
    })
    const [day] = body.data.availability
    expect(day).toMatchObject({ date: saturday, available: true, pricing: { currency: 'MXN' } })
    expect(day).not.toHaveProperty('reason')
    const [departure] = day.timeSlots
    expect(departure).toEqual({
      time: startTime,
      endTime: expect.stringMatching(/^\d\d:\d\d$/),
      available: true,
      capacity,
      booked: 0,
      remaining: Math.min(capacity, ...hourly),
      bookableUntil: expect.stringMatching(/Z$/),
      minParty: tour.minParty,
    })
    expect(day.capacity.total).toBe(day.timeSlots.reduce((sum: number, slot: Json) => sum + Number(slot.capacity), 0))
  })

  it('shows cancelled and extra departures', async () => {
    const { times, exceptions } = (await rest.get(classicPath)).body.data.departures
    const cancelled = exceptions.find((one: Json) => one.cancelled)
    const [day] = await daysOf(`startDate=${cancelled.date}`, classicPath)
    expect(day?.timeSlots.find(({ time }: Json) => time === cancelled.startTime)).toMatchObject({
      available: false,
      remaining: 0,
      reason: 'departure_cancelled',
    })
    const extra = exceptions.find((one: Json) => !one.cancelled)
    const [extraDay] = await daysOf(`startDate=${extra.date}&time=${extra.startTime}`, classicPath)
    expect(times.some(({ startTime }: Json) => startTime === extra.startTime)).toBe(false)
    expect(extraDay?.timeSlots).toMatchObject([{ time: extra.startTime, available: true, capacity: extra.capacity }])
    const [usual] = await daysOf(`startDate=${addDays(extra.date, 1)}&time=${extra.startTime}`, classicPath)
    expect(usual).toMatchObject({ available: false, reason: 'not_a_slot', timeSlots: [] })
  })

  it('ends in memory when places change at the gate of a cenote where it stops', async () => {
    const date = addDays(saturday, 14)
    const read = async () => {
      const { headers, body } = await rest.get(`${path}/availability?startDate=${date}`)
      return { cache: headers.get('x-cache'), slot: body.data.availability[0].timeSlots[0] as Json }
    }
    // A minute may begin between two reads.
    await eventually(read, ({ cache }) => cache === 'hit')
    const before = (await read()).slot
    const { ask } = operator(product.url)
    const stops = tour.stops.filter(({ takesPlaces }: Json) => takesPlaces)
    const { cenoteId } = stops[0]
    await ask('mutation ($input: CreateClosureInput!) { createClosure(input: $input) { id } }', {
      input: { cenoteId, from: date, to: date, reason: 'weather' },
    })
    expect((await read()).slot).toMatchObject({ remaining: 0, reason: 'stop_closed', stop: { cenoteId } })
    const { calendar } = await ask(
      `query ($id: ID!, $date: LocalDate!) { calendar(cenoteId: $id, from: $date, to: $date) { closures { id } } }`,
      { id: cenoteId, date },
    )
    await ask('mutation ($input: DeleteClosureInput!) { deleteClosure(input: $input) }', {
      input: { id: calendar.closures[0].id },
    })
    expect((await read()).slot).toEqual(before)

    const cenote = (await rest.get(`/api/partner/cenotes/${cenoteId}/availability?startDate=${date}`)).body.data
    const arrival = addMinutes(before.time, stops[0].offsetMinutes)
    const visited = cenote.availability[0].timeSlots.findLast(({ time }: Json) => time <= arrival)
    const people = visited.remaining - before.remaining + 1
    const reservation = await rest.post('/api/partner/reservations', {
      cenoteId,
      visitDate: date,
      visitTime: visited.time,
      visitors: { adults: people, children: 0 },
      guest: { name: 'Ana Núñez', email: 'ana@example.com', phone: '+52 998 111 2233' },
    })
    expect(reservation).toHaveStatus(201)
    expect((await read()).slot.remaining).toBe(before.remaining - 1)
  })

  it('needs no key, also over GraphQL, where a month fits the cost of callers without one', async () => {
    const anonymous = partner(product.url, null)
    const endDate = addDays(saturday, 30)
    const [withKey, without] = [partner(product.url, keys.live), anonymous]
    // Callers without a key see the live environment, which has no copy.
    const id = demoId('tour', 'dos-ojos-diving')
    for (const kind of ['availability', 'calendar']) {
      const address = `/booking/tours/${id}/${kind}?startDate=${saturday}&endDate=${endDate}`
      const found = await without.get(address)
      expect(found).toHaveStatus(200)
      expect(found.headers.get('cache-control')).not.toContain('public')
      expect(found.body).toEqual((await withKey.get(address)).body)
    }
    const { body } = await anonymous.graphql(
      `query ($id: ID!, $startDate: LocalDate!, $endDate: LocalDate!) { tour(id: $id) {
         availability(input: { startDate: $startDate, endDate: $endDate }) { days { date available reason capacity { remaining }
           timeSlots { time endTime available capacity remaining reason } } }
         calendar(input: { startDate: $startDate, endDate: $endDate }) { days { date available capacity { total remaining } } } } }`,
      { id, startDate: saturday, endDate },
    )
    expect(body.errors).toBeUndefined()
    expect([body.data.tour.availability.days.length, body.data.tour.calendar.days.length]).toEqual([31, 31])
  })

  it('is conditional, and refuses ranges as that of cenotes does', async () => {
    for (const kind of ['availability', 'calendar']) {
      const address = `${path}/${kind}?startDate=${saturday}`
      const tag = (await rest.get(address)).headers.get('etag') ?? ''
      expect(await rest.get(address, { 'If-None-Match': tag })).toHaveStatus(304)
      const unknown = await rest.get(`/booking/tours/${demoId('cenote', 'gran-cenote')}/${kind}?startDate=${saturday}`)
      expect([unknown.status, unknown.body.error.code]).toEqual([404, 'TOUR_NOT_FOUND'])
    }
    const ruleOf = async (kind: string, query: string): Promise<string> => {
      const { status, body } = await rest.get(`${path}/${kind}?${query}`)
      expect([status, body.error.code]).toEqual([422, 'AVAILABILITY_CHECK_FAILED'])
      return body.error.details.rule
    }
    const to = (days: number): string => `startDate=${saturday}&endDate=${addDays(saturday, days)}`
    expect(await ruleOf('availability', '')).toBe('start_date_required')
    expect(await ruleOf('availability', to(0))).toBe('end_date_not_after_start_date')
    expect(await ruleOf('availability', to(31))).toBe('range_over_30_days')
    expect(await daysOf(to(30))).toHaveLength(31)
    expect(await ruleOf('calendar', to(-1))).toBe('end_date_before_start_date')
    expect(await ruleOf('calendar', to(366))).toBe('range_over_366_days')
    for (const [name, wrong] of [
      ['visitors', '51'],
      ['time', 'noon'],
      ['expand', 'all'],
    ] as const) {
      const refused = await rest.get(`${path}/availability?startDate=${saturday}&${name}=${wrong}`)
      expect([refused.status, Object.keys(refused.body.errors.fields)]).toEqual([400, [name]])
    }
  })
})

const addMinutes = (time: string, minutes: number): string => {
  const all = Number(time.slice(0, 2)) * 60 + Number(time.slice(3)) + minutes
  return `${String(Math.floor(all / 60)).padStart(2, '0')}:${String(all % 60).padStart(2, '0')}`
}

/** Takes all places of a stop for others. */
async function fillStop(cenoteId: string, visitDate: string): Promise<void> {
  const { hourly } = (await rest.get(`/api/partner/cenotes/${cenoteId}`)).body.data.capacity
  const reservation = await rest.post('/api/partner/reservations', {
    cenoteId,
    visitDate,
    visitTime: '11:00',
    visitors: { adults: hourly, children: 0 },
    guest: { name: 'Ana Núñez', email: 'ana@example.com', phone: '+52 998 111 2233' },
  })
  expect(reservation).toHaveStatus(201)
}

describe('the calendar of a tour', () => {
  it('has for every day of every demo tour what the availability of that day has', async () => {
    const slugs = ['calakmul-miguel-colorado', 'homun-underground', 'ruta-de-los-cenotes', 'tulum-cenotes-classic']
    const ids = [tourId, ...[...slugs, 'valladolid-colonial-cenotes'].map((slug) => demoId('tour', slug))]
    const all: Json[] = (await rest.get('/booking/tours?perPage=100')).body.data
    const tours = all.filter(({ id }) => ids.includes(id))
    expect(tours).toHaveLength(ids.length)
    await fillStop(tour.stops[1].cenoteId, addDays(saturday, 28))
    const reasons = new Set<string | null>()
    for (const { id, pricing } of tours) {
      const to = addDays(saturday, 365)
      const query = `startDate=${saturday}&endDate=${to}&visitors=2`
      const { status, body } = await rest.get(`/booking/tours/${id}/calendar?${query}`)
      expect([status, body.data.tourId, body.data.days.length]).toEqual([200, id, 366])
      for (let from = 0; from < 366; from += 61) {
        const { tour: read } = await operator(product.url).ask(
          `query ($id: ID!, $input: AvailabilityInput!) { tour(id: $id) { availability(input: $input) { days {
             date available reason capacity { total remaining } timeSlots { time available } } } } }`,
          { id, input: { startDate: addDays(saturday, from), days: 61, visitors: 2 } },
        )
        const shown = body.data.days.slice(from, from + 61)
        expect(shown).toEqual(
          read.availability.days.map(({ timeSlots, capacity, reason: name, ...day }: Json) => {
            const reason = name?.toLowerCase() ?? null
            reasons.add(reason)
            return {
              ...day,
              reason,
              capacity,
              firstTime: timeSlots.find(({ available }: Json) => available)?.time ?? null,
              fromPrice: capacity ? pricing.adult : null,
            }
          }),
        )
      }
    }
    expect([...reasons]).toEqual(expect.arrayContaining([null, 'stop_full']))
  })

  it('is charged by its days, as that of a cenote', async () => {
    const cost = async (type: 'cenote' | 'tour', id: string, days: number): Promise<number> => {
      const query = `query ($id: ID!) { ${type}(id: $id) { calendar(input: { startDate: "${saturday}", endDate: "${addDays(saturday, days - 1)}" }) { days { date } } } }`
      const { status, body } = await rest.graphql(query, { id })
      expect([status, body.errors]).toEqual([200, undefined])
      return body.extensions.cost.requested
    }
    const days = async (type: 'cenote' | 'tour', id: string) => (await cost(type, id, 100)) - (await cost(type, id, 1))
    expect(await days('tour', tourId)).toBe(await days('cenote', demoId('cenote', 'gran-cenote')))
    expect(await days('tour', tourId)).toBeGreaterThan(49)
  })
})
