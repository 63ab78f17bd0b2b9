import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { eventually } from '../testkit/eventually.ts'
import { issueTestKey } from '../testkit/issue.ts'
import {
  freshAddress,
  keys,
  nextSaturday,
  partner,
  sharedTestProduct,
  type SharedProduct,
  type TestResponse,
} from '../testkit/product.ts'
import { logEnd, reserve } from '../testkit/reserve.ts'
import { storedRequestLog } from '../testkit/stored-request-log.ts'
import { Stream } from '../testkit/stream.ts'
import { Wire } from '../testkit/wire.ts'

let product: SharedProduct
/** Sends no X-API-Key. */
let caller: ReturnType<typeof partner>
beforeAll(async () => {
  product = await sharedTestProduct()
  caller = partner(product.url, null)
})

const bearer = (apiKey: string): Record<string, string> => ({ Authorization: `Bearer ${apiKey}` })
const cenoteId = demoId('cenote', 'gran-cenote')
const viewer = { query: '{ viewer { partner { name } environment } }' }
const byGet = `/graphql?query=${encodeURIComponent(viewer.query)}`

/** A request of each kind that takes a key. */
const requests: readonly [what: string, send: (headers: Record<string, string>) => Promise<TestResponse>][] = [
  ['a list', (headers) => caller.get('/api/partner/cenotes', headers)],
  ['the path without /api', (headers) => caller.get('/partner/reservations', headers)],
  ['the key itself', (headers) => caller.get('/api/auth/verify', headers)],
  ['events', (headers) => caller.get('/events?perPage=1', headers)],
  ['webhooks', (headers) => caller.get('/webhooks', headers)],
  ['a file', (headers) => caller.get('/api/partner/reservations.csv', headers)],
  ['what needs no key', (headers) => caller.get('/booking/tours', headers)],
  ['prices', (headers) => caller.get(`/pricing/summary/cenote/${cenoteId}?people=2`, headers)],
  ['a write', (headers) => caller.post('/api/partner/reservations', visit(), headers)],
  ['GraphQL', (headers) => caller.post('/graphql', viewer, headers)],
  ['GraphQL by GET', (headers) => caller.get(byGet, headers)],
]
const visit = () => ({
  cenoteId,
  visitDate: nextSaturday(),
  visitors: { adults: 1, children: 0 },
  guest: { name: 'Ana Núñez', email: 'ana@example.com', phone: '+52 998 123 4567' },
})

describe('a key as Authorization: Bearer', () => {
  it.each(requests)('opens %s as X-API-Key does', async (_what, send) => {
    const [sent, plain] = [await send(bearer(keys.demo)), await send({ 'X-API-Key': keys.demo })]
    expect([200, 201]).toContain(sent.status)
    expect([sent.status, sent.headers.get('x-environment')]).toEqual([plain.status, 'sandbox'])
    expect(sent.headers.get('vary')).toMatch(/X-API-Key, Authorization/)
    expect(sent.headers.get('cache-control') ?? '').not.toMatch(/public/)
  })

  it.each(requests)('that is wrong is 401 for %s', async (_what, send) => {
    for (const authorization of ['Bearer sk_test_unknown_key', 'bearer', 'BEARER nothing', `Bearer ${keys.demo} x`]) {
      const { status, body } = await send({ Authorization: authorization })
      expect([status, JSON.stringify(body)]).toEqual([401, expect.stringContaining('"INVALID_API_KEY"')])
    }
  })

  it.each(requests)('beside a different X-API-Key is 400 for %s, whatever they are worth', async (_what, send) => {
    for (const [apiKey, other] of [
      [keys.demo, keys.rival],
      [keys.demo, 'nothing'],
      ['sk_test_unknown_key', keys.demo],
      ['sk_test_unknown_key', 'sk_test_unknown_too'],
    ] as const) {
      const { status, body } = await send({ 'X-API-Key': apiKey, ...bearer(other) })
      expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('"ERROR_VALIDACION"')])
      expect(JSON.stringify(body)).toContain('must not name another API key than X-API-Key')
    }
  })

  it.each(requests)('may be the same as X-API-Key for %s', async (_what, send) => {
    expect([200, 201]).toContain((await send({ 'X-API-Key': keys.demo, ...bearer(keys.demo) })).status)
  })

  it('has its scheme in any case, and another scheme is none', async () => {
    for (const scheme of ['bearer', 'BEARER', 'Bearer  '])
      expect(await caller.get('/api/auth/verify', { Authorization: `${scheme} ${keys.demo}` })).toHaveStatus(200)
    const basic = { Authorization: `Basic ${Buffer.from('proxy:secret').toString('base64')}` }
    expect(await caller.get('/api/auth/verify', { ...basic, 'X-API-Key': keys.demo })).toHaveStatus(200)
    expect((await caller.get('/api/auth/verify', basic)).body.error.code).toBe('AUTHENTICATION_REQUIRED')
    // Browsers add it on their own, so that a page of another origin could have it sent.
    expect(await caller.get(byGet, basic)).toHaveStatus(400)
  })

  it('counts on the limits of the key, in either header, and two keys on those of the address', async () => {
    const { apiKey } = await issueTestKey(product, { plan: 'pro' })
    const left = (response: TestResponse): number => Number(response.headers.get('x-ratelimit-remaining'))
    const first = left(await caller.get('/api/auth/verify', bearer(apiKey)))
    expect(left(await caller.get('/api/auth/verify', { 'X-API-Key': apiKey }))).toBe(first - 1)
    const here = { 'X-Forwarded-For': freshAddress() }
    const both = { ...here, 'X-API-Key': apiKey, ...bearer(keys.demo) }
    const refused = left(await caller.get('/api/auth/verify', both))
    expect(left(await caller.post('/graphql', viewer, both))).toBe(refused - 1)
    expect(left(await caller.get('/api/auth/verify', bearer(apiKey)))).toBe(first - 2)
  })

  it('repeats a request under its Idempotency-Key, in whichever header the key is', async () => {
    const headers = { 'Idempotency-Key': randomUUID() }
    const body = visit()
    const first = await caller.post('/api/partner/reservations', body, { ...headers, ...bearer(keys.demo) })
    const again = await caller.post('/api/partner/reservations', body, { ...headers, 'X-API-Key': keys.demo })
    expect([first.status, again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 201, 'true'])
    expect(again.body).toEqual(first.body)
  })

  it('is in the request log of the key, and appears nowhere in it', async () => {
    const { apiKey } = await issueTestKey(product)
    await caller.get('/api/partner/cenotes?perPage=1', bearer(apiKey))
    // The requests that poll for it are in the log, too.
    const query = '{ requestLog(first: 100) { nodes { method path requestId body } } }'
    const log = await eventually(
      async () => (await caller.post('/graphql', { query }, bearer(apiKey))).body.data.requestLog.nodes,
      (nodes: { path: string }[]) => nodes.some(({ path }) => path === '/api/partner/cenotes?perPage=1'),
    )
    expect(JSON.stringify(log)).not.toContain(apiKey)
    expect(JSON.stringify(await storedRequestLog(product.database('access')))).not.toContain(apiKey)
  })
})

