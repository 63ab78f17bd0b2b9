import { beforeAll, describe, expect, it } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { issueTestKey, newPartner } from '../testkit/issue.ts'
import { keys, nextSaturday, partner, sharedTestProduct, type SharedProduct } from '../testkit/product.ts'

const cenoteId = demoId('cenote', 'gran-cenote')
const good = {
  cenoteId,
  visitDate: nextSaturday(),
  visitTime: '10:00',
  visitors: { adults: 1, children: 0 },
  guest: { name: 'Eva', email: 'eva@example.com', phone: '+52 1' },
}
let product: SharedProduct
let rest: ReturnType<typeof partner>

beforeAll(async () => {
  product = await sharedTestProduct()
  rest = partner(product.url, (await newPartner(product)).apiKey)
})

describe('a bad request', () => {
  const formatTwo = async (body: unknown): Promise<Record<string, string[]>> => {
    const response = await rest.post('/api/partner/reservations', body)
    expect(response).toHaveStatus(400)
    expect(response.body).toMatchObject({
      success: false,
      statusCode: 400,
      code: 'ERROR_VALIDACION',
      path: '/api/partner/reservations',
      _sandbox: true,
    })
    expect(Date.parse(response.body.timestamp)).not.toBeNaN()
    return response.body.errors.fields
  }

  it('with a field named like a member of Object.prototype names it', async () => {
    const response = await rest.post('/pricing/validate-age-breakdown', { adult: 1, constructor: -1 })
    expect([response.status, response.body.errors.fields.constructor]).toEqual([400, [expect.any(String)]])
  })

  it('with members of Object.prototype names them as unknown, however they are written', async () => {
    const { guest, ...rest } = good
    const body = JSON.stringify({ ...rest, guest: { ...guest, own: 0 } }).replace('"own":0', '"__proto__":{"a":1}')
    const fields = await formatTwo(body.replace('{', '{"__proto__":{"a":1},"constructor":{"prototype":1},'))
    expect(Object.keys(fields).toSorted()).toEqual(['__proto__', 'constructor', 'guest.__proto__'])
    expect(fields['constructor']?.[0]).toMatch(/^is unknown/)
  })

  it('of malformed JSON is 400 without fields', async () => {
    expect(await formatTwo('{"cenoteId":')).toEqual({})
  })

  it('of wrong types names every field', async () => {
    const fields = await formatTwo({
      ...good,
      cenoteId: 'x',
      visitDate: '2026-02-30',
      visitTime: '25:00',
      visitors: { adults: 1.5, children: -1 },
      guest: { name: 7, email: 'no', phone: '+52 1' },
    })
    expect(Object.keys(fields).sort()).toEqual([
      'cenoteId',
      'guest.email',
      'guest.name',
      'visitDate',
      'visitTime',
      'visitors.adults',
      'visitors.children',
    ])
  })

  it.each([
    ['nobody', { visitors: { adults: 0, children: 0 } }],
    ['more than 50 people', { visitors: { adults: 51, children: 0 } }],
    ['a NUL in a name', { guest: { ...good.guest, name: 'E\u0000va' } }],
  ])('with %s is 400', async (_what, changes) => {
    expect(Object.keys(await formatTwo({ ...good, ...changes }))).not.toHaveLength(0)
  })

  it.each([
    ['guest.name', { name: 'E\uD800va' }],
    ['guest.name', { name: ' \t ' }],
    ['guest.email', { email: 'eva@example.com\r\nBcc: all@example.com' }],
    ['guest.email', { email: '@example.com' }],
    ['guest.email', { email: 'josé@-bücher.example' }],
    ['guest.phone', { phone: 'call me' }],
    ['guest.nationality', { nationality: 'XX' }],
    ['guest.nationality', { nationality: 'MEX' }],
    ['guest.dateOfBirth', { dateOfBirth: '1981-02-29' }],
    ['guest.dateOfBirth', { dateOfBirth: '2999-01-01' }],
    ['guest.emergencyContact.phone', { emergencyContact: { name: 'Luis', relationship: 'husband' } }],
    ['guest.preferences', { preferences: 'vegan' }],
    ['guest.preferences', { preferences: { text: 'x'.repeat(2_001) } }],
    ['guest.preferences', { preferences: { a: JSON.parse(`${'['.repeat(16)}1${']'.repeat(16)}`) } }],
    ['guest.loyaltyMember.id', { loyaltyMember: { id: '\uDC00' } }],
  ])('names %s when it is %j', async (field, changes) => {
    expect(Object.keys(await formatTwo({ ...good, guest: { ...good.guest, ...changes } }))).toEqual([field])
  })

  it.each([
    ['cenoteId', { cenoteId: 'gran-cenote' }],
    ['visitDate', { visitDate: '2026-02-30' }],
    ['visitDate', { visitDate: '28/11/2026' }],
    ['visitTime', { visitTime: '25:00' }],
    ['visitTime', { visitTime: '9:00' }],
    ['visitors', { visitors: 3 }],
    ['visitors.adults', { visitors: { adults: '2', children: 0 } }],
    ['visitors.adults', { visitors: { children: 2 } }],
    ['services.1.quantity', { services: [{ id: 'a' }, { id: 'b', quantity: 0 }] }],
    ['services.0.pickup.time', { services: [{ id: 'a', pickup: { location: 'Hotel', time: '24:00' } }] }],
    ['specialRequests', { specialRequests: 'x'.repeat(2_001) }],
    ['promoCode', { promoCode: '' }],
    ['metadata.source', { metadata: { source: 7 } }],
  ])('names %s when it is wrong: %j', async (field, changes) => {
    expect(Object.keys(await formatTwo({ ...good, ...changes }))).toEqual([field])
  })

  it.each([
    ['children alone', { visitors: { adults: 0, children: 2 } }, 422, 'INVALID_AGE_BREAKDOWN'],
    ['an unknown cenote', { cenoteId: '00000000-0000-4000-8000-000000000000' }, 404, 'CENOTE_NOT_FOUND'],
    ['a past date', { visitDate: '2020-01-01' }, 422, 'CENOTE_NOT_AVAILABLE'],
    ['a time that is no slot', { visitTime: '10:30' }, 422, 'CENOTE_NOT_AVAILABLE'],
    ['an inactive cenote', { cenoteId: demoId('cenote', 'verde-lucero') }, 422, 'CENOTE_NOT_AVAILABLE'],
    ['more people than the slot holds', { visitors: { adults: 40, children: 0 } }, 422, 'INSUFFICIENT_CAPACITY'],
    ['an unknown coupon', { promoCode: 'NOPE' }, 404, 'COUPON_NOT_FOUND'],
    ['an expired coupon', { promoCode: 'EXPIRED2024' }, 422, 'COUPON_EXPIRED'],
    ['a coupon used up', { promoCode: 'SOLDOUT' }, 422, 'COUPON_usage_LIMIT_REACHED'],
    ['an unknown service', { services: [{ id: demoId('nothing', 'here') }] }, 404, 'SERVICE_NOT_FOUND'],
  ])('with %s is its own error', async (_what, changes, status, code) => {
    const response = await rest.post('/api/partner/reservations', { ...good, ...changes })
    expect(response.body).toMatchObject({ success: false, error: { code, status } })
    expect(response).toHaveStatus(status)
  })

  it('of 5 MB is 413, of another type 415', async () => {
    const large = await rest.post('/api/partner/reservations', { ...good, specialRequests: 'x'.repeat(5_000_000) })
    expect([large.status, large.body.error.code]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
    const graph = await rest.post('/graphql', { query: 'x'.repeat(5_000_000) })
    expect([graph.status, graph.body.errors[0].extensions.code]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
    const xml = await rest.post('/api/partner/reservations', '<a/>', { 'Content-Type': 'application/xml' })
    expect([xml.status, xml.body.error.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
  })

  it('of an unknown path is 404, of a wrong method 405 with Allow', async () => {
    const unknown = await rest.get('/api/partner/nothing')
    expect([unknown.status, unknown.body.error.code]).toEqual([404, 'NOT_FOUND'])
    const wrong = await rest.send('DELETE', '/api/partner/cenotes')
    expect([wrong.status, wrong.body.error.code]).toEqual([405, 'METHOD_NOT_ALLOWED'])
    expect(wrong.headers.get('allow')).toContain('GET')
  })

  it.each(['nothing', '%00', '%27%3B--', 'CEN-000000', '../../etc/passwd', 'x'.repeat(500)])(
    'for the reservation %s is 404',
    async (id) => {
      const response = await rest.get(`/api/partner/reservations/${id}`)
      expect(response).toHaveStatus(404)
    },
  )

  it('without a key is 401, with a bad or revoked one too, before anything else is looked at', async () => {
    const cases = [
      [null, 'AUTHENTICATION_REQUIRED'],
      ['nonsense', 'INVALID_API_KEY'],
      ['sk_test_unknown_key', 'INVALID_API_KEY'],
      [keys.revoked, 'INVALID_API_KEY'],
    ] as const
    for (const [key, code] of cases) {
      for (const response of [
        await partner(product.url, key).post('/api/partner/reservations', { wrong: true }),
        await partner(product.url, key).get('/api/partner/cenotes'),
      ]) {
        expect([response.status, response.body.error.code]).toEqual([401, code])
        expect(response.body._sandbox).toBeUndefined()
      }
    }
  })

  it('without the scope is 403 and names it', async () => {
    const response = await partner(product.url, keys.readonly).post('/api/partner/reservations', good)
    expect(response).toHaveStatus(403)
    expect(response.body.error).toMatchObject({
      code: 'INSUFFICIENT_PERMISSIONS',
      details: { requiredScopes: ['reservations:write'] },
    })
  })

  const forged = Buffer.from('{"id":"1\' OR 1=1"}').toString('base64url')
  it.each(['x', 'AAAA', forged, '%00', '..%2F..%2Fetc', 'x'.repeat(4_000)])(
    'with the cursor %s is 400 on both lists',
    async (cursor) => {
      for (const list of ['reservations', 'cenotes']) {
        const response = await rest.get(`/api/partner/${list}?cursor=${cursor}`)
        expect([response.status, response.body.code ?? response.body.error.code]).toEqual([
          400,
          expect.stringMatching(/^(INVALID_CURSOR|ERROR_VALIDACION)$/),
        ])
      }
    },
  )

  it('with a cursor of other filters, or one changed by a letter, is 400 INVALID_CURSOR', async () => {
    const page = await rest.get('/api/partner/cenotes?perPage=2')
    const next = /<([^>]+)>/.exec(page.headers.get('link') ?? '')?.[1] ?? ''
    const cursor = new URL(next).searchParams.get('cursor') ?? ''
    expect(await rest.get(`/api/partner/cenotes?perPage=2&cursor=${cursor}`)).toHaveStatus(200)
    const bent = `${cursor.slice(0, 8)}${cursor[8] === 'A' ? 'B' : 'A'}${cursor.slice(9)}`
    for (const query of [`perPage=2&cursor=${bent}`, `perPage=2&search=azul&cursor=${cursor}`]) {
      const response = await rest.get(`/api/partner/cenotes?${query}`)
      expect([response.status, response.body.error?.code]).toEqual([400, 'INVALID_CURSOR'])
    }
    const elsewhere = await partner(product.url, keys.live).get(`/api/partner/cenotes?perPage=2&cursor=${cursor}`)
    expect(elsewhere.status).toBeLessThan(500)
  })

  it.each([
    ['nothing', '', 'start_date_required'],
    ['a past day', 'startDate=2020-01-01', 'start_date_in_past'],
    ['no day of the calendar', 'startDate=2026-02-30', 'start_date_malformed'],
    ['an end before the start', `startDate=${good.visitDate}&endDate=2020-01-01`, 'end_date_not_after_start_date'],
    ['more than 30 days', `startDate=${good.visitDate}&endDate=2099-01-01`, 'range_over_30_days'],
  ])('for the availability of %s is 422 and names the rule', async (_what, query, rule) => {
    const response = await rest.get(`/api/partner/cenotes/${cenoteId}/availability?${query}`)
    expect([response.status, response.body.error?.code]).toEqual([422, 'AVAILABILITY_CHECK_FAILED'])
    expect(response.body.error.details.rule).toBe(rule)
  })

  it.each(['page=0', 'perPage=101', 'perPage=many', 'sortBy=nothing', 'fields=nothing', 'expand=nothing'])(
    'for a list with %s is 400 and names the parameter',
    async (query) => {
      const response = await rest.get(`/api/partner/cenotes?${query}`)
      expect([response.status, response.body.code]).toEqual([400, 'ERROR_VALIDACION'])
      expect(Object.keys(response.body.errors.fields).join()).toContain(query.split('=')[0])
    },
  )

  it('for an unknown cenote is 404 wherever it is named', async () => {
    for (const id of ['nothing', '00000000-0000-4000-8000-000000000000', '%00']) {
      for (const address of ['', '/availability?startDate=2099-01-01']) {
        const response = await rest.get(`/api/partner/cenotes/${id}${address}`)
        expect([response.status, response.body.error?.code]).toEqual([404, 'CENOTE_NOT_FOUND'])
      }
    }
  })

  const hostile: unknown[] = [
    'null',
    '[]',
    '"text"',
    '0',
    '{}',
    '{"__proto__":{"status":"confirmed"},"constructor":1}',
    ...[null, [], {}, '', 'a\u0000b', '\ud800', -1, 1.5, 1e308, '9'.repeat(400), true].map((value) => ({
      ...Object.fromEntries(
        [
          ...['cenoteId', 'visitDate', 'visitTime', 'visitors', 'guest', 'services', 'promoCode', 'metadata', 'reason'],
          ...['refund', 'actualVisitors', 'checkedInAt', 'completedAt', 'code', 'subtotal', 'itemType', 'itemId'],
          ...['ageBreakdown', 'selectedServices', 'pickupLatitude', 'currency', 'language', 'infant', 'adult', 'date'],
          ...['totalPeople', 'residency', 'note', 'paymentId', 'staff', 'query', 'variables', 'operationName'],
        ].map((name) => [name, value]),
      ),
    })),
  ]
  const unknown = `/api/partner/reservations/${demoId('nothing', 'here')}`
  it.each([
    ['POST', '/api/partner/reservations'],
    ['PATCH', unknown],
    ['POST', `${unknown}/confirm`],
    ['POST', `${unknown}/cancel`],
    ['POST', `${unknown}/checkin`],
    ['POST', `${unknown}/complete`],
    ['POST', '/pricing/calculate-complete'],
    ['POST', '/pricing/validate-age-breakdown'],
    ['POST', '/public/discount-rules/auto-apply'],
    ['POST', '/coupons/validate'],
    ['POST', '/coupons/check'],
    ['POST', '/graphql'],
  ])('of hostile values to %s %s is invalid input, never an internal error', async (method, address) => {
    for (const value of hostile) {
      const response = await rest.send(method, address, value)
      // Empty bodies are valid for some; what matters is that it is not an internal error.
      if (response.status >= 500) throw new Error(`${JSON.stringify(value)} -> ${JSON.stringify(response.body)}`)
    }
  })

  const deep = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)
  it('to REST nested very deep is 400', async () => {
    expect(await rest.post('/api/partner/reservations', deep(100_000))).toHaveStatus(400)
    const preferences = `{"guest":{"preferences":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_001)}}`
    for (const path of [
      '/api/partner/reservations',
      '/api/partner/reservations/x/cancel',
      '/pricing/calculate-complete',
    ]) {
      const response = await rest.send('POST', path, preferences, { 'Accept-Language': 'es' })
      expect([response.status, response.body.code]).toEqual([400, 'ERROR_VALIDACION'])
      expect(response.body.errors.messages).toEqual(['El cuerpo no debe anidar más de 64 niveles.'])
    }
  })

  it('changes nothing: after all of these there is no reservation and no event, and no place is taken', async () => {
    const lists = await Promise.all(['/api/partner/reservations', '/events'].map((address) => rest.get(address)))
    expect(lists.map(({ body }) => body.data)).toEqual([[], []])
    const { body } = await rest.get(`/api/partner/cenotes/${cenoteId}/availability?startDate=${good.visitDate}`)
    expect(body.data.availability[0].capacity).toMatchObject({ booked: 0 })
  })
})

describe('contact details that programs write differently', () => {
  const phone = '\u202a+52\u00a0998\u202f123\u20114567\u202c'
  const plain = '+52 998 123-4567'

  it.each(['ana@bücher.example', 'josé@example.com', '用户@例子.广告'])(
    'are accepted in REST and GraphQL, and telephone numbers made plain: %s',
    async (email) => {
      const emergencyContact = { name: 'Luis', phone, relationship: 'brother' }
      const created = await rest.post('/api/partner/reservations', {
        ...good,
        guest: { name: 'Ana', email, phone, emergencyContact },
      })
      expect(created).toHaveStatus(201)
      const shown = `reservation { guest { email phone emergencyContact { phone } } participants { contact { phone } } }`
      const { body } = await rest.graphql(
        `mutation ($input: ModifyReservationInput!) { modifyReservation(input: $input) { ${shown} } }`,
        {
          input: {
            id: created.body.data.id,
            guest: { email: `x${email}`, phone },
            participants: [{ category: 'ADULT', contact: { phone, email } }],
          },
        },
      )
      expect(body).toEqual({
        data: {
          modifyReservation: {
            reservation: {
              guest: { email: `x${email}`, phone: plain, emergencyContact: { phone: plain } },
              participants: [{ contact: { phone: plain } }],
            },
          },
        },
        extensions: expect.anything(),
      })
    },
  )
})

describe('another partner', () => {
  it('reveals nothing of a reservation of another partner', async () => {
    const created = await rest.post('/api/partner/reservations', good)
    expect(created).toHaveStatus(201)
    const { id, bookingReference } = created.body.data
    const stranger = await newPartner(product)
    const live = await issueTestKey(product, { partner: stranger, environment: 'live' })
    for (const { apiKey } of [stranger, live]) {
      const other = partner(product.url, apiKey)
      for (const response of [
        await other.get(`/api/partner/reservations/${id}`),
        await other.get(`/api/partner/reservations/${bookingReference}`),
        await other.post(`/api/partner/reservations/${id}/confirm`, {}),
        await other.post(`/api/partner/reservations/${id}/cancel`, { reason: 'weather' }),
      ])
        expect([response.status, response.body.error.code]).toEqual([404, 'RESERVATION_NOT_FOUND'])
      const list = await other.get(`/api/partner/reservations?cenoteId=${cenoteId}`)
      expect(list.body.data).toEqual([])
    }
    expect((await rest.get(`/api/partner/reservations/${id}`)).body.data.status).toBe('pending')
  })
})
