import { beforeAll, describe, expect, it } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { insertReviews } from '../testkit/catalog-rows.ts'
import { partner, sharedTestProduct, type Json, type SharedProduct } from '../testkit/product.ts'

const id = demoId('cenote', 'gran-cenote')
const path = `/api/partner/cenotes/${id}`
let product: SharedProduct
let rest: ReturnType<typeof partner>
const read = async (query: string, headers?: Record<string, string>): Promise<Json> => {
  const { status, body } = await rest.get(query, headers)
  expect([query, status]).toEqual([query, 200])
  return body
}

beforeAll(async () => {
  product = await sharedTestProduct()
  rest = partner(product.url)
})

const text = expect.any(String)
const number = expect.any(Number)
const truth = expect.any(Boolean)
const texts = expect.arrayContaining([text])
const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
const date = expect.stringMatching(/^\d{4}-\d\d-\d\d$/)
const average = { avg: number, unit: text }

/** Fields of a cenote that a list has. */
const listed = {
  id,
  name: 'Gran Cenote',
  slug: 'gran-cenote',
  description: text,
  location: {
    latitude: 20.2464,
    longitude: -87.4642,
    address: text,
    state: 'Quintana Roo',
    municipality: 'Tulum',
    zipCode: text,
    directions: text,
    landmarks: texts,
  },
  contact: { phone: text, email: text, website: text, social: { facebook: text, instagram: text, tripadvisor: text } },
  pricing: {
    adult: 500,
    child: 400,
    senior: 425,
    currency: 'MXN',
    includes: texts,
    excludes: texts,
    groupDiscounts: [{ minSize: 8, discount: 0.1 }],
  },
  features: {
    type: 'semi-open',
    depth: { min: number, max: number, unit: 'meters' },
    temperature: { avg: number, unit: 'celsius' },
    visibility: { avg: number, unit: 'meters' },
    difficulty: 'beginner',
    accessibility: { wheelchairAccessible: false, stairsToWater: number, platformAvailable: true },
  },
  amenities: expect.arrayContaining([
    { id: 'parking', name: 'Parking', category: 'facilities', available: true, cost: 0, hours: text },
    {
      id: 'lockers',
      name: 'Lockers',
      category: 'facilities',
      available: true,
      cost: 30,
      hours: text,
      requirements: texts,
    },
  ]),
  capacity: { daily: number, hourly: number, current: 0 },
  schedule: { openTime: '08:00', closeTime: '17:00', timezone: 'America/Cancun', daysOpen: texts, cutoffs: [] },
  bookingCutoffMinutes: 0,
  rating: { average: number, count: number, breakdown: { 1: number, 2: number, 3: number, 4: number, 5: number } },
  images: expect.arrayContaining([
    { id: text, url: expect.stringMatching(/^https?:/), alt: text, type: 'main', order: 1 },
    { id: text, url: expect.stringMatching(/^https?:/), alt: text, type: 'gallery', order: 2 },
  ]),
  guidelines: { beforeVisit: texts, duringVisit: texts, safety: texts },
  weather: {
    bestVisitingMonths: texts,
    rainySeasonImpact: text,
    temperature: { water: average, air: { min: number, max: number, unit: 'celsius' } },
  },
  conservation: {
    status: text,
    protectedBy: text,
    conservation_efforts: texts,
    impact: { environmental: text, community: text, economic: text },
  },
  metadata: { featured: true, popularity: number, lastUpdated: instant, verifiedAt: instant },
  isActive: true,
  createdAt: instant,
  updatedAt: instant,
}

const nearby = {
  id: text,
  name: text,
  location: { latitude: number, longitude: number },
  distance: { km: number, miles: number },
  rating: number,
  pricing: { adult: number, currency: 'MXN' },
  available: truth,
}

