import { beforeAll, describe, expect, it } from '@jest/globals'
import { eventually } from '../testkit/eventually.ts'
import { issueTestKey, revokeTestKey } from '../testkit/issue.ts'
import {
  freshAddress,
  keys,
  partner,
  sharedTestProduct,
  type Json,
  type SharedProduct,
  type TestResponse,
} from '../testkit/product.ts'
import { Stream } from '../testkit/stream.ts'
import { Wire } from '../testkit/wire.ts'

const shop = 'https://shop.example'
let product: SharedProduct
/** A publishable key of the sandbox for the shop. */
let apiKey: string
beforeAll(async () => {
  product = await sharedTestProduct()
  apiKey = (await issueTestKey(product, { origins: [shop] })).apiKey
})

const from = (origin: string | null, key = apiKey) => ({
  get: (address: string, headers: Record<string, string> = {}): Promise<TestResponse> =>
    partner(product.url, key).get(address, { ...headers, ...(origin === null ? {} : { Origin: origin }) }),
  graphql: (query: string): Promise<TestResponse> =>
    partner(product.url, key).post('/graphql', { query }, origin === null ? {} : { Origin: origin }),
})
const codeOf = ({ status, body }: TestResponse): unknown[] => [
  status,
  body.error?.code ?? body.errors?.[0].extensions.code,
]
const preflight = async (origin: string): Promise<[number, string | null]> => {
  const { status, headers } = await fetch(`${product.url}/api/partner/cenotes`, {
    method: 'OPTIONS',
    headers: { Origin: origin, 'Access-Control-Request-Method': 'GET', 'X-Forwarded-For': freshAddress() },
  })
  return [status, headers.get('access-control-allow-origin')]
}
const create = async (input: string, key = keys.demo): Promise<Json> =>
  (
    await partner(product.url, key).graphql(
      `mutation { createApiKey(input: ${input}) { apiKey key { id prefix origins scopes limits { perHour perMinute burst } } } }`,
    )
  ).body

describe('creating a publishable key', () => {
  it('takes origins as browsers send them, and grants reading within limits of its own', async () => {
    const { data } = await create(`{ origins: ["HTTPS://Shop.Example/", "http://localhost:5173", "${shop}"] }`)
    expect(data.createApiKey).toEqual({
      apiKey: expect.stringMatching(/^web_test_/),
      key: {
        id: expect.any(String),
        prefix: 'web_test_',
        origins: [shop, 'http://localhost:5173'],
        scopes: ['catalog:read', 'pricing:read'],
        limits: { perHour: 1_000, perMinute: 120, burst: 2_147_483_647 },
      },
    })
    const live = await create(`{ origins: ["${shop}"], scopes: ["catalog:read"] }`, keys.live)
    expect(live.data.createApiKey).toMatchObject({
      apiKey: expect.stringMatching(/^web_live_/),
      key: { scopes: ['catalog:read'] },
    })
  })

  it.each([
    [`{ origins: ["${shop}"], scopes: ["reservations:read"] }`, keys.demo, 'scopes'],
    ['{ origins: [] }', keys.demo, 'origins'],
    ['{ origins: ["http://shop.example"] }', keys.demo, 'origins'],
    ['{ origins: ["null"] }', keys.demo, 'origins'],
    ['{ origins: ["https://shop.example/page"] }', keys.demo, 'origins'],
    ['{ origins: ["http://localhost:5173"] }', keys.live, 'origins'],
    ['{ origins: ["https://127.0.0.1"] }', keys.live, 'origins'],
    ['{ }', keys.demo, 'scopes'],
  ])('refuses %s', async (input, key, field) => {
    const { errors } = await create(input, key)
    expect(errors[0].extensions.code).toBe('ERROR_VALIDACION')
    expect(Object.keys(errors[0].extensions.details.fields)).toEqual([field])
  })
})

