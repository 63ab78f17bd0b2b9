import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { issueTestKey, newPartner } from '../testkit/issue.ts'
import { keyOfHour, limit, limitHeaders } from '../testkit/limits.ts'
import {
  freshAddress,
  keys,
  nextSaturday,
  partner,
  sharedTestProduct,
  Subscriber,
  type TestResponse,
  type SharedProduct,
} from '../testkit/product.ts'
import { responseToHead } from '../testkit/unfinished.ts'
import { eventually } from '../testkit/eventually.ts'

const cenoteId = demoId('cenote', 'gran-cenote')
const unlimited = '2147483647'
let product: SharedProduct
/** A partner for the many keys of these tests: Demo Travel may create more only while it has fewer than 50. */
let reseller: Awaited<ReturnType<typeof newPartner>>
beforeAll(async () => {
  product = await sharedTestProduct()
  reseller = await newPartner(product)
})

const keyOf = (perHour: number, more = {}): Promise<string> => keyOfHour(product, perHour, more, reseller)
const keyOfPlan = async (plan: 'basic' | 'pro'): Promise<string> =>
  (await issueTestKey(product, { plan, partner: reseller })).apiKey
/** A key with 50 requests an hour, for tests that send a single request and do not test the limit. */
let anyKey: Promise<string> | undefined
let exhaustedKey: Promise<string> | undefined

async function exhaust(): Promise<string> {
  const apiKey = await keyOf(1)
  await partner(product.url, apiKey).get('/api/auth/verify')
  return apiKey
}

/** The limit's headers of a response must be there and make sense. */
function expectLimits(headers: Headers | IncomingHttpHeaders): void {
  const read = (name: string): string => String(headers instanceof Headers ? headers.get(name) : headers[name])
  for (const name of ['limit', 'remaining', 'reset', 'window']) expect(read(`x-ratelimit-${name}`)).toMatch(/^\d+$/)
  expect(Number(read('x-ratelimit-remaining'))).toBeLessThanOrEqual(Number(read('x-ratelimit-limit')))
  const reset = Number(read('x-ratelimit-reset')) - Date.now() / 1_000
  expect(reset).toBeGreaterThan(-2)
  expect(reset).toBeLessThan(3_700)
}

