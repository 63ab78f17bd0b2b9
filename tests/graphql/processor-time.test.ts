import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { keys, partner, startTestProduct, type TestResponse, type TestProduct } from '../testkit/product.ts'
import { timePasses } from '../testkit/pauses.ts'
import { Wire } from '../testkit/wire.ts'

// A small part of the usual budget: 10 ms for an address without a key, 20 ms for a sandbox key of the plan Basic.
let product: TestProduct
beforeAll(async () => {
  product = await startTestProduct({ PROCESSOR_TIME_FACTOR: '0.001' })
})
afterAll(() => product.close())

/** A document that no other request had, so that it is read and checked each time. */
const expensive = (seed: number): string =>
  `{ ${Array.from({ length: 20 }, (_, index) => `a${seed}_${index}: cenotes(first: 20) { nodes { id name slug } }`).join(' ')} }`

/**
 * Sends expensive operations until the limiter refuses one for at least three seconds. A shorter refusal might be over
 * before the next request, so another operation is sent once it is.
 */
async function spend(rest: ReturnType<typeof partner>): Promise<TestResponse> {
  for (let sent = 0; sent < 80; sent += 4) {
    const responses = await Promise.all([0, 1, 2, 3].map((index) => rest.graphql(expensive(sent + index))))
    const refused = responses.find(({ status }) => status === 429)
    if (Number(refused?.headers.get('retry-after')) >= 3) return refused as TestResponse
    if (refused) await timePasses(1_000)
  }
  throw new Error('The processor time was never used up')
}

describe('a caller that has used up its processor time', () => {
  it('is refused with 429 before its body is read, over every transport, and others are not', async () => {
    const basic = partner(product.url, 'sk_test_demo_basic')
    const refused = await spend(basic)
    expect(refused.body.errors[0].extensions.code).toBe('RATE_LIMIT_EXCEEDED')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    expect(refused.headers.get('x-ratelimit-remaining')).toBe('0')
    expect(await basic.post('/graphql', '{ this is no JSON')).toHaveStatus(429)
    expect(await basic.post('/api/partner/reservations', '{ this is no JSON')).toHaveStatus(429)
    expect(await basic.get('/api/partner/cenotes')).toHaveStatus(429)
    for (const key of [keys.demo, 'sk_test_demo_pro'])
      expect(await partner(product.url, key).get('/api/partner/cenotes')).toHaveStatus(200)
  })

  it('is refused over a WebSocket too', async () => {
    await spend(partner(product.url, 'sk_test_demo_pro'))
    const wire = await Wire.connect(product.url, 'sk_test_demo_pro')
    wire.subscribe('1', '{ exchangeRates { base } }')
    const [response] = await wire.received(1)
    expect([response.type, response.payload[0].extensions.code]).toEqual(['error', 'RATE_LIMIT_EXCEEDED'])
    wire.close()
  })

  it('is its address when it has no key', async () => {
    const ask = (address: string, query: string): Promise<TestResponse> =>
      partner(product.url, null).post('/graphql', { query }, { 'X-Forwarded-For': address })
    const responses: TestResponse[] = []
    // Fewer than its requests in a second or minute, of which each takes several milliseconds.
    for (let sent = 0; sent < 10; sent += 1) {
      const wide = Array.from({ length: 16 }, (_, index) => `b${sent}_${index}: tours(first: 40) { nodes { id } }`)
      responses.push(await ask('192.0.2.10', `{ ${wide.join(' ')} }`))
    }
    expect(responses.at(-1)?.body.errors[0].extensions).toMatchObject({
      code: 'RATE_LIMIT_EXCEEDED',
      details: { limit: 10, window: 100 },
    })
    expect(await ask('192.0.2.11', '{ tours(first: 1) { nodes { id } } }')).toHaveStatus(200)
  })
})

describe('reading what a caller sends', () => {
  // The budgets of live keys of Basic and Pro in this product are 10 and 20 ms.
  const large = `{"query": ${' '.repeat(900_000)}`
  const manyMembers = `{"a":[${'0,'.repeat(100_000)}0]}`

  it.each([
    ['/graphql', large, 'pk_live_demo_basic'],
    ['/api/partner/reservations', manyMembers, 'pk_live_demo_pro'],
  ])('is charged to it, also when it ends with 400: %s', async (path, body, key) => {
    const caller = partner(product.url, key)
    const statuses: number[] = []
    while (!statuses.includes(429) && statuses.length < 10) statuses.push((await caller.post(path, body)).status)
    expect(statuses).toEqual([...Array<number>(statuses.length - 1).fill(400), 429])
  })
})