describe('a cenote', () => {
  it('has every documented field in a list', async () => {
    const { data } = await read('/api/partner/cenotes?perPage=100')
    const found = data.find((cenote: Json) => cenote.id === id)
    const { certifications = [], ...others } = found
    expect(others).toEqual(listed)
    expect(certifications.every(({ criteria }: Json) => criteria.length > 0)).toBe(true)
    // Not every cenote has them.
    const certified = data.filter((cenote: Json) => 'certifications' in cenote)
    expect(certified.length).toBeGreaterThan(0)
    for (const cenote of certified)
      for (const certification of cenote.certifications)
        expect(certification).toEqual({ name: text, issuer: text, validUntil: date, criteria: texts })
  })

  it('has its long description and all of its amenities when it is read', async () => {
    const { data, message } = await read(path)
    const { certifications: _, longDescription, amenities, ...others } = data
    expect(message).toBe('cenote.retrieved_successfully')
    expect(longDescription.length).toBeGreaterThan(others.description.length)
    const { amenities: __, ...shared } = listed
    expect(others).toEqual(shared)
    const names = new Set(amenities.flatMap((amenity: Json) => Object.keys(amenity)))
    for (const name of ['description', 'icon', 'capacity', 'features', 'menu', 'hours', 'requirements'])
      expect(names).toContain(name)
    for (const { menu = [] } of amenities)
      for (const dish of menu) expect(dish).toEqual({ item: text, price: number, description: text })
  })

  it('shows the members of expansions, in the list as in the detail', async () => {
    const expand = 'expand=amenities,reviews,availability,nearby,tours'
    const list = await read(`/api/partner/cenotes?perPage=100&fields=id&${expand}`)
    const { data } = await read(`${path}?fields=id&${expand}`)
    expect(list.data.find((cenote: Json) => cenote.id === id)).toEqual(data)
    expect(Object.keys(data).sort()).toEqual(['amenities', 'availability', 'id', 'nearby', 'reviews', 'tours'])
    expect(data.amenities.some((amenity: Json) => 'description' in amenity)).toBe(true)
  })

  it('shows of an expansion what `fields` names of it, all of it when it names none', async () => {
    const expand = 'expand=reviews,tours,nearby,availability'
    const fields = 'fields=reviews.title,tours.name,nearby.distance.km,availability.dateRange'
    const { data } = await read(`${path}?${expand}&${fields}`)
    expect(data.reviews[0]).toEqual({ title: text })
    expect(data.tours[0]).toEqual({ name: text })
    expect(data.nearby[0]).toEqual({ distance: { km: number } })
    expect(Object.keys(data.availability)).toEqual(['dateRange'])
    const whole = (await read(`${path}?${expand}&fields=name`)).data
    expect(whole.reviews).toEqual((await read(`${path}?expand=reviews`)).data.reviews)
  })

  it('has its latest 10 reviews, the last one first', async () => {
    const reviewed = demoId('cenote', 'xkeken')
    // More reviews than a response shows, the last one first.
    await insertReviews(product.database('catalog'), reviewed, 12)
    const { data } = await read(`/api/partner/cenotes/${reviewed}?expand=reviews`)
    expect(data.reviews.map(({ title }: Json) => title)).toEqual(
      Array.from({ length: 10 }, (_, index) => `Title ${12 - index}`),
    )
    expect(data.reviews[0]).toEqual({
      id: text,
      rating: 5,
      title: 'Title 12',
      content: 'Content',
      author: 'Author',
      date: '2026-01-13',
      verified: false,
      helpful: 0,
      photos: [],
    })
    expect((await read(path)).data).not.toHaveProperty('reviews')
  })

  it('has its 5 closest neighbours within 50 km, as the search around it finds them', async () => {
    const { data } = await read(`${path}?expand=nearby`)
    expect(data.nearby).toHaveLength(5)
    for (const neighbour of data.nearby) expect(neighbour).toEqual(nearby)
    const { latitude, longitude } = data.location
    const around = await read(
      `/api/partner/cenotes/search/nearby?latitude=${latitude}&longitude=${longitude}&radius=50&limit=6`,
    )
    expect(around.data.filter((cenote: Json) => cenote.id !== id)).toEqual(data.nearby)
    expect(around.searchCriteria).toEqual({
      center: { latitude, longitude },
      radius: 50,
      resultsFound: 6,
      searchTime: number,
    })
    expect(around.searchCriteria.searchTime).toBeGreaterThan(0)
  })

  it('has today and the next 6 days of availability, and the tours that visit it', async () => {
    const { data } = await read(`${path}?expand=availability,tours`)
    const { start, end } = data.availability.dateRange
    expect(Date.parse(end) - Date.parse(start)).toBe(6 * 86_400_000)
    expect(data.availability).toEqual((await read(`${path}/availability?startDate=${start}&endDate=${end}`)).data)
    const tours = await read(`/booking/tours?cenoteId=${id}&perPage=100`)
    expect(data.tours.length).toBeGreaterThan(0)
    expect(data.tours).toEqual(tours.data)
  })

  it('returns the same under every documented path', async () => {
    const today = (await read(`${path}?expand=availability`)).data.availability.dateRange.start
    expect(await read(path.replace('/api', ''))).toEqual(await read(path))
    const availability = await read(`${path}/availability?startDate=${today}&visitors=2`)
    expect(await read(`/api/partner/availability/${id}?startDate=${today}&visitors=2`)).toEqual(availability)
    expect(await read(`/partner/availability/${id}?startDate=${today}&visitors=2`)).toEqual(availability)
  })
})

