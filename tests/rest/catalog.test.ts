import { beforeAll, describe, expect, it } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { partner, sharedTestProduct, type Json, type SharedProduct } from '../testkit/product.ts'

const cenoteId = demoId('cenote', 'gran-cenote')
let product: SharedProduct
let rest: ReturnType<typeof partner>
/** Without a key, which has few requests a minute: used only where that is the point. */
let anybody: ReturnType<typeof partner>

beforeAll(async () => {
  product = await sharedTestProduct()
  rest = partner(product.url)
  anybody = partner(product.url, null)
})

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
        'bookingCutoffMinutes capacity cenoteIds createdAt departures description durationMinutes excludes id images includes isActive minParty name pricing slug startTimes stops timezone updatedAt'.split(
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
    expect(bad).toHaveStatus(400)
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

  it('that are zones cost what a calculation charges there, with the same minutes', async () => {
    const pickupFrom = async (itemType: string, itemId: string, { latitude, longitude }: Json): Promise<Json> => {
      const pickup = { transportationType: 'hotel_pickup', pickupLatitude: latitude, pickupLongitude: longitude }
      const body = { itemType, itemId, ageBreakdown: { adult: 1 }, ...pickup }
      const { total, minutesBefore } = (await rest.post('/pricing/calculate-complete', body)).body.data
        .transportationCost
      return { price: total, minutesBefore }
    }
    const zonesOf = async (address: string): Promise<Json[]> =>
      (await rest.get(`${address}/meeting-points`)).body.data.filter(({ type }: Json) => type === 'pickup_zone')
    for (const [itemType, list, address] of [
      ['tour', '/booking/tours?perPage=100&fields=id', '/booking/tours'],
      ['cenote', '/api/partner/cenotes?perPage=100&fields=id', '/cenotes'],
    ] as const) {
      let zones = 0
      for (const { id } of (await rest.get(list)).body.data)
        for (const { location, price, minutesBefore } of await zonesOf(`${address}/${id}`)) {
          expect(await pickupFrom(itemType, id, location)).toEqual({ price, minutesBefore })
          zones += 1
        }
      expect(zones).toBeGreaterThan(1)
    }
  })

  it('use the requested language', async () => {
    const [{ id }] = (await rest.get('/booking/tours')).body.data
    const [en, es, mx] = await Promise.all(
      ['en', 'es', 'es-MX'].map((language) =>
        rest.get(`/booking/tours/${id}/meeting-points`, { 'Accept-Language': language }),
      ),
    )
    expect([en, es, mx].map((response) => response?.headers.get('content-language'))).toEqual(['en', 'es', 'es-MX'])
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
