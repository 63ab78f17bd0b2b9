import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { eventually } from '../testkit/eventually.ts'
import {
  keys,
  partner,
  sharedTestProduct,
  startTestProduct,
  type SharedProduct,
  type TestProduct,
  type TestResponse,
} from '../testkit/product.ts'
import { Wire } from '../testkit/wire.ts'

describe('a caller that has used up its processor time', () => {
  // One operation uses it up for a minute: it is 0.1 ms for an address without a key, 0.6 ms for a sandbox key of Pro.
  let product: TestProduct
  beforeAll(async () => {
    product = await startTestProduct({ PROCESSOR_TIME_FACTOR: '0.00001' })
  })
  afterAll(() => product.close())

  /** A document that no other request had, so that it is read, checked and planned. */
  const fresh = (name: string): string =>
    `{ ${Array.from({ length: 20 }, (_, index) => `${name}${index}: tours(first: 5) { nodes { id name } }`).join(' ')} }`

  it('is refused with 429 before its body is read, over GraphQL and REST, and others are not', async () => {
    const basic = partner(product.url, 'sk_test_demo_basic')
    expect(await basic.graphql(fresh('first'))).toHaveStatus(200)
    const refused = await basic.graphql(fresh('second'))
    expect(refused).toHaveStatus(429)
    expect(refused.body.errors[0].extensions.code).toBe('RATE_LIMIT_EXCEEDED')
    expect(refused.headers.get('x-ratelimit-remaining')).toBe('0')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    for (const path of ['/graphql', '/api/partner/reservations'])
      expect(await basic.post(path, '{ this is no JSON')).toHaveStatus(429)
    expect(await basic.get('/api/partner/cenotes')).toHaveStatus(429)
    for (const key of [keys.demo, 'pk_live_demo_pro'])
      expect(await partner(product.url, key).get('/api/partner/cenotes')).toHaveStatus(200)
  })

  it('is refused over a WebSocket too', async () => {
    const pro = 'sk_test_demo_pro'
    expect(await partner(product.url, pro).graphql(fresh('socket'))).toHaveStatus(200)
    const wire = await Wire.connect(product.url, pro)
    wire.subscribe('1', '{ exchangeRates { base } }')
    const [response] = await wire.received(1)
    expect([response.type, response.payload[0].extensions.code]).toEqual(['error', 'RATE_LIMIT_EXCEEDED'])
    wire.close()
  })

  it('is its address when it has no key', async () => {
    const ask = (address: string, query: string): Promise<TestResponse> =>
      partner(product.url, null).post('/graphql', { query }, { 'X-Forwarded-For': address })
    expect(await ask('192.0.2.10', fresh('one'))).toHaveStatus(200)
    const { body } = await ask('192.0.2.10', fresh('two'))
    expect(body.errors[0].extensions).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED', details: { limit: 0, window: 100 } })
    expect(await ask('192.0.2.11', fresh('three'))).toHaveStatus(200)
  })
})

describe('reading what a caller sends', () => {
  let product: SharedProduct
  beforeAll(async () => {
    product = await sharedTestProduct()
  })

  /** Seconds charged to live keys of the plan Enterprise, which make no requests but those below. */
  async function chargedSeconds(): Promise<number> {
    const text = await (await fetch(`${product.url}/metrics`)).text()
    const series = /^processor_seconds_total\{environment="live",plan="enterprise"[^}]*\} (\S+)$/m
    return Number(series.exec(text)?.[1] ?? 0)
  }

  /** The least that one of several requests was charged: others may have been interrupted by garbage collection. */
  async function leastCharge(path: string, body: string): Promise<number> {
    const charges: number[] = []
    for (let sent = 0; sent < 5; sent += 1) {
      const before = await chargedSeconds()
      expect(await partner(product.url, keys.live).post(path, body)).toHaveStatus(400)
      charges.push((await eventually(chargedSeconds, (now) => now > before)) - before)
    }
    return Math.min(...charges)
  }

  it.each([
    ['/graphql', `{"query": ${' '.repeat(900_000)}`],
    // Just below the limit of members, so that all of it is read.
    ['/api/partner/reservations', `{"a":[${`"${'x'.repeat(40)}",`.repeat(19_000)}0]}`],
  ])('is charged to it by its size, also when it ends with 400: %s', async (path, large) => {
    const small = await leastCharge(path, '{')
    expect(await leastCharge(path, large)).toBeGreaterThan(2 * small)
  })
})
