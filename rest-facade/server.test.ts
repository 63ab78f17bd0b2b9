import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { pino } from 'pino'
import { createHttpServer } from '../platform/http-server.ts'
import { scriptedGateway, Refusal, refusal, type ScriptedGateway } from './scripted-gateway.ts'
import { createRestFacade, registerNotFound, restServerOptions } from './server.ts'

const sandbox = { 'x-api-key': 'sk_test_demo' }
const live = { 'x-api-key': 'pk_live_demo' }
const cenoteId = '0b6a4f5e-6f4c-4f6e-9b6a-0123456789ab'

const average = { avg: 25, unit: 'celsius' }
const cenote = {
  id: cenoteId,
  name: 'Gran Cenote',
  slug: 'gran-cenote',
  description: 'Clear water.',
  location: {
    latitude: 20.2,
    longitude: -87.4,
    address: 'Road 109',
    state: 'Quintana Roo',
    municipality: 'Tulum',
    zipCode: null,
    directions: null,
    landmarks: null,
  },
  contact: { phone: '+52 1', email: null, website: null, social: null },
  pricing: {
    adultCents: 35_050,
    childCents: 20_000,
    seniorCents: null,
    currency: 'MXN',
    includes: [],
    excludes: null,
    groupDiscounts: null,
  },
  features: {
    type: 'SEMI_OPEN',
    difficulty: 'BEGINNER',
    depth: { min: 1, max: 9, unit: 'meters' },
    temperature: average,
    visibility: null,
    accessibility: { wheelchairAccessible: false, stairsToWater: null, platformAvailable: true },
  },
  amenities: [
    {
      id: 'lockers',
      name: 'Lockers',
      category: 'facilities',
      available: true,
      costCents: 5_000,
      hours: null,
      requirements: null,
    },
  ],
  capacity: { daily: 100, hourly: 20 },
  bookedToday: 7,
  schedule: { openTime: '09:00', closeTime: '17:00', timezone: 'America/Cancun', daysOpen: ['monday'] },
  rating: { average: 4.7, count: 3, breakdown: { five: 2, four: 1, three: 0, two: 0, one: 0 } },
  images: [],
  guidelines: null,
  weather: null,
  conservation: null,
  certifications: null,
  metadata: { featured: true, popularity: 9.1, lastUpdated: '2026-01-01T00:00:00.000Z', verifiedAt: null },
  isActive: true,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
}
const cenoteList = {
  cenotes: {
    nodes: [cenote],
    totalCount: 31,
    pageInfo: { hasNextPage: true, hasPreviousPage: false, endCursor: 'abc' },
  },
  exchangeRates: { base: 'MXN', rates: [{ currency: 'USD', rate: 0.05 }], lastUpdated: '2026-01-01T00:00:00.000Z' },
}
const created = {
  createReservation: {
    id: cenoteId,
    bookingReference: 'CEN-ABC123',
    status: 'PENDING',
    cenote: { id: cenoteId },
    visitDate: '2027-01-05',
    visitTime: '10:00',
    visitors: { total: 2, adults: 2, children: 0, seniors: 0 },
    pricing: {
      subtotalCents: 70_100,
      discountsCents: 0,
      taxesCents: 11_216,
      feesCents: 0,
      totalCents: 81_316,
      currency: 'MXN',
      breakdown: [{ type: 'adult', name: null, quantity: 2, unitPriceCents: 35_050, totalCents: 70_100 }],
      discounts: [],
    },
    paymentDue: {
      deadline: '2027-01-01T00:00:00.000Z',
      methods: ['credit_card'],
      creditCardUrl: 'https://pay.example/x',
    },
    cancellation: {
      allowed: true,
      deadline: '2027-01-04T15:00:00.000Z',
      policy: { fullRefund: '48_hours', partialRefund: '24_hours', noRefund: 'same_day' },
    },
    confirmationCode: 'CNF-ABC123',
    qrCode: { url: 'https://api.example/api/partner/reservations/x/qr?token=t', data: 'CEN-ABC123' },
    createdAt: '2027-01-01T00:00:00.000Z',
    expiresAt: '2027-01-02T00:00:00.000Z',
  },
}
const fullBody = {
  cenoteId,
  visitDate: '2027-01-05',
  visitors: { adults: 2, children: 0 },
  guest: { name: 'Ana Ruiz', email: 'ana@example.com', phone: '+52 984 123 4567' },
}

