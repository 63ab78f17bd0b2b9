import { beforeAll, describe, expect, it } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { keyOfHour, limitHeaders } from '../testkit/limits.ts'
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

beforeAll(async () => {
  product = await sharedTestProduct()
})

describe('a signed address', () => {
  const visitor = freshAddress()
  const open = (address: string): Promise<TestResponse> =>
    partner(product.url, null).get(address, { 'X-Forwarded-For': visitor })
  /** Addresses on a server that knows another name of itself. */
  const here = (address: string): string => new URL(address).pathname + new URL(address).search
  let addresses: string[]
  beforeAll(async () => {
    const rest = partner(product.url)
    const created = await Promise.all(
      Array.from({ length: 60 }, () =>
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

  it("is counted separately: a page with 60 QR codes shows all of them, and uses nothing of its visitor's limit", async () => {
    const pictures = await Promise.all(addresses.map(open))
    expect(pictures.map(({ status }) => status)).toEqual(Array(60).fill(200))
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
