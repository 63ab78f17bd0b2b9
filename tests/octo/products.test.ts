import { beforeAll, describe, expect, it } from '@jest/globals'
import { addDays } from '../../platform/values/clock.ts'
import { demoId } from '../../platform/values/demo-id.ts'
import { eventually } from '../testkit/eventually.ts'
import { dayIn } from '../testkit/octo.ts'
import { partner, sharedTestProduct, type Json } from '../testkit/product.ts'

const tourId = demoId('tour', 'valladolid-colonial-cenotes')
/** Near today, because some tests read days before it that have passed. */
const soon = dayIn(5)

const minors = [{ id: 'CHILD', quantity: 2 }]
const crowd = [{ id: 'ADULT', quantity: 51 }]

let rest: ReturnType<typeof partner>
let cenote: Json
beforeAll(async () => {
  rest = partner((await sharedTestProduct()).url)
  ;[cenote] = (await rest.get('/api/partner/cenotes?perPage=1&sortBy=name&sortDirection=asc')).body.data
})

const octo = async (path: string, body: object, headers = {}): Promise<Json> => {
  const response = await rest.post(`/octo/v1${path}`, { optionId: 'DEFAULT', ...body }, headers)
  expect(response).toHaveStatus(200)
  return response.body
}

describe('products over OCTO', () => {
  it('are the active cenotes by name, then the active tours by name, each as it is read alone', async () => {
    const { body: products } = await rest.get('/octo/v1/products')
    const cenotes = (await rest.get('/api/partner/cenotes?perPage=100&sortBy=name&sortDirection=asc')).body.data
    const tours = (await rest.get('/booking/tours?perPage=100')).body.data
    expect(products.map(({ id }: Json) => id)).toEqual([...cenotes, ...tours].map(({ id }: Json) => id))
    const sorted = (names: string[]): string[] => names.toSorted(new Intl.Collator('en').compare)
    for (const part of [products.slice(0, cenotes.length), products.slice(cenotes.length)]) {
      const names = part.map(({ internalName }: Json) => internalName)
      expect(names).toEqual(sorted(names))
    }
    for (const product of [products[0], products.at(-1)])
      expect((await rest.get(`/octo/v1/products/${product.id}/`)).body).toEqual(product)
  })

  it('have their content in the language of the request', async () => {
    const headers = { 'Octo-Capabilities': 'content', 'Accept-Language': 'es' }
    const { body: product } = await rest.get(`/octo/v1/products/${cenote.id}`, headers)
    const { body } = await rest.get(`/api/partner/cenotes/${cenote.id}`, headers)
    expect(product).toMatchObject({
      locale: 'es',
      title: body.data.name,
      shortDescription: body.data.description,
      description: body.data.longDescription,
      durationMinutesFrom: 120,
    })
    const inclusions = product.features.filter(({ type }: Json) => type === 'INCLUSION')
    expect(inclusions.map(({ shortDescription }: Json) => shortDescription)).toEqual(body.data.pricing.includes)
  })
})