let app: FastifyInstance
let gateway: ScriptedGateway

beforeEach(async () => {
  gateway = scriptedGateway({ ListCenotes: cenoteList, ReadCenote: { cenote }, CreateReservation: created })
  const logger = pino({ level: 'silent' })
  const options = { gateway, publicUrl: 'https://api.example', logger }
  app = createHttpServer(logger, restServerOptions)
  app.get('/elsewhere', () => ({ plain: true }))
  await app.register(await createRestFacade(options))
  registerNotFound(app, options)
  await app.ready()
})
afterEach(() => app.close())

const get = (url: string, headers: Record<string, string> = sandbox) => app.inject({ method: 'GET', url, headers })
const post = (url: string, payload: InjectOptions['payload'], headers: Record<string, string> = sandbox) =>
  app.inject({ method: 'POST', url, payload, headers: { 'content-type': 'application/json', ...headers } })

describe('the envelope', () => {
  it('carries data, pagination, rates and the sandbox mark', async () => {
    const answer = await get('/api/partner/cenotes?perPage=1')
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({
      success: true,
      message: 'cenote.listed_successfully',
      data: [
        {
          id: cenoteId,
          pricing: { adult: 350.5 },
          features: { type: 'semi-open' },
          capacity: { current: 7 },
          amenities: [{ cost: 50 }],
        },
      ],
      pagination: { total: 31, perPage: 1, currentPage: 1, lastPage: 31, hasNextPage: true, hasPreviousPage: false },
      currency: { base: 'MXN', rates: { USD: 0.05 } },
      _sandbox: true,
    })
    expect(answer.headers['link']).toBe('<https://api.example/api/partner/cenotes?perPage=1&cursor=abc>; rel="next"')
    expect(answer.headers['x-ratelimit-limit']).toBe('200')
    expect(answer.headers['vary']).toBe('Accept-Language, X-API-Key')
    expect(gateway.asked).toHaveLength(1)
  })

  it('is without the sandbox mark for a live key', async () => {
    expect((await get('/api/partner/cenotes', live)).json()).not.toHaveProperty('_sandbox')
  })

  it('is the same under the path without /api', async () => {
    const [long, short] = [await get('/api/partner/cenotes/x'), await get('/partner/cenotes/x')]
    expect(short.json()).toEqual(long.json())
  })

  it('walks by cursor and names the next one', async () => {
    const answer = await get('/api/partner/cenotes?cursor=xyz')
    expect(answer.json().pagination.nextCursor).toBe('abc')
    expect(gateway.asked[0]?.variables).toMatchObject({ after: 'xyz', first: 15 })
    expect(gateway.asked[0]?.variables).not.toHaveProperty('offset')
  })

  it('takes a sane request id over and makes one otherwise', async () => {
    expect((await get('/api/partner/cenotes', { ...sandbox, 'x-request-id': 'abc-1' })).headers['x-request-id']).toBe(
      'abc-1',
    )
    expect((await get('/api/partner/cenotes', { ...sandbox, 'x-request-id': 'a b' })).headers['x-request-id']).toMatch(
      /^[0-9a-f-]{36}$/,
    )
  })
})

describe('fields and expand', () => {
  it('keeps only the fields named, and id', async () => {
    const [item] = (await get('/api/partner/cenotes?fields=name,location.state')).json().data
    expect(item).toEqual({ id: cenoteId, name: 'Gran Cenote', location: { state: 'Quintana Roo' } })
  })

  it('resolves nothing that the answer does not show', async () => {
    await get('/api/partner/cenotes?fields=name')
    expect(gateway.asked[0]?.variables).toMatchObject({
      longDescription: false,
      guidance: false,
      occupancy: false,
      amenities: false,
      reviews: false,
    })
    await get('/api/partner/cenotes')
    expect(gateway.asked[1]?.variables).toMatchObject({
      longDescription: false,
      guidance: true,
      occupancy: true,
      amenities: true,
      amenityDetail: false,
    })
    await get('/api/partner/cenotes/x?expand=nearby,tours')
    expect(gateway.asked[2]?.variables).toMatchObject({
      longDescription: true,
      amenityDetail: true,
      nearby: true,
      tours: true,
      reviews: false,
    })
  })

  it('refuses names that do not exist', async () => {
    const answer = await get('/api/partner/cenotes?fields=name,colour&expand=moon')
    expect(answer.statusCode).toBe(400)
    expect(answer.json().errors.fields).toEqual({ fields: ['unknown: colour'], expand: ['unknown: moon'] })
  })
})

