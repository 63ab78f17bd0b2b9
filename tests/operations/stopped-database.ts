import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import type { OwnPostgres } from '../testkit/own-postgres.ts'
import { nextSaturday, partner, type TestResponse } from '../testkit/product.ts'
import { betweenAttempts, timePasses } from '../testkit/pauses.ts'

/** The maximum time that a client waits, whatever its request needs. The allowance covers a busy machine. */
const maxWaitMilliseconds = 10_000
/** It is about half a second on an idle machine, and seconds where a process waits before it connects again. */
const maxReturnMilliseconds = 3_000

/** A product whose database server the tests stop, with DATABASE_SILENCE_SECONDS=1. */
interface Subject {
  readonly server: OwnPostgres
  readonly restUrl: string
  readonly graphqlUrl: string
}

/** Declares the tests of a product while its PostgreSQL is stopped without ending. */
export function describeStoppedDatabase(subject: () => Subject): void {
  describe('while PostgreSQL is stopped without ending', () => stoppedDatabase(subject))
}

function stoppedDatabase(subject: () => Subject): void {
  // A failed test leaves the server stopped, and the product could not be closed.
  afterEach(() => subject().server.resume())

  const idempotencyKey = randomUUID()
  const booking = (adults: number) => ({
    cenoteId: demoId('cenote', 'gran-cenote'),
    visitDate: nextSaturday(),
    visitors: { adults, children: 0 },
    guest: { name: 'Ida', email: 'ida@example.com', phone: '+52 1' },
  })
  const requests: Record<string, () => Promise<TestResponse>> = {
    'a list': () => partner(subject().restUrl).get('/api/partner/reservations'),
    'a read without a key': () => partner(subject().restUrl, null).get('/booking/tours'),
    'a read with a key that was not used before': () => partner(subject().restUrl, 'sk_test_demo_pro').get('/events'),
    'a creation': () => partner(subject().restUrl).post('/api/partner/reservations', booking(2)),
    'a creation under an Idempotency-Key': () =>
      partner(subject().restUrl).post('/api/partner/reservations', booking(1), { 'Idempotency-Key': idempotencyKey }),
    'a price': () =>
      partner(subject().restUrl, null).post('/coupons/validate', { code: 'CENOTE10', subtotal: 100_000 }),
  }

  /** The code of the first error of a GraphQL response, which is 200 once the operation has begun. */
  const graphqlCode = async (): Promise<string | undefined> => {
    const { body } = await partner(subject().graphqlUrl).graphql('{ reservations(first: 1) { totalCount } }')
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
    await subject().server.pause()
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

    await subject().server.resume()
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
    await subject().server.pause()
    await Promise.all(Object.values(requests).map((request) => request()))
    // Attempts to connect are given more and more time while it is stopped; by now they have as much as they ever get.
    await timePasses(10_000)
    await subject().server.resume()
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
}