describe('availability over OCTO', () => {
  it('has the slots and departures of the REST API, under ids that find them again', async () => {
    const end = addDays(soon, 20)
    for (const [productId, path] of [
      [cenote.id, `/api/partner/cenotes/${cenote.id}`],
      [tourId, `/booking/tours/${tourId}`],
    ]) {
      const days = (await rest.get(`${path}/availability?startDate=${soon}&endDate=${end}`)).body.data.availability
      const slots = days.flatMap(({ date, timeSlots = [] }: Json) => timeSlots.map((slot: Json) => ({ date, ...slot })))
      const found = await octo('/availability', { productId, localDateStart: soon, localDateEnd: end })
      expect(
        found.map(({ id, vacancies, capacity, available }: Json) => [id.slice(0, 16), vacancies, capacity, available]),
      ).toEqual(slots.map((slot: Json) => [`${slot.date}T${slot.time}`, slot.remaining, slot.capacity, slot.available]))
      const some = [found.at(-1), found[0]]
      const availabilityIds = [...some.map(({ id }) => id), found[0].id.replace(/T\d\d/, 'T03')]
      expect(await octo('/availability', { productId, availabilityIds })).toEqual([found[0], found.at(-1)])
    }
  })

  it('gives nothing for days that are past or too far ahead, and closed days in a calendar', async () => {
    const days = { localDateStart: '2020-01-01', localDateEnd: '2020-01-02' }
    const productId = cenote.id
    expect(await octo('/availability', { productId, ...days })).toEqual([])
    expect(await octo('/availability', { productId, localDate: '2090-01-01' })).toEqual([])
    const closed = { available: false, status: 'CLOSED', vacancies: 0, capacity: 0, openingHours: [] }
    expect(await octo('/availability/calendar', { productId, ...days })).toEqual([
      { localDate: '2020-01-01', ...closed },
      { localDate: '2020-01-02', ...closed },
    ])
  })

  it('covers a year in order, whatever is past of it', async () => {
    const year = { localDateStart: addDays(soon, -200), localDateEnd: addDays(soon, 165) }
    const found = await octo('/availability', { productId: tourId, ...year })
    const ids = found.map(({ id }: Json) => id)
    expect(ids).toEqual([...new Set(ids)].sort())
    expect(ids.at(-1).slice(0, 10) <= year.localDateEnd).toBe(true)
    const calendar = await octo('/availability/calendar', { productId: tourId, ...year })
    expect(calendar).toHaveLength(366)
    const dates = new Set(ids.map((id: string) => id.slice(0, 10)))
    const open = calendar.filter(({ status }: Json) => status !== 'CLOSED')
    expect(open.length).toBeGreaterThan(150)
    expect(open.filter(({ localDate }: Json) => !dates.has(localDate))).toEqual([])
  })

  it('has in a calendar the most places that one availability of the day has, of all places of the day', async () => {
    const range = { localDateStart: soon, localDateEnd: addDays(soon, 20) }
    for (const [productId, path] of [
      [cenote.id, `/api/partner/cenotes/${cenote.id}`],
      [tourId, `/booking/tours/${tourId}`],
    ] as const) {
      const query = `startDate=${range.localDateStart}&endDate=${range.localDateEnd}`
      const { days } = (await rest.get(`${path}/calendar?${query}`)).body.data
      const slots: Json[] = await octo('/availability', { productId, ...range })
      const calendar: Json[] = await octo('/availability/calendar', { productId, ...range })
      expect(calendar.map(({ vacancies, capacity }) => [vacancies, capacity])).toEqual(
        days.map(({ date, capacity }: Json) => [
          Math.max(0, ...slots.filter(({ id }) => id.startsWith(date)).map(({ vacancies }) => vacancies)),
          capacity?.total ?? 0,
        ]),
      )
    }
  })

  it('has the opening hours of a cenote, and none for a tour', async () => {
    const { openTime: from, closeTime: to } = (await rest.get(`/api/partner/cenotes/${cenote.id}`)).body.data.schedule
    const range = { localDateStart: soon, localDateEnd: addDays(soon, 6) }
    for (const [productId, hours] of [
      [cenote.id, [{ from, to }]],
      [tourId, []],
    ] as const) {
      const slots: Json[] = await octo('/availability', { productId, ...range })
      expect(slots.length).toBeGreaterThan(0)
      for (const { openingHours } of slots) expect(openingHours).toEqual(hours)
      const calendar: Json[] = await octo('/availability/calendar', { productId, ...range })
      expect(calendar).toHaveLength(7)
      for (const { openingHours, status } of calendar) expect(openingHours).toEqual(status === 'CLOSED' ? [] : hours)
    }
  })

  it('is available with the status AVAILABLE or LIMITED, and never with another', async () => {
    const range = { localDateStart: addDays(soon, -21), localDateEnd: addDays(soon, 60) }
    const statuses = new Set<string>()
    for (const productId of [cenote.id, tourId])
      for (const units of [undefined, [], [{ id: 'ADULT', quantity: 1 }], minors, crowd])
        for (const path of ['/availability', '/availability/calendar']) {
          const found: Json[] = await octo(path, { productId, ...range, ...(units && { units }) })
          for (const { available, status } of found) {
            expect(available).toBe(status === 'AVAILABLE' || status === 'LIMITED')
            statuses.add(status)
          }
          expect(found.some(({ available }) => available)).toBe(units !== minors && units !== crowd)
        }
    expect([...statuses]).toEqual(expect.arrayContaining(['AVAILABLE', 'CLOSED', 'SOLD_OUT']))
  })

  it('is not there for a party of minors alone, nor for unknown units', async () => {
    const day = { productId: cenote.id, optionId: 'DEFAULT', localDate: soon }
    const children = await octo('/availability', { ...day, units: [{ id: 'CHILD', quantity: 1 }] })
    expect(children.some(({ available }: Json) => available)).toBe(false)
    const family = await rest.post('/octo/v1/availability', { ...day, units: [{ id: 'FAMILY', quantity: 1 }] })
    expect(family).toHaveStatus(400)
    expect(family.body).toMatchObject({ error: 'INVALID_UNIT_ID', unitId: 'FAMILY' })
  })

  it('differs by party and by how the days are named, also from cached data', async () => {
    const day = { productId: cenote.id, optionId: 'DEFAULT', localDate: soon }
    const slots = await octo('/availability', day)
    const twoOf = (id: string) => ({ ...day, units: [{ id, quantity: 2 }] })
    const { localDate: _day, ...product } = day
    for (const [body, expected] of [
      [twoOf('ADULT'), { ids: slots.length, isAvailable: true }],
      [twoOf('CHILD'), { ids: slots.length, isAvailable: false }],
      [
        { ...twoOf('ADULT'), note: 'unknown' },
        { ids: slots.length, isAvailable: true },
      ],
      [
        { ...product, availabilityIds: [slots[1].id] },
        { ids: 1, isAvailable: true },
      ],
      [day, { ids: slots.length, isAvailable: true }],
    ] as const) {
      // Other tests may book meanwhile, which evicts what was cached.
      const { body: found } = await eventually(
        () => rest.post('/octo/v1/availability', body),
        ({ headers }) => headers.get('x-cache') === 'hit',
      )
      expect({ ids: found.length, isAvailable: found.some(({ available }: Json) => available) }).toEqual(expected)
    }
  })
})
