import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { storedResponsesByKey, storedResponseSizes } from '../testkit/claimed-requests.ts'
import { bookedFor } from '../testkit/operations.ts'
import {
  keys,
  nextSaturday,
  partner,
  sharedTestProduct,
  startTestProduct,
  type TestResponse,
  type TestProduct,
  type SharedProduct,
} from '../testkit/product.ts'

const path = '/api/partner/reservations'
const under = (key: string) => ({ 'Idempotency-Key': key })
const isReplayed = ({ headers }: TestResponse): boolean => headers.get('idempotent-replayed') === 'true'
const calculation = {
  itemType: 'cenote',
  itemId: demoId('cenote', 'gran-cenote'),
  ageBreakdown: { adult: 2 },
}
const reservation = () => ({
  cenoteId: demoId('cenote', 'gran-cenote'),
  visitDate: nextSaturday(),
  visitors: { adults: 1, children: 0 },
  guest: { name: 'Ana', email: `${randomUUID()}@example.com`, phone: '+52 1' },
})

let product: SharedProduct
let rest: ReturnType<typeof partner>
const storedBytes = (): Promise<number[]> => storedResponseSizes(product.database('access'))

describe('what is stored under Idempotency-Keys', () => {
  beforeAll(async () => {
    product = await sharedTestProduct()
    rest = partner(product.url)
  })

  it('does not exist for queries, whatever a caller’s headers say', async () => {
    const headers = { 'X-Idempotency-Scope': 'POST /anything', 'X-Idempotency-Fingerprint': 'x' }
    const body = { query: '{ tours { totalCount } }' }
    const before = await storedBytes()
    for (let count = 0; count < 3; count += 1) {
      const response = await rest.post('/graphql', body, { ...under('one-and-the-same'), ...headers })
      expect([response.status, isReplayed(response)]).toEqual([200, false])
    }
    expect(await storedBytes()).toEqual(before)
  })

  it('of a mutation includes its own text, whatever headers say', async () => {
    const query = 'mutation($input: CreateReservationInput!) { createReservation(input: $input) { id } }'
    const key = randomUUID()
    const headers = { ...under(key), 'X-Idempotency-Fingerprint': 'the same for all' }
    const first = await rest.post('/graphql', { query, variables: { input: reservation() } }, headers)
    expect(first.body.data.createReservation.id).toEqual(expect.any(String))
    const other = await rest.post('/graphql', { query, variables: { input: reservation() } }, headers)
    expect(other.body.errors[0].extensions.code).toBe('IDEMPOTENCY_KEY_REUSED')
  })

  it('stores the largest documented response: 50 reservations at once', async () => {
    const key = randomUUID()
    const body = { reservations: Array.from({ length: 50 }, reservation) }
    const first = await rest.post(`${path}/bulk`, body, under(key))
    const second = await rest.post(`${path}/bulk`, body, under(key))
    expect([second.status, isReplayed(second)]).toEqual([first.status, true])
    expect(second.body).toEqual(first.body)
    const bytes = (await storedBytes()).at(-1)
    expect(bytes).toBeGreaterThan(1_024)
    expect(bytes).toBeLessThan(256 * 1_024)
  })

  it('stores no response above 512 KiB, yet does not execute the request again', async () => {
    const input = reservation()
    const selections = Array.from({ length: 45 }, (_, index) => `${'a'.repeat(15_000)}${index}: id`).join(' ')
    const query = `mutation($input: CreateReservationInput!) { createReservation(input: $input) { ${selections} } }`
    const key = randomUUID()
    const first = await rest.post('/graphql', { query, variables: { input } }, under(key))
    expect(Object.keys(first.body.data.createReservation)).toHaveLength(45)
    const second = await rest.post('/graphql', { query, variables: { input } }, under(key))
    expect([second.status, second.body.errors[0].extensions.code]).toEqual([409, 'IDEMPOTENCY_ANSWER_NOT_STORED'])
    expect(await bookedFor(product, input.guest.email)).toBe(1)
    expect((await storedBytes()).at(-1)).toBe(0)
  })
})

describe.each([
  ['responses', 3, { IDEMPOTENCY_ANSWERS_PER_KEY: '3' }],
  ['bytes', 6_000, { IDEMPOTENCY_MEGABYTES_PER_KEY: '0.006' }],
] as const)('stored %s of one API key above %i', (unit, limit, settings) => {
  let limited: TestProduct
  beforeAll(async () => {
    limited = await startTestProduct(settings)
    product = limited
    rest = partner(product.url)
  })
  afterAll(() => limited.close())

  it('evict its oldest, which are not executed again, and none of other keys', async () => {
    const rival = partner(product.url, keys.rival)
    const rivalKey = randomUUID()
    await rival.post('/pricing/calculate-complete', calculation, under(rivalKey))
    const input = reservation()
    const oldest = randomUUID()
    expect(await rest.post(path, input, under(oldest))).toHaveStatus(201)
    const newer = Array.from({ length: 6 }, () => randomUUID())
    for (const key of newer) await rest.post('/pricing/calculate-complete', calculation, under(key))

    const repeated = await rest.post(path, input, under(oldest))
    expect([repeated.status, repeated.body.error.code]).toEqual([409, 'IDEMPOTENCY_ANSWER_NOT_STORED'])
    expect(repeated.body.error.details).toEqual({ idempotencyKey: oldest })
    expect(await bookedFor(product, input.guest.email)).toBe(1)
    expect(isReplayed(await rest.post('/pricing/calculate-complete', calculation, under(newer.at(-1)!)))).toBe(true)
    expect(isReplayed(await rival.post('/pricing/calculate-complete', calculation, under(rivalKey)))).toBe(true)
    const owners = await storedResponsesByKey(product.database('access'))
    expect(owners).toHaveLength(2)
    for (const owner of owners) expect(owner[unit]).toBeLessThanOrEqual(limit)
  })
})