describe('the rate limit headers', () => {
  const reservation = {
    cenoteId,
    visitDate: nextSaturday(),
    visitors: { adults: 1, children: 0 },
    guest: { name: 'Eva', email: 'eva@example.com', phone: '+52 1' },
  }
  const json = { 'Content-Type': 'application/json' }
  const requests: [status: number, what: string, send: (rest: ReturnType<typeof partner>) => Promise<TestResponse>][] =
    [
      [200, 'a list', (rest) => rest.get('/api/partner/cenotes')],
      [200, 'an alias', (rest) => rest.get('/partner/cenotes')],
      [200, 'a public path', (rest) => rest.get('/age-configurations')],
      [200, 'GraphQL', (rest) => rest.graphql('{ tours { totalCount } }')],
      [201, 'a creation', (rest) => rest.post('/api/partner/reservations', reservation)],
      [304, 'an unchanged read', (rest) => rest.get('/api/partner/cenotes', { 'If-None-Match': '*' })],
      [400, 'malformed JSON', (rest) => rest.post('/api/partner/reservations', '{')],
      [400, 'wrong types', (rest) => rest.post('/api/partner/reservations', {})],
      [400, 'a GraphQL document that is none', (rest) => rest.graphql('{')],
      [400, 'a GraphQL request that is none', (rest) => rest.post('/graphql', [])],
      [404, 'an unknown resource', (rest) => rest.get('/api/partner/cenotes/nothing')],
      [404, 'an unknown path', (rest) => rest.get('/nowhere')],
      [404, 'an unknown path under a known one', (rest) => rest.get('/api/partner/nowhere')],
      [404, 'an address that cannot be decoded', (rest) => rest.get('/api/partner/cenotes/%zz')],
      [405, 'another method', (rest) => rest.send('DELETE', '/api/partner/cenotes')],
      [
        405,
        'a change by GET',
        (rest) => rest.get(`/graphql?query=${encodeURIComponent('mutation { refreshKey { apiKey } }')}`),
      ],
      [
        409,
        'a wrong state',
        async (rest) => {
          const { body } = await rest.post('/api/partner/reservations', reservation)
          return rest.post(`/api/partner/reservations/${body.data.id}/complete`, {})
        },
      ],
      [413, 'a body too large', (rest) => rest.post('/api/partner/reservations', 'x'.repeat(1_100_000))],
      [413, 'a GraphQL body too large', (rest) => rest.post('/graphql', 'x'.repeat(1_100_000))],
      [
        415,
        'another content type',
        (rest) => rest.send('POST', '/api/partner/reservations', 'a=1', { 'Content-Type': 'text/plain' }),
      ],
      [
        415,
        'another content type for GraphQL',
        (rest) => rest.send('POST', '/graphql', 'a=1', { 'Content-Type': 'text/plain' }),
      ],
      [
        422,
        'a refused reservation',
        (rest) => rest.post('/api/partner/reservations', { ...reservation, visitDate: '2020-01-01' }),
      ],
    ]

  it.each(requests)('are on %s, %s', async (status, _what, send) => {
    const result = await send(partner(product.url, await (anyKey ??= keyOf(50))))
    expect(result).toHaveStatus(status)
    expectLimits(result.headers)
    expect(limitHeaders(result)[0]).toBe('50')
  })

  it.each([
    [401, 'no key', null, '/api/partner/cenotes'],
    [401, 'no key on an unknown path below', null, '/api/partner/nowhere'],
    [401, 'a wrong key', 'sk_test_nobody_knows', '/api/partner/cenotes'],
    [401, 'a revoked key on a public path', keys.revoked, '/age-configurations'],
    [200, 'no key on a public path', null, '/age-configurations'],
    [404, 'no key on an unknown path', null, '/nowhere'],
    [403, 'a key without the scope', keys.readonly, '/webhooks'],
  ])('are on %s, %s', async (status, _what, key, path) => {
    const result = await partner(product.url, key).get(path)
    expect(result).toHaveStatus(status)
    expectLimits(result.headers)
  })

  it('are on 204', async () => {
    const rest = partner(product.url, await keyOf(50))
    const { body } = await rest.post('/webhooks', { url: 'http://127.0.0.1:9/hook', events: ['reservation.created'] })
    const deleted = await rest.send('DELETE', `/webhooks/${body.data.id}`)
    expect([deleted.status, limitHeaders(deleted)]).toEqual([204, ['50', '48', '3600']])
  })

  it('are on server-sent events, and on what refuses them', async () => {
    const stream = (query: string, key: string | null) =>
      fetch(`${product.url}/graphql`, {
        method: 'POST',
        headers: {
          ...json,
          Accept: 'text/event-stream',
          'X-Forwarded-For': freshAddress(),
          ...(key === null ? {} : { 'X-API-Key': key }),
        },
        body: JSON.stringify({ query }),
      })
    const events = 'subscription { reservationEvents { id } }'
    const open = await stream(events, await keyOf(50))
    expect(open.headers.get('content-type')).toContain('text/event-stream')
    expectLimits(open.headers)
    expect(open.headers.get('x-ratelimit-remaining')).toBe('49')
    await open.body?.cancel()
    const refused = await stream(events, null)
    expect(refused.status).toBe(401)
    expectLimits(refused.headers)
    await refused.body?.cancel()
  })

  it('are on a WebSocket that is refused before it is one', async () => {
    const upgrade = (path: string, headers: Record<string, string>) =>
      new Promise<{ status: number | undefined; headers: IncomingHttpHeaders }>((resolve, reject) => {
        const address = new URL(path, product.url)
        httpRequest(address, {
          headers: { Connection: 'Upgrade', Upgrade: 'websocket', 'X-Forwarded-For': freshAddress(), ...headers },
        })
          .on('response', (response) => {
            response.resume()
            resolve({ status: response.statusCode, headers: response.headers })
          })
          .on('error', reject)
          .end()
      })
    const elsewhere = await upgrade('/nowhere', {
      'Sec-WebSocket-Version': '13',
      'Sec-WebSocket-Key': 'x'.repeat(22) + '==',
    })
    expect(elsewhere.status).toBe(404)
    expectLimits(elsewhere.headers)
    const malformed = await upgrade('/graphql', { 'Sec-WebSocket-Version': '13' })
    expect(malformed.status).toBe(400)
    expectLimits(malformed.headers)
  })

  it('are 2147483647 where there is no limit', async () => {
    const result = await partner(product.url).get('/api/partner/cenotes')
    expect(limitHeaders(result)).toEqual([unlimited, unlimited, '3600'])
    expectLimits(result.headers)
  })

  it('are on no page and no probe: those are for browsers and operators, and are not counted', async () => {
    for (const path of [
      '/docs',
      '/docs/api',
      '/openapi.json',
      '/asyncapi.json',
      '/graphiql',
      '/healthz',
      '/readyz',
      '/metrics',
    ]) {
      const { status, headers } = await partner(product.url, null).get(path)
      expect([path, status, headers.get('x-ratelimit-limit')]).toEqual([path, 200, null])
    }
  })
})