describe('validation', () => {
  it('names every offending field in Format 2', async () => {
    const answer = await post('/api/partner/reservations', {
      cenoteId: 'no-uuid',
      visitDate: '2026-02-30',
      visitTime: '25:00',
      visitors: { adults: '2', children: -1 },
      guest: { email: 'nobody', phone: '+52 984 123 4567', nationality: 'XX' },
      specialRequests: 'x'.repeat(2_001),
    })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({
      success: false,
      message: 'error.validation',
      error: 'Bad Request',
      statusCode: 400,
      code: 'ERROR_VALIDACION',
      path: '/api/partner/reservations',
      _sandbox: true,
    })
    expect(Object.keys(answer.json().errors.fields).sort()).toEqual(
      [
        'cenoteId',
        'guest.email',
        'guest.name',
        'guest.nationality',
        'specialRequests',
        'visitDate',
        'visitTime',
        'visitors.adults',
        'visitors.children',
      ].sort(),
    )
    expect(gateway.asked.map(({ operationName }) => operationName)).toEqual(['IdentifyCaller'])
  })

  it.each([
    [{ adults: 0, children: 0 }, 'visitors'],
    [{ adults: 30, children: 21 }, 'visitors'],
    [{ adults: 51 }, 'visitors.adults'],
    [{ adults: 1.5 }, 'visitors.adults'],
    [{ children: 1 }, 'visitors.adults'],
  ])('refuses the party %j', async (visitors, field) => {
    const answer = await post('/api/partner/reservations', { ...fullBody, visitors })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().errors.fields).toHaveProperty([field])
  })

  it('speaks the language asked for', async () => {
    const answer = await post('/api/partner/reservations', {}, { ...sandbox, 'accept-language': 'es-MX' })
    expect(answer.headers['content-language']).toBe('es-MX')
    expect(answer.json().errors.fields.cenoteId).toEqual(['es obligatorio'])
  })

  it('answers malformed JSON without fields', async () => {
    const answer = await post('/api/partner/reservations', '{"a":')
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ code: 'ERROR_VALIDACION', errors: { fields: {} }, _sandbox: true })
  })

  it.each([
    'page=0',
    'page=x',
    'page=',
    'perPage=101',
    'perPage=1.5',
    'sortBy=colour',
    'near=91,0',
    'near=here',
    'isActive=yes',
    'rating.min=6',
    'sortBy=location.distance',
    'page=1&page=2',
    'createdAfter=2026-02-30',
  ])('refuses the list query %s', async (query) => {
    const answer = await get(`/api/partner/cenotes?${query}`)
    expect(answer.statusCode).toBe(400)
    expect(Object.keys(answer.json().errors.fields)).toHaveLength(1)
  })

  it('refuses a NUL, which no database text can hold', async () => {
    const mistake = 'must not contain a NUL or half of a surrogate pair'
    expect((await get('/api/partner/cenotes?search=a%00')).json().errors.fields).toEqual({ search: [mistake] })
    const guest = { ...fullBody.guest, name: 'A\0' }
    expect((await post('/api/partner/reservations', { ...fullBody, guest })).json().errors.fields).toEqual({
      'guest.name': [mistake],
    })
  })

  it('reads numbers and booleans of an address', async () => {
    await get(
      '/api/partner/cenotes?page=3&perPage=10&isActive=false&priceRange.min=19.99&near=20.2,-87.4&sortBy=location.distance&sortDirection=asc',
    )
    expect(gateway.asked[0]?.variables).toMatchObject({
      first: 10,
      offset: 20,
      filter: { isActive: false, minAdultCents: 1_999 },
      sort: { field: 'DISTANCE', direction: 'ASC', near: { latitude: 20.2, longitude: -87.4 } },
    })
  })
})