describe('the list of cenotes', () => {
  it('returns the same with a trailing slash', async () => {
    const { status, body } = await rest.get('/api/partner/cenotes/?perPage=2')
    expect([status, body]).toEqual([200, (await rest.get('/api/partner/cenotes?perPage=2')).body])
    expect(await rest.post('/api/partner/cenotes/', {})).toHaveStatus(405)
    expect((await rest.get('/api/partner/nothing/')).body.error.code).toBe('NOT_FOUND')
  })

  it('has the rate of each currency for one MXN', async () => {
    const { currency } = await read('/api/partner/cenotes?perPage=1')
    expect(currency).toEqual({
      base: 'MXN',
      rates: expect.objectContaining({ MXN: 1, USD: number }),
      lastUpdated: instant,
    })
    expect(currency.rates.USD).toBeGreaterThan(0)
    expect(currency.rates.USD).toBeLessThan(1)
  })

  it('can be paged to the end by its cursors, each cenote once, as its pages have it', async () => {
    const query = '/api/partner/cenotes?sortBy=rating&fields=name'
    const all = await read(`${query}&perPage=100`)
    const walked: Json[] = []
    let next: string | null = `${product.url}${query}&perPage=4`
    while (next !== null) {
      const { body, headers }: { body: Json; headers: Headers } = await rest.get(next)
      walked.push(...body.data)
      expect(body.pagination.hasNextPage).toBe(headers.has('link'))
      next = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? null
      if (next === null) expect(body.pagination).toMatchObject({ nextCursor: null, total: all.data.length })
    }
    expect(walked).toEqual(all.data)
    const page = await read(`${query}&perPage=4&page=3`)
    expect(page.data).toEqual(all.data.slice(8, 12))
    expect(page.pagination).toEqual({
      total: all.data.length,
      perPage: 4,
      currentPage: 3,
      lastPage: Math.ceil(all.data.length / 4),
      hasNextPage: true,
      hasPreviousPage: true,
    })
  })

  it.each([
    ['location.state=YUCATAN', ({ location }: Json) => location.state === 'Yucatán'],
    ['location.municipality=tulum', ({ location }: Json) => location.municipality === 'Tulum'],
    ['hasAmenity=restaurant', ({ amenities }: Json) => amenities.some((amenity: Json) => amenity.id === 'restaurant')],
    ['priceRange.min=150&priceRange.max=300', ({ pricing }: Json) => pricing.adult >= 150 && pricing.adult <= 300],
    ['rating.min=4.5', ({ rating }: Json) => rating.average >= 4.5],
    ['createdAfter=2024-01-01', ({ createdAt }: Json) => createdAt >= '2024-01-01'],
    ['createdBefore=2024-01-01', ({ createdAt }: Json) => createdAt < '2024-01-02'],
  ])('is narrowed by %s to exactly those', async (filter, holds) => {
    const all = await read('/api/partner/cenotes?perPage=100')
    const narrowed = await read(`/api/partner/cenotes?perPage=100&${filter}`)
    const expected = all.data.filter(holds)
    expect(expected.length).toBeGreaterThan(0)
    expect(expected.length).toBeLessThan(all.data.length)
    expect(narrowed.data).toEqual(expected)
    expect(narrowed.pagination.total).toBe(expected.length)
  })

  it('is found by texts in the requested language, whatever their accents', async () => {
    const total = async (search: string, language: string): Promise<number> =>
      (await read(`/api/partner/cenotes?search=${encodeURIComponent(search)}`, { 'Accept-Language': language }))
        .pagination.total
    expect(await total('ESTALÁCTITAS', 'es')).toBeGreaterThan(0)
    expect(await total('estalactitas', 'es-MX')).toBe(await total('ESTALÁCTITAS', 'es'))
    expect(await total('estalactitas', 'en')).toBe(0)
  })

  it.each([
    ['en', 'en'],
    ['es', 'es'],
    ['es-MX', 'es-MX'],
    ['fr, es;q=0.5', 'es'],
    ['de', 'en'],
  ])('requested in %s is in %s', async (accepted, used) => {
    const { headers, body } = await rest.get(path, { 'Accept-Language': accepted })
    expect(headers.get('content-language')).toBe(used)
    expect(body.data.pricing.includes[0]).toBe(used === 'en' ? 'Entrance' : 'Entrada')
  })
})