describe('a stream of events', () => {
  const query = 'subscription ($after: String) { reservationEvents(after: $after) { type } }'

  it('is opened by a Bearer, and refused with two different keys', async () => {
    const stream = await Stream.open(product.url, {
      query,
      variables: { after: await logEnd(product.url) },
      apiKey: '',
      headers: { authorization: `Bearer ${keys.demo}` },
    })
    expect([stream.status, stream.response.headers['content-type']]).toEqual([
      200,
      expect.stringContaining('event-stream'),
    ])
    await reserve(product.url)
    await stream.received(1)
    stream.response.destroy()
    const refused = await Stream.open(product.url, { query, headers: { authorization: `Bearer ${keys.rival}` } })
    expect(refused.status).toBe(400)
  })
})

describe('a WebSocket', () => {
  const init = async (headers: Record<string, string>, payload?: object): Promise<Wire> => {
    const wire = await Wire.open(product.url, { headers })
    wire.send({ type: 'connection_init', ...(payload ? { payload } : {}) })
    return wire
  }

  it.each([
    ['Authorization of the upgrade', { authorization: `Bearer ${keys.demo}` }, undefined],
    ['Authorization of the payload', {}, { Authorization: `Bearer ${keys.demo}` }],
    [
      'the same key in all places',
      { 'x-api-key': keys.demo, authorization: `bearer ${keys.demo}` },
      { apiKey: keys.demo, authorization: `Bearer ${keys.demo}` },
    ],
    [
      'its payload, before the upgrade',
      { authorization: `Bearer ${keys.revoked}` },
      { Authorization: `Bearer ${keys.demo}` },
    ],
  ])('is acknowledged by %s', async (_where, headers, payload) => {
    const wire = await init(headers as Record<string, string>, payload)
    expect(await wire.received(1)).toEqual([{ type: 'connection_ack' }])
    wire.close()
  })

  it.each([
    ['of the upgrade', { 'x-api-key': keys.demo, authorization: `Bearer ${keys.rival}` }, undefined],
    [
      'of the upgrade, beside one of the payload',
      { 'x-api-key': keys.demo, authorization: 'Bearer x' },
      { apiKey: keys.demo },
    ],
    ['of the payload', {}, { apiKey: keys.demo, Authorization: `Bearer ${keys.rival}` }],
    ['of the payload, both unknown', {}, { apiKey: 'x', Authorization: 'Bearer y' }],
  ])('is closed with 4400 for two different keys %s', async (_where, headers, payload) => {
    const wire = await init(headers as Record<string, string>, payload)
    expect(await wire.ended()).toEqual({ code: 4400, reason: 'Two different API keys' })
    expect(wire.messages).toEqual([])
  })

  it.each([
    [{ Authorization: 'Bearer sk_test_unknown' }, 'INVALID_API_KEY'],
    [{ Authorization: 'Bearer' }, 'INVALID_API_KEY'],
    [{ Authorization: `Basic ${keys.demo}` }, 'AUTHENTICATION_REQUIRED'],
    [{ Authorization: 7 }, 'AUTHENTICATION_REQUIRED'],
  ])('is closed with 4401 for %j', async (payload, reason) => {
    const wire = await init({}, payload)
    expect(await wire.ended()).toEqual({ code: 4401, reason })
  })
})
