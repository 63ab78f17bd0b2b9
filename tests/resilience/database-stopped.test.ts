import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { startOwnPostgres, type OwnPostgres } from '../testkit/own-postgres.ts'
import { keys, nextSaturday, partner, startTestProduct, type TestResponse } from '../testkit/product.ts'
import { startSeparateProduct } from '../testkit/separate-product.ts'
import { betweenAttempts, timePasses } from '../testkit/pauses.ts'

/** The maximum time that a client waits, whatever its request needs. The allowance covers a busy machine. */
const maxWaitMilliseconds = 10_000
/** It is about half a second on an idle machine, and seconds where a process waits before it connects again. */
const maxReturnMilliseconds = 3_000
const silence = { DATABASE_SILENCE_SECONDS: '1' }

interface Projection {
  readonly restUrl: string
  readonly graphqlUrl: string
  readonly close: () => Promise<void>
}

const shapes: Record<string, (server: OwnPostgres) => Promise<Projection>> = {
  'one process': async ({ url }) => {
    const product = await startTestProduct({ DATABASE_URL: url, ...silence })
    return { restUrl: product.url, graphqlUrl: product.url, close: product.close }
  },
  'separate processes': async ({ url }) => {
    const product = await startSeparateProduct({ DATABASE_URL: url, ...silence })
    return { restUrl: product.url('rest-facade'), graphqlUrl: product.url('gateway'), close: product.close }
  },
}

describe.each(Object.keys(shapes))('while PostgreSQL is stopped without ending, %s', (name) => {
  let server: OwnPostgres
  let shape: Projection
  beforeAll(async () => {
    server = await startOwnPostgres({ demoData: true })
    shape = await (shapes[name] as (typeof shapes)[string])(server)
  })
  afterAll(async () => {
    await server.resume()
    await shape.close()
    await server.stop()
  })

  const booking = (adults: number) => ({
    cenoteId: demoId('cenote', 'gran-cenote'),
    visitDate: nextSaturday(),
    visitors: { adults, children: 0 },
    guest: { name: 'Ida', email: 'ida@example.com', phone: '+52 1' },
  })
  const requests: Record<string, () => Promise<TestResponse>> = {
    'a list': () => partner(shape.restUrl).get('/api/partner/reservations'),
    'a read without a key': () => partner(shape.restUrl, null).get('/booking/tours'),
    'a read with a key that was not used before': () => partner(shape.restUrl, keys.rival).get('/events'),
    'a creation': () => partner(shape.restUrl).post('/api/partner/reservations', booking(2)),
    'a creation under an Idempotency-Key': () =>
      partner(shape.restUrl).post('/api/partner/reservations', booking(1), { 'Idempotency-Key': 'while-stopped' }),
    'a price': () => partner(shape.restUrl, null).post('/coupons/validate', { code: 'CENOTE10', subtotal: 100_000 }),
  }

  /** The code of the first error of a GraphQL response, which is 200 once the operation has begun. */
  const graphqlCode = async (): Promise<string | undefined> => {
    const { body } = await partner(shape.graphqlUrl).graphql('{ reservations(first: 1) { totalCount } }')
    return body.errors?.[0].extensions.code
  }

  async function timed(request: () => Promise<TestResponse>): Promise<TestResponse & { milliseconds: number }> {
    const begun = performance.now()
    const response = await request()
    return { ...response, milliseconds: performance.now() - begun }
  }

  it('gets 503 and Retry-After in time under load, and recovers when it continues', async () => {
    // What is cached is known from here on, and the pools have connections.
    for (const request of [requests['a list'], requests['a price']]) expect((await request?.())?.status).toBe(200)
    await server.pause()
    const requested = Object.entries(requests).flatMap(([what, request]) =>
      Array.from({ length: 8 }, () => ({ what, request })),
    )
    const [code, ...responses] = await Promise.all([
      graphqlCode(),
      ...requested.map(async ({ what, request }) => ({ what, ...(await timed(request)) })),
    ])
    expect(code).toBe('SERVICE_UNAVAILABLE')
    expect(responses.filter(({ status }) => status !== 503).map(({ what, status }) => [what, status])).toEqual([])
    expect(responses.filter(({ headers }) => !/^[1-9]\d*$/.test(headers.get('retry-after') ?? ''))).toEqual([])
    expect(responses.filter(({ milliseconds }) => milliseconds > maxWaitMilliseconds)).toEqual([])

    await server.resume()
    for (const [what, request] of Object.entries(requests)) {
      let response = await request()
      for (const end = performance.now() + maxWaitMilliseconds; response.status === 503 && performance.now() < end;)
        response = await request()
      expect([what, response.status < 300]).toEqual([what, true])
    }
    expect(await graphqlCode()).toBeUndefined()
  })

  it('gets its normal response as soon as it continues, however long it was stopped', async () => {
    const before = await Promise.all(Object.values(requests).map(timed))
    const usual = Math.max(...before.map(({ milliseconds }) => milliseconds))
    await server.pause()
    await Promise.all(Object.values(requests).map((request) => request()))
    // Attempts to connect are given more and more time while it is stopped; by now they have as much as they ever get.
    await timePasses(10_000)
    await server.resume()
    const begun = performance.now()
    const waits = await Promise.all(
      Object.entries(requests).map(async ([what, request]) => {
        for (;;) {
          const { status } = await request()
          const milliseconds = performance.now() - begun
          if (status < 300 || milliseconds > maxWaitMilliseconds) return { what, status, milliseconds }
          await betweenAttempts(20)
        }
      }),
    )
    // Each reconnects first, which takes as long as several requests on a busy machine.
    const isLate = (milliseconds: number): boolean => milliseconds > maxReturnMilliseconds + 10 * usual
    expect(waits.filter(({ status, milliseconds }) => status >= 300 || isLate(milliseconds))).toEqual([])
  })
})
