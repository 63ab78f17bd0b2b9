import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { inTransaction, openDatabase } from '../../platform/postgres/database.ts'
import { testServerUrl, uniqueName } from '../testkit/database.ts'
import { breakConnection, runStatement } from '../testkit/database-sessions.ts'
import { TcpProxy } from '../../bench/chaos/tcp-proxy.ts'
import {
  keys,
  partner,
  sharedTestProduct,
  startTestProduct,
  type TestResponse,
  type TestProduct,
} from '../testkit/product.ts'
import { Wire } from '../testkit/wire.ts'
import { eventually } from '../testkit/eventually.ts'

let proxy: TcpProxy
let product: TestProduct
beforeAll(async () => {
  proxy = await TcpProxy.before(serverPort)
  // On the databases of the shared product, because creating others takes three seconds of processor time.
  product = await startTestProduct({ DATABASE_URL: proxy.address(testServerUrl()) }, await sharedTestProduct())
})
afterAll(async () => {
  proxy.leadTo(serverPort)
  await product.close()
  await proxy.close()
})
const serverPort = Number(new URL(testServerUrl()).port)

const internals = /ECONN|prisma|postgres|pg-pool|127\.0\.0\.1|node_modules|stack|\.ts|\.js/i
const unlimited = '2147483647'

/** The headers of a 503: Retry-After, the request id, and no rate limit. */
function expectRetryAfter({ status, headers }: TestResponse): void {
  expect(status).toBe(503)
  expect(headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
  expect(headers.get('x-request-id')).toBe('walk-1')
  expect(headers.get('content-language')).toBe('es')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(['limit', 'remaining', 'window'].map((name) => headers.get(`x-ratelimit-${name}`))).toEqual([
    unlimited,
    unlimited,
    '3600',
  ])
  expect(Number(headers.get('x-ratelimit-reset'))).toBeGreaterThan(Date.now() / 1_000)
}

describe('while the database is away', () => {
  // Keys that this process has not looked up yet.
  const headers = { 'X-Request-Id': 'walk-1', 'Accept-Language': 'es' }
  const requests = { ...headers, 'X-Forwarded-For': '10.99.0.1' }
  beforeAll(() => proxy.shut())
  afterAll(() => proxy.leadTo(serverPort))

  it.each(['/events', '/api/partner/reservations', '/webhooks', '/api/auth/verify', '/nothing', '/api/currencies'])(
    'GET %s is 503 with Retry-After, and reveals nothing internal',
    async (address) => {
      const response = await partner(product.url, keys.rival).get(address, headers)
      expectRetryAfter(response)
      expect(response.body).toEqual({
        success: false,
        error: {
          code: 'SERVICE_UNAVAILABLE',
          status: 503,
          message: expect.stringMatching(/servicio/),
          messageKey: 'error.unavailable',
          requestId: 'walk-1',
        },
      })
    },
  )

  it.each(['/graphql', '/graphql/stream'])('POST %s likewise, in the form of GraphQL', async (address) => {
    const response = await partner(product.url, keys.rival).post(
      address,
      { query: '{ exchangeRates { base } }' },
      headers,
    )
    expectRetryAfter(response)
    expect(response.body).toEqual({
      errors: [
        {
          message: expect.stringMatching(/servicio/),
          extensions: { code: 'SERVICE_UNAVAILABLE', status: 503, messageKey: 'error.unavailable' },
        },
      ],
    })
    expect(JSON.stringify(response.body)).not.toMatch(internals)
  })

  it('no key is treated as a caller without one, or refused by the limit of its address', async () => {
    const responses: TestResponse[] = []
    for (let count = 0; count < 25; count += 1)
      responses.push(await partner(product.url, keys.rival).get('/api/partner/reservations', requests))
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([503]))
  })

  it('a WebSocket is closed with 1013, on which clients retry', async () => {
    const wire = await Wire.open(product.url)
    wire.send({ type: 'connection_init', payload: { apiKey: keys.rival } })
    expect(await wire.ended()).toMatchObject({ code: 1013 })
  })
})

/** Repeats the request until the response is not 503; the database is checked several times a second. */
async function onceBack(request: () => Promise<TestResponse>): Promise<TestResponse> {
  return eventually(request, ({ status }) => status !== 503)
}

it('the same product responds again once the database is back', async () => {
  const response = await onceBack(() => partner(product.url, keys.rival).get('/api/partner/reservations'))
  expect(response).toHaveStatus(200)
})

it('a subscription that begins while the database is down reports that, not an internal error', async () => {
  // Looked up, so that the key is known.
  expect(await onceBack(() => partner(product.url).get('/api/auth/verify'))).toHaveStatus(200)
  proxy.shut()
  try {
    const response = await partner(product.url).send('POST', '/graphql/stream', {
      query: 'subscription { reservationEvents { id } }',
    })
    expect(String(response.body)).toContain('"code":"SERVICE_UNAVAILABLE"')
    expect(String(response.body)).not.toMatch(internals)
  } finally {
    proxy.leadTo(serverPort)
  }
})

it('a connection that breaks in the middle of a transaction fails that transaction alone', async () => {
  const { pools, close } = await openDatabase({
    serverUrl: testServerUrl(),
    name: uniqueName('broken'),
    prisma: new URL('../../gateway/database/prisma/', import.meta.url),
  })
  const broken = inTransaction(pools.live, async (client) => {
    await breakConnection(pools.live, client)
    await runStatement(client)
  })
  await expect(broken).rejects.toThrow()
  expect(await inTransaction(pools.live, runStatement)).toBe(1)
  await close()
})