describe('a request', () => {
  it('counts once, whatever its result', async () => {
    const rest = partner(product.url, await keyOf(50))
    const responses = [
      await rest.get('/api/partner/cenotes'),
      await rest.get('/api/partner/cenotes', { 'If-None-Match': '*' }),
      await rest.get('/api/partner/cenotes/nothing'),
      await rest.get('/nowhere'),
      await rest.post('/api/partner/reservations', {}),
      await rest.get('/api/partner/cenotes?expand=amenities,reviews'),
      await rest.graphql('{ a: tours { totalCount } b: tours { totalCount } }'),
      await rest.graphql('{'),
      await rest.get('/pricing/summary/cenote/nothing'),
    ]
    expect(responses.map((result) => Number(limitHeaders(result)[1]))).toEqual([49, 48, 47, 46, 45, 44, 43, 42, 41])
  })

  it('counts for all keys of a family together: refreshing buys none', async () => {
    const rest = partner(product.url, await keyOf(3))
    const refreshed = await rest.send('POST', '/api/auth/refresh')
    const successor = partner(product.url, refreshed.body.data.apiKey)
    expect(limitHeaders(await successor.get('/api/auth/verify'))[1]).toBe('1')
    expect(limitHeaders(await rest.get('/api/auth/verify'))[1]).toBe('0')
    for (const one of [rest, successor]) expect(await one.get('/api/auth/verify')).toHaveStatus(429)
  })

  it('of another key does not count, though it is of the same partner', async () => {
    const [one, other] = [partner(product.url, await keyOf(1)), partner(product.url, await keyOf(1))]
    expect(await one.get('/api/partner/cenotes')).toHaveStatus(200)
    expect(await one.get('/api/partner/cenotes')).toHaveStatus(429)
    expect(await other.get('/api/partner/cenotes')).toHaveStatus(200)
  })
})

describe('beyond a limit', () => {
  const exhausted = (): Promise<string> => (exhaustedKey ??= exhaust())

  it('a request is 429 with all details and headers, in the requested language', async () => {
    const rest = partner(product.url, await exhausted())
    const result = await rest.get('/api/partner/cenotes', { 'Accept-Language': 'es' })
    expect([result.status, limitHeaders(result)]).toEqual([429, ['1', '0', '3600']])
    const { details, ...error } = result.body.error
    expect(error).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED', status: 429, messageKey: expect.any(String) })
    expect(result.headers.get('content-language')).toBe('es')
    expect(result.body._sandbox).toBe(true)
    expect(details).toEqual({ limit: 1, window: 3_600, resetTime: expect.any(String), retryAfter: expect.any(Number) })
    expect(result.headers.get('retry-after')).toBe(String(details.retryAfter))
    expect(result.headers.get('x-ratelimit-retry-after')).toBe(String(details.retryAfter))
    expect(Number(result.headers.get('x-ratelimit-reset'))).toBe(Math.ceil(Date.parse(details.resetTime) / 1_000))
    expect(details.retryAfter).toBeGreaterThan(3_500)
    expect(details.retryAfter).toBeLessThanOrEqual(3_600)
  })

  it('every kind of request is refused, also those that would be refused for something else', async () => {
    const apiKey = await exhausted()
    const rest = partner(product.url, apiKey)
    const responses = [
      await rest.get('/api/partner/cenotes', { 'If-None-Match': '*' }),
      await rest.get('/age-configurations'),
      await rest.post('/api/partner/reservations', {}),
      await rest.post('/api/partner/reservations', '{'),
      await rest.get('/nowhere'),
      await rest.send('DELETE', '/api/partner/cenotes'),
      await rest.graphql('{ tours { totalCount } }'),
      await rest.graphql('{'),
      await rest.post('/graphql', []),
    ]
    for (const { status, headers, body } of responses) {
      expect(status).toBe(429)
      expect(headers.get('retry-after')).toMatch(/^\d+$/)
      expect(body.error?.code ?? body.errors[0].extensions.code).toBe('RATE_LIMIT_EXCEEDED')
    }
    expect(responses[6]?.body.errors[0].extensions.details).toMatchObject({ limit: 1, window: 3_600 })
    const socket = new Subscriber(product.url, 'subscription { reservationEvents { id } }', apiKey)
    expect(JSON.stringify(await socket.received(1))).toContain('RATE_LIMIT_EXCEEDED')
    await socket.close()
  })

  it.each([
    '/api/partner/reservations',
    '/pricing/calculate-complete',
    '/webhooks',
    '/nowhere',
    '/graphql',
    '/graphql/stream',
  ])('a request to %s is refused before its body has come', async (path) => {
    const apiKey = await exhausted()
    const { status, body } = await responseToHead(product.url + path, { 'X-API-Key': apiKey })
    expect([status, body.error?.code ?? body.errors[0].extensions.code]).toEqual([429, 'RATE_LIMIT_EXCEEDED'])
  })

  it('a burst is refused for a moment only', async () => {
    const rest = partner(product.url, await keyOf(1_000, { burst: limit(5, 1) }))
    const responses = await Promise.all(Array.from({ length: 60 }, () => rest.get('/api/auth/verify')))
    const refused = responses.filter(({ status }) => status === 429)
    expect(responses.length - refused.length).toBeGreaterThanOrEqual(5)
    for (const { body } of refused) expect(body.error.details).toMatchObject({ limit: 5, window: 1, retryAfter: 1 })
    expect(refused.length).toBeGreaterThan(0)
    await eventually(async () => (await rest.get('/api/auth/verify')).status, 200)
  })
})

