import { beforeAll, describe, expect, it } from '@jest/globals'
import { insertCoupon } from '../testkit/coupons.ts'
import { keys, partner, sharedTestProduct, type Json } from '../testkit/product.ts'
import { setTotal } from '../testkit/reservation-states.ts'
import { reserve } from '../testkit/reserve.ts'

let product: Awaited<ReturnType<typeof sharedTestProduct>>
beforeAll(async () => {
  product = await sharedTestProduct()
})

/** A reservation that costs nothing, with the token of its payment page from before. */
async function reserveFree(environment: 'live' | 'sandbox' = 'sandbox'): Promise<Json> {
  const apiKey = environment === 'live' ? keys.live : keys.demo
  const made = await reserve(product.url, { apiKey })
  await setTotal(product.database('booking'), made.id, 0, environment)
  const { body } = await partner(product.url, apiKey).graphql(
    `{ reservation(id: "${made.id}") { visitUrl expiresAt paymentDue { deadline } } }`,
  )
  return { ...made, ...body.data.reservation, checkoutUrl: made.payment.instructions.creditCard.url }
}

const stateOf = async (id: string, apiKey: string = keys.demo): Promise<Json> =>
  (await partner(product.url, apiKey).graphql(`{ reservation(id: "${id}") { status payment { method } } }`)).body.data
    .reservation

const send = (address: string, fields: Record<string, string> = {}): Promise<Response> =>
  fetch(address, {
    method: 'POST',
    headers: { Origin: product.url, 'Sec-Fetch-Site': 'same-origin' },
    body: new URLSearchParams(fields),
  })
const textOf = async (address: string): Promise<string> => (await fetch(address)).text()

describe('a reservation that costs nothing', () => {
  it('requires no payment', async () => {
    const code = await insertCoupon(product.database('pricing'), { percent: 100 })
    const made = await reserve(product.url, { promoCode: code })
    expect(made.pricing.total).toBe(0)
    expect(made.payment).toEqual({ required: false, deadline: null, methods: [] })
    expect(made.status).toBe('pending')
    const extended = await partner(product.url).post(`/api/partner/reservations/${made.id}/extend`, {})
    expect(extended.body.data.payment).toEqual({ required: false, deadline: null, methods: [] })
    expect(extended.body.data.expiresAt).toEqual(expect.any(String))
  })

  it.each(['visitUrl', 'checkoutUrl'])('is confirmed by its guest at %s, without a payment', async (page) => {
    const made = await reserveFree()
    expect([made.paymentDue, typeof made.expiresAt]).toEqual([null, 'string'])
    const shown = await textOf(made[page])
    expect(shown).toContain('There is nothing to pay')
    expect(shown).not.toContain('Pay $0.00')
    const [action] = /\/visits\/[^"]+\/confirm/.exec(shown) ?? []
    const sent =
      page === 'visitUrl'
        ? await send(product.url + action)
        : await send(made[page], { outcome: 'PAY', amountCents: '0' })
    expect(sent.status).toBe(200)
    expect(await stateOf(made.id)).toEqual({ status: 'CONFIRMED', payment: null })
  })

  it('is confirmed in the live environment, too', async () => {
    const made = await reserveFree('live')
    expect((await send(made.checkoutUrl, { outcome: 'PAY', amountCents: '0' })).status).toBe(200)
    expect(await stateOf(made.id, keys.live)).toEqual({ status: 'CONFIRMED', payment: null })
  })

  it('is not confirmed when something is to pay meanwhile', async () => {
    const made = await reserveFree()
    await setTotal(product.database('booking'), made.id, 58_000)
    const [, token] = /\/visits\/([^/?]+)/.exec(made.visitUrl) ?? []
    await send(`${product.url}/visits/${token}/confirm`)
    expect(await stateOf(made.id)).toMatchObject({ status: 'PENDING' })
  })
})

describe('the payment page', () => {
  it('charges the amount that it showed, or nothing', async () => {
    const made = await reserve(product.url)
    const address = made.payment.instructions.creditCard.url
    const [, amountCents = ''] = /name="amountCents" value="(\d+)"/.exec(await textOf(address)) ?? []
    expect(Number(amountCents)).toBe(Math.round(made.pricing.total * 100))
    await partner(product.url).send('PATCH', `/api/partner/reservations/${made.id}`, { visitors: { adults: 3 } })
    const refused = await send(address, { outcome: 'PAY', amountCents })
    expect([refused.status, await refused.text()]).toEqual([200, expect.stringContaining('The amount has changed')])
    expect((await send(address, { outcome: 'PAY' })).status).toBe(400)
    expect(await stateOf(made.id)).toEqual({ status: 'PENDING', payment: null })
    const play = async (input: Json): Promise<string> => {
      const { body } = await partner(product.url, null).graphql(
        'mutation ($input: PlayCheckoutInput!) { playCheckout(input: $input) { status } }',
        { input: { token: new URL(address).searchParams.get('token'), ...input } },
      )
      return body.errors?.[0].extensions.code ?? body.data.playCheckout.status
    }
    expect(await play({ outcome: 'PAY', amountCents: Number(amountCents) })).toBe('AMOUNT_CHANGED')
    expect(await play({ outcome: 'PAY' })).toBe('ERROR_VALIDACION')
    expect(await play({ outcome: 'DECLINE', amountCents: 1 })).toBe('PENDING')
    expect(await play({ outcome: 'PAY', amountCents: 3 * Number(amountCents) })).toBe('CONFIRMED')
  })
})