describe('a publishable key', () => {
  it('reads from its origin what is sold, by REST and GraphQL', async () => {
    expect(await from(shop).get('/api/partner/cenotes')).toHaveStatus(200)
    const { body, headers } = await from(shop).graphql('{ cenotes(first: 1) { nodes { name location { latitude } } } }')
    expect(body.data.cenotes.nodes[0].location.latitude).toEqual(expect.any(Number))
    expect(headers.get('x-environment')).toBe('sandbox')
    expect(headers.get('vary')).toBe('Accept, Accept-Language, X-API-Key, Authorization, Origin, Accept-Encoding')
    expect(await from(shop).get('/nothing')).toHaveStatus(404)
  })

  it.each([
    null,
    'null',
    'https://evil.example',
    `${shop}.evil.example`,
    `${shop}:8443`,
    'http://shop.example',
    `${shop}/`,
  ])('is refused with the origin %j', async (origin) => {
    const refused = [403, 'ORIGIN_NOT_ALLOWED']
    expect(codeOf(await from(origin).get('/api/partner/cenotes'))).toEqual(refused)
    expect(codeOf(await from(origin).get('/api/currencies'))).toEqual(refused)
    expect(codeOf(await from(origin).graphql('{ tours { totalCount } }'))).toEqual(refused)
  })

  it('opens no WebSocket and no event stream', async () => {
    await eventually(
      () => preflight(shop),
      ([status]) => status === 204,
    )
    const wire = await Wire.open(product.url, { headers: { Origin: shop } })
    wire.send({ type: 'connection_init', payload: { apiKey } })
    expect(await wire.ended()).toEqual({ code: 4403, reason: 'INSUFFICIENT_PERMISSIONS' })
    expect(wire.messages).toEqual([])
    for (const query of ['subscription { catalogEvents { id } }', '{ tours { totalCount } }']) {
      const stream = await Stream.open(product.url, { query, apiKey, headers: { Origin: shop } })
      expect(stream.response.statusCode).toBe(403)
    }
  })

  it('has 120 requests a minute for each visitor, and takes none of the partner', async () => {
    const [one, other] = [freshAddress(), freshAddress()]
    const { apiKey: key } = await issueTestKey(product, { origins: [shop], plan: 'basic' })
    const visit = (address: string) => from(shop, key).get('/api/currencies', { 'X-Forwarded-For': address })
    const statuses = (await Promise.all(Array.from({ length: 125 }, () => visit(one)))).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(120)
    expect((await visit(one)).body.error.details).toMatchObject({ limit: 120, window: 60 })
    expect((await visit(other)).headers.get('x-ratelimit-remaining')).toBe('119')
  })

  it('tries 10 coupons a minute for each visitor, also where they are priced', async () => {
    const address = freshAddress()
    const check = () =>
      partner(product.url, apiKey).post(
        '/coupons/check',
        { code: 'CENOTE10' },
        { Origin: shop, 'X-Forwarded-For': address },
      )
    for (let count = 0; count < 10; count += 1) expect(await check()).toHaveStatus(200)
    expect((await check()).body.error.details).toMatchObject({ limit: 10, window: 60 })
    const { body } = await from(shop).get('/api/partner/cenotes?perPage=1')
    const priced = await partner(product.url, apiKey).post(
      '/pricing/calculate-complete',
      { itemType: 'cenote', itemId: body.data[0].id, ageBreakdown: { adult: 1 }, couponCode: 'CENOTE10' },
      { Origin: shop, 'X-Forwarded-For': address },
    )
    expect(priced).toHaveStatus(429)
  })
})

describe('a browser', () => {
  it('gets the response to a preflight while a working key names its origin, and not once it is revoked', async () => {
    const origin = 'https://short-lived.example'
    expect(await preflight(origin)).toEqual([401, null])
    const made = await Promise.all([1, 2].map(() => issueTestKey(product, { origins: [origin] })))
    await eventually(
      () => preflight(origin),
      ([status]) => status === 204,
    )
    const [first, second] = made as [(typeof made)[0], (typeof made)[0]]
    await revokeTestKey(product, 'sandbox', first.id)
    await eventually(async () => (await from(origin, first.apiKey).get('/api/currencies')).status, 401)
    expect(await preflight(origin)).toEqual([204, origin])
    await revokeTestKey(product, 'sandbox', second.id)
    await eventually(
      () => preflight(origin),
      ([status]) => status === 401,
    )
    expect((await from(origin).get('/api/currencies')).headers.get('access-control-allow-origin')).toBeNull()
  })
})