describe('an operation with its own limit', () => {
  const create = 'mutation ($input: CreateReservationInput!) { createReservation(input: $input) { id } }'
  const bulk = 'mutation ($input: CreateReservationsInput!) { createReservations(input: $input) { results { index } } }'
  const unknown = (count: number) => ({
    reservations: Array.from({ length: count }, () => ({
      cenoteId: '00000000-0000-4000-8000-000000000000',
      visitDate: nextSaturday(),
      visitors: { adults: 1, children: 0 },
      guest: { name: 'Eva', email: 'eva@example.com', phone: '+52 1' },
    })),
  })

  it('is counted over REST, bulk and GraphQL together: 100 reservations in an hour', async () => {
    const rest = partner(product.url, await keyOfPlan('pro'))
    const [item] = unknown(1).reservations
    const first = await rest.post('/api/partner/reservations/bulk', unknown(50))
    expect([first.status, limitHeaders(first)]).toEqual([422, ['100', '50', '3600']])
    expect(await rest.post('/api/partner/reservations/bulk', unknown(48))).toHaveStatus(422)
    expect(await rest.post('/api/partner/reservations', item)).toHaveStatus(404)
    const tooMany = await rest.post('/api/partner/reservations/bulk', unknown(2))
    expect([tooMany.status, tooMany.body.error.details.limit]).toEqual([429, 100])
    expect(await rest.graphql(bulk, { input: unknown(1) })).toHaveStatus(200)
    const refused = await rest.post('/partner/reservations', item)
    expect([refused.status, refused.body.error.details]).toMatchObject([429, { limit: 100, window: 3_600 }])
    expect((await rest.graphql(create, { input: item })).body.errors[0].extensions.code).toBe('RATE_LIMIT_EXCEEDED')
    expect(await rest.get('/api/partner/reservations')).toHaveStatus(200)
  })

  it('that is refused by it counts as a request, over REST and GraphQL', async () => {
    const rest = partner(product.url, await keyOf(50, { createReservation: limit(1, 3_600) }))
    const [item] = unknown(1).reservations
    await rest.post('/api/partner/reservations', item)
    for (const refused of [
      await rest.post('/api/partner/reservations', item),
      await rest.post('/api/partner/reservations/bulk', unknown(2)),
      await rest.graphql(create, { input: item }),
    ])
      expect([refused.status, limitHeaders(refused)]).toEqual([429, ['1', '0', '3600']])
    expect(limitHeaders(await rest.get('/api/auth/verify'))).toEqual(['50', '45', '3600'])
  })

  it('is 10 webhooks in a minute', async () => {
    const rest = partner(product.url, await keyOfPlan('basic'))
    const register = () => rest.post('/webhooks', { url: 'https://127.0.0.1:9/same', events: ['reservation.created'] })
    for (let count = 0; count < 10; count += 1) expect((await register()).status).toBeLessThan(429)
    expect((await register()).body.error).toMatchObject({
      code: 'RATE_LIMIT_EXCEEDED',
      details: { limit: 10, window: 60 },
    })
  })

  it('is 500 searches in an hour, each selection of the field one', async () => {
    const rest = partner(product.url, await keyOfPlan('pro'))
    const search = 'nearbyCenotes(latitude: 20, longitude: -87, first: 1) { results { distance { km } } }'
    const twenty = `{ ${Array.from({ length: 20 }, (_, index) => `s${index}: ${search}`).join(' ')} }`
    for (let count = 0; count < 25; count += 1) expect(await rest.graphql(twenty)).toHaveStatus(200)
    const refused = await rest.get('/api/partner/cenotes/search/nearby?latitude=20&longitude=-87')
    expect([refused.status, refused.body.error.details]).toMatchObject([429, { limit: 500, window: 3_600 }])
  })

  it('has the number of the key where it has one, and none on sandbox Enterprise', async () => {
    const own = partner(product.url, await keyOf(1_000, { createReservation: limit(1, 60) }))
    const [item] = unknown(1).reservations
    expect(await own.post('/api/partner/reservations', item)).toHaveStatus(404)
    expect((await own.post('/api/partner/reservations', item)).body.error.details).toMatchObject({
      limit: 1,
      window: 60,
    })
    const free = partner(product.url, keys.demo)
    for (let count = 0; count < 3; count += 1)
      expect(await free.post('/api/partner/reservations/bulk', unknown(50))).toHaveStatus(422)
  })
})