describe('authentication comes first', () => {
  it('answers 401 before 400 and before anything is read', async () => {
    for (const answer of [
      await post('/api/partner/reservations', {}, {}),
      await post('/api/partner/reservations', '{', {}),
      await get('/api/partner/cenotes?page=0', {}),
      await get('/partner/cenotes/x', {}),
    ]) {
      expect(answer.statusCode).toBe(401)
      expect(answer.json().error).toMatchObject({
        code: 'AUTHENTICATION_REQUIRED',
        status: 401,
        messageKey: 'error.auth.authentication_required',
      })
    }
    expect(gateway.asked.every(({ operationName }) => operationName === 'IdentifyCaller')).toBe(true)
  })

  it('refuses a wrong key everywhere', async () => {
    for (const answer of [
      await post('/api/partner/reservations', {}, { 'x-api-key': 'wrong' }),
      await post('/pricing/calculate-complete', {}, { 'x-api-key': 'wrong' }),
      await get('/nowhere', { 'x-api-key': 'wrong' }),
    ]) {
      expect(answer.json().error.code).toBe('INVALID_API_KEY')
    }
  })
})

describe('refusals', () => {
  it('carry the code, details and message of the gateway in Format 1', async () => {
    gateway.answers = { ReadCenote: new Refusal([refusal('CENOTE_NOT_FOUND', { cenoteId: 'x' })]) }
    const answer = await get('/api/partner/cenotes/x', { ...sandbox, 'x-request-id': 'r1' })
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toEqual({
      success: false,
      error: {
        code: 'CENOTE_NOT_FOUND',
        message: 'The cenote does not exist.',
        status: 404,
        details: { cenoteId: 'x' },
        messageKey: 'error.cenote.not_found',
        requestId: 'r1',
      },
      _sandbox: true,
    })
  })

  it('show no internals of an unexpected failure', async () => {
    gateway.answers = { ReadCenote: new Refusal([{ message: 'relation "cenote" does not exist' }]) }
    const answer = await get('/api/partner/cenotes/x')
    expect(answer.statusCode).toBe(500)
    expect(answer.body).not.toContain('relation')
  })

  it('name the field whose value the contract itself refuses', async () => {
    const message = 'Variable "$input" got invalid value "x" at "input.guest.dateOfBirth"; no date'
    gateway.answers = {
      CreateReservation: new Refusal([{ message, extensions: { code: 'BAD_USER_INPUT', status: 400 } }]),
    }
    const answer = await post('/api/partner/reservations', fullBody)
    expect([answer.statusCode, answer.json().errors.fields]).toEqual([400, { 'guest.dateOfBirth': ['is not valid'] }])
  })

  it('say when to come back while a part is down', async () => {
    gateway.answers = { ReadCenote: new Refusal([refusal('SERVICE_UNAVAILABLE')]) }
    const answer = await get('/api/partner/cenotes/x')
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5'])
  })

  it('are 404 for an unknown path, 405 with Allow for a known one, 413 and 415 for bodies', async () => {
    expect((await get('/nowhere')).json()).toMatchObject({ error: { code: 'NOT_FOUND' }, _sandbox: true })
    const wrongMethod = await app.inject({ method: 'DELETE', url: '/api/partner/cenotes', headers: sandbox })
    expect([wrongMethod.statusCode, wrongMethod.headers['allow']]).toEqual([405, 'GET, HEAD'])
    expect((await post('/api/partner/reservations', `"${'x'.repeat(1_048_577)}"`)).statusCode).toBe(413)
    const text = await post('/api/partner/reservations', 'a=b', { ...sandbox, 'content-type': 'text/plain' })
    expect([text.statusCode, text.json().error.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
  })

  it('are the resource’s own 404 for an id of any form', async () => {
    gateway.answers = { ReadCenote: { cenote: null } }
    for (const id of ['%20', 'a'.repeat(1_500), '..%2F..', '%00']) {
      expect((await get(`/api/partner/cenotes/${id}`)).json().error.code).toBe('CENOTE_NOT_FOUND')
    }
    expect((await get('/api/partner/cenotes/%E0%A4%A')).statusCode).toBe(404)
  })
})

describe('reservations', () => {
  it('are created from the full body', async () => {
    const answer = await post('/api/partner/reservations', fullBody, { ...sandbox, 'user-agent': 'kiosk/1' })
    expect(answer.statusCode).toBe(201)
    expect(answer.json().data).toMatchObject({
      status: 'pending',
      cenoteId,
      visitors: { total: 2, breakdown: { adults: 2, children: 0, seniors: 0 } },
      pricing: { subtotal: 701, taxes: 112.16, total: 813.16, breakdown: [{ type: 'adult', unitPrice: 350.5 }] },
      payment: { required: true, instructions: { creditCard: { url: 'https://pay.example/x' } } },
    })
    expect(gateway.asked[0]?.variables['input']).toEqual({
      cenoteId,
      visitDate: '2027-01-05',
      visitors: { adults: 2, children: 0, seniors: 0 },
      guest: { name: 'Ana Ruiz', email: 'ana@example.com', phone: '+52 984 123 4567' },
      services: [],
      metadata: { userAgent: 'kiosk/1' },
    })
  })

  it('are created from the flat body', async () => {
    const body = { cenoteId, date: '2027-01-05T10:00:00Z', visitors: 3, email: 'ana@example.com' }
    expect((await post('/api/partner/reservations', body)).statusCode).toBe(201)
    expect(gateway.asked[0]?.variables['input']).toMatchObject({
      visitDate: '2027-01-05',
      preferredTime: '10:00',
      visitors: { adults: 3, children: 0, seniors: 0 },
      guest: { name: '', email: 'ana@example.com', phone: '' },
    })
  })

  it('name the mistakes of the variant that was meant', async () => {
    const answer = await post('/api/partner/reservations', { date: '2027-01-05T25:00:00Z', visitors: 51, email: 'x' })
    expect(Object.keys(answer.json().errors.fields).sort()).toEqual(['cenoteId', 'date', 'email', 'visitors'])
  })

  it('show their QR code to whoever holds the signed address', async () => {
    gateway.answers = {
      ReadSignedFile: {
        signedFile: { contentType: 'image/png', name: 'qr.png', bytes: Buffer.from('png').toString('base64') },
      },
    }
    const answer = await get('/api/partner/reservations/x/qr?token=t', {})
    expect([answer.statusCode, answer.headers['content-type'], answer.body]).toEqual([200, 'image/png', 'png'])
    expect((await get('/documents/t', {})).statusCode).toBe(404)
    expect((await get('/api/partner/reservations/x/qr', {})).statusCode).toBe(401)
  })

  it('answer the QR envelope or the picture as Accept says', async () => {
    gateway.answers = {
      ReadReservationQrCode: {
        reservation: { id: cenoteId, qrCode: { url: 'https://api.example/q?token=t', data: 'CEN-1' } },
      },
      ReadSignedFile: {
        signedFile: { contentType: 'image/svg+xml', name: 'qr.svg', bytes: Buffer.from('<svg/>').toString('base64') },
      },
    }
    expect((await get('/api/partner/reservations/x/qr')).json().data).toEqual({
      url: 'https://api.example/q?token=t',
      data: 'CEN-1',
      format: 'png',
    })
    const picture = await get('/api/partner/reservations/x/qr', { ...sandbox, accept: 'image/svg+xml' })
    expect([picture.headers['content-type'], picture.body]).toEqual(['image/svg+xml', '<svg/>'])
    expect(gateway.asked.at(-1)?.variables).toEqual({ token: 't', format: 'SVG' })
  })
})

describe('price calculation', () => {
  const price = {
    basePriceCents: 10_000,
    ageAdjustments: [{ category: 'ADULT', quantity: 2, multiplier: 1, subtotalCents: 20_000 }],
    ageAdjustmentsTotalCents: 20_000,
    transportation: null,
    includedServices: [],
    selectedServices: [],
    totalServicesCents: 0,
    automaticDiscounts: [{ id: cenoteId, name: 'Grupo', type: 'QUANTITY_BASED', amountCents: 1_000 }],
    couponDiscount: null,
    subtotalCents: 20_000,
    discountsCents: 1_000,
    taxesCents: 3_040,
    totalCents: 22_040,
    currency: 'MXN',
  }
  const body = { itemType: 'cenote', itemId: cenoteId, ageBreakdown: { adult: 2 }, language: 'fr' }

  it('answers a sentence in the language of the body, in cents, without a key', async () => {
    gateway.answers = { CalculateCenotePrice: { cenote: { id: cenoteId, priceCalculation: price } } }
    const answer = await post('/pricing/calculate-complete', body, {})
    expect(answer.json()).toMatchObject({
      message: 'Prix calculé avec succès : 220.40 MXN au total.',
      data: {
        ageAdjustments: { infant: { quantity: 0 }, adult: { subtotal: 20_000 }, total: 20_000 },
        transportationCost: { total: 0 },
        discounts: { automatic: [{ type: 'quantity_based' }] },
        summary: { total: 22_040 },
      },
      currency: { code: 'MXN', symbol: '$' },
    })
    expect(gateway.asked[0]?.variables).toMatchObject({
      input: { ageBreakdown: { infant: 0, child: 0, teen: 0, adult: 2, senior: 0 } },
    })
    expect(answer.json().data.discounts).not.toHaveProperty('coupon')
    expect((await post('/api/pricing/calculate', body, {})).json()).toEqual(answer.json())
  })

  it('refuses another item type in Format 1 and a malformed id in Format 2', async () => {
    expect((await post('/pricing/calculate-complete', { ...body, itemType: 'hotel' }, {})).json().error.code).toBe(
      'INVALID_ITEM_TYPE',
    )
    expect(
      (await post('/pricing/calculate-complete', { ...body, itemId: 'x', ageBreakdown: {} }, {})).json().errors.fields,
    ).toEqual({
      itemId: ['must be a valid uuid'],
      ageBreakdown: ['must be at least one person'],
    })
  })

  it('refuses in the language of Accept-Language though names were asked for in another', async () => {
    gateway.answers = { CalculateTourPrice: new Refusal([refusal('TOUR_NOT_FOUND')]) }
    const answer = await post('/pricing/calculate-complete', { ...body, itemType: 'tour', language: 'es' }, {})
    expect(answer.json().error.message).toBe('The tour does not exist.')
    const { headers } = gateway.asked.find(({ operationName }) => operationName === 'CalculateTourPrice') ?? {}
    expect(headers?.acceptLanguage).toBe('es')
  })
})

describe('conditional reads', () => {
  it('answer 304 without a body to whoever has the content', async () => {
    const first = await get('/api/partner/cenotes')
    const tag = String(first.headers['etag'])
    expect(tag).toMatch(/^W\/"[\w-]+"$/)
    for (const known of [tag, `"other", ${tag}`, '*', tag.slice(2)]) {
      const again = await get('/api/partner/cenotes', { ...sandbox, 'if-none-match': known })
      expect([again.statusCode, again.body, again.headers['etag']]).toEqual([304, '', tag])
      expect(again.headers['vary']).toContain('X-API-Key')
      expect(again.headers).not.toHaveProperty('content-length')
    }
    expect((await get('/api/partner/cenotes', { ...sandbox, 'if-none-match': 'W/"other"' })).statusCode).toBe(200)
  })

  it('do not mind how long a search took', async () => {
    const search = (searchTimeMs: number) => ({ SearchNearbyCenotes: { nearbyCenotes: { results: [], searchTimeMs } } })
    gateway.answers = search(1.25)
    const first = await get('/api/partner/cenotes/search/nearby?latitude=20&longitude=-87')
    gateway.answers = search(7)
    const second = await get('/api/partner/cenotes/search/nearby?latitude=20&longitude=-87')
    expect(second.headers['etag']).toBe(first.headers['etag'])
    expect(second.json().searchCriteria).toEqual({
      center: { latitude: 20, longitude: -87 },
      radius: 50,
      resultsFound: 0,
      searchTime: 7,
    })
  })
})

describe('the server around it', () => {
  it('keeps its own routes untouched', async () => {
    const answer = await get('/elsewhere')
    expect(answer.json()).toEqual({ plain: true })
    expect(answer.headers).not.toHaveProperty('etag')
  })

  it('publishes the reference as OpenAPI 3.1', async () => {
    const document = (await get('/openapi.json')).json()
    expect(document.openapi).toBe('3.1.0')
    expect(Object.keys(document.paths)).toEqual(
      expect.arrayContaining([
        '/api/partner/cenotes/{id}',
        '/api/partner/reservations/{id}/cancel',
        '/pricing/calculate-complete',
        '/documents/{token}',
      ]),
    )
    expect(Object.keys(document.paths).some((path) => path.startsWith('/partner'))).toBe(false)
    expect((await get('/docs')).statusCode).toBeLessThan(400)
  })

  it('is healthy while the gateway answers and says so when it does not', async () => {
    expect((await get('/api/system/health', {})).json()).toMatchObject({ success: true, data: { status: 'healthy' } })
    gateway.execute = async () => ({ errors: [refusal('SERVICE_UNAVAILABLE')], headers: {} })
    expect((await get('/api/system/health', {})).statusCode).toBe(503)
    expect((await get('/api/system/status', {})).statusCode).toBe(503)
  })
})
