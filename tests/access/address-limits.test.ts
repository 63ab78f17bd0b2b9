import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { newPartner } from '../testkit/issue.ts'
import { keyOfHour, limitHeaders } from '../testkit/limits.ts'
import { timePasses } from '../testkit/pauses.ts'
import {
  freshAddress,
  nextSaturday,
  partner,
  sharedTestProduct,
  type TestResponse,
  type SharedProduct,
} from '../testkit/product.ts'

const cenoteId = demoId('cenote', 'gran-cenote')
let product: SharedProduct
/** A partner for keys, because Demo Travel may create more only while it has fewer than 50. */
let reseller: Awaited<ReturnType<typeof newPartner>>

beforeAll(async () => {
  product = await sharedTestProduct()
  reseller = await newPartner(product)
})

describe('a signed address', () => {
  const visitor = freshAddress()
  const open = (address: string): Promise<TestResponse> =>
    partner(product.url, null).get(address, { 'X-Forwarded-For': visitor })
  /** Addresses on a server with another public URL. */
  const here = (address: string): string => new URL(address).pathname + new URL(address).search
  let addresses: string[]
  beforeAll(async () => {
    const rest = partner(product.url)
    const created = await Promise.all(
      Array.from({ length: 30 }, () =>
        rest.post('/api/partner/reservations', {
          cenoteId,
          visitDate: nextSaturday(),
          visitors: { adults: 1, children: 0 },
          guest: { name: 'Eva', email: 'eva@example.com', phone: '+52 1' },
        }),
      ),
    )
    addresses = created.map(({ body }) => here(body.data.qrCode.url))
  })

  it("is counted separately: a page with 30 QR codes shows all of them, and uses nothing of its visitor's limit", async () => {
    const pictures = await Promise.all(addresses.map(open))
    expect(pictures.map(({ status }) => status)).toEqual(Array(30).fill(200))
    for (const { headers } of pictures) expect(['30', '120']).toContain(headers.get('x-ratelimit-limit'))
    const own = await open('/age-configurations')
    expect([own.status, own.headers.get('x-ratelimit-limit'), own.headers.get('x-ratelimit-remaining')]).toEqual([
      200,
      '10',
      '9',
    ])
  })

  it('has a limit by its token, which does not affect other tokens', async () => {
    const [first = '', second = ''] = addresses
    const responses = await Promise.all(Array.from({ length: 130 }, () => partner(product.url, null).get(first)))
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 429]))
    expect(await open(second)).toHaveStatus(200)
  })

  it('with an invalid token counts for the address that sends it', async () => {
    const guesser = freshAddress()
    const guess = (index: number) =>
      partner(product.url, null).get(`/documents/made-up-${index}`, { 'X-Forwarded-For': guesser })
    const responses = await Promise.all(Array.from({ length: 25 }, (_, index) => guess(index)))
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([404, 429]))
    // As many as an address may send in a minute, however quickly.
    const guesses = responses.filter(({ status }) => status === 404).length
    expect(guesses).toBeGreaterThanOrEqual(10)
    expect(guesses).toBeLessThanOrEqual(20)
  })

  it('opened with a key counts for the key, and with a wrong one for the address', async () => {
    const [first = ''] = addresses.slice(3)
    const keyed = await partner(product.url, await keyOfHour(product, 50)).get(first)
    expect([keyed.status, ...limitHeaders(keyed)]).toEqual([200, '50', '49', '3600'])
    const wrong = await partner(product.url, 'sk_test_nobody_knows').get(first, { 'X-Forwarded-For': freshAddress() })
    expect([wrong.status, wrong.headers.get('x-ratelimit-limit')]).toEqual([401, '10'])
  })
})

describe('callers without a key', () => {
  const coupon = (address: string): Promise<TestResponse> =>
    partner(product.url, null).post('/coupons/check', { code: 'CENOTE10' }, { 'X-Forwarded-For': address })

  it('are counted by their address, those of one IPv6 network together', async () => {
    const network = `2001:db8:${randomUUID().slice(0, 4)}`
    for (let count = 0; count < 10; count += 1) expect(await coupon(`${network}:1::${count}`)).toHaveStatus(200)
    const refused = await coupon(`${network}:1:ffff::1`)
    expect([refused.status, refused.body.error.details.limit]).toEqual([429, 10])
    expect(await coupon(`${network}:2::1`)).toHaveStatus(200)
  })

  it('may try 10 coupons in a minute, by REST and GraphQL together; those with a key as many as their plan allows', async () => {
    const address = freshAddress()
    const graphql = 'query ($code: String!) { couponValidation(code: $code) { isValid } }'
    const ask = () =>
      partner(product.url, null).post(
        '/graphql',
        { query: graphql, variables: { code: 'X' } },
        { 'X-Forwarded-For': address },
      )
    for (let count = 0; count < 5; count += 1) {
      expect(await coupon(address)).toHaveStatus(200)
      // A burst of ten requests is all that an address may make in one second.
      await timePasses(250)
      expect(await ask()).toHaveStatus(200)
    }
    expect((await coupon(address)).body.error.details).toMatchObject({ limit: 10, window: 60 })
    expect(await ask()).toHaveStatus(429)
    const keyed = partner(product.url, await keyOfHour(product, 100, {}, reseller))
    for (let count = 0; count < 15; count += 1)
      expect(await keyed.post('/coupons/check', { code: 'CENOTE10' })).toHaveStatus(200)
  })

  it('with a wrong key count for their address as well, so that guessing keys is slow', async () => {
    const address = freshAddress()
    const guess = (index: number) =>
      partner(product.url, `sk_test_guess_${index}`).get('/api/auth/verify', { 'X-Forwarded-For': address })
    const responses = await Promise.all(Array.from({ length: 70 }, (_, index) => guess(index)))
    const statuses = responses.map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([401, 429]))
    // Ten in any second, twenty a minute, and a new minute may begin meanwhile.
    const guesses = statuses.filter((status) => status === 401).length
    expect(guesses).toBeGreaterThanOrEqual(10)
    expect(guesses).toBeLessThanOrEqual(40)
  })

  it('with ever new wrong keys are no longer looked up, and known keys of the same address continue to work', async () => {
    const address = { 'X-Forwarded-For': freshAddress() }
    const verify = (key: string, from = address) => partner(product.url, key).get('/api/auth/verify', from)
    const keyOf = (): Promise<string> => keyOfHour(product, 1_000, {}, reseller)
    const [known, unknown] = [await keyOf(), await keyOf()]
    expect(await verify(known)).toHaveStatus(200)
    for (let index = 0; index < 60; index += 1) await verify(`sk_test_guess_${index}_${randomUUID()}`)
    const beyond = await verify(`sk_test_guess_${randomUUID()}`)
    expect([beyond.status, beyond.body.error.details]).toMatchObject([429, { limit: 60, window: 60 }])
    expect(Number(beyond.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await verify(known)).toHaveStatus(200)
    // A key that this process has not seen yet counts as a guess from this address, and is accepted from others.
    expect(await verify(unknown)).toHaveStatus(429)
    expect(await verify(unknown, { 'X-Forwarded-For': freshAddress() })).toHaveStatus(200)
    expect(await verify(unknown)).toHaveStatus(200)
  })
})
