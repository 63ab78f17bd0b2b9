import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { operatorKeys } from '../testkit/operator.ts'
import { keys, partner, startTestProduct, type TestProduct } from '../testkit/product.ts'
import { reserve } from '../testkit/reserve.ts'

const pages = { CHECKOUT_URL: 'https://pay.example/live', SANDBOX_CHECKOUT_URL: 'https://pay.example/sandbox' }
let product: TestProduct
beforeAll(async () => {
  product = await startTestProduct(pages)
})
afterAll(() => product.close())

/** The address alone comes to the page, with the guest's browser. */
const addressFor = async (apiKey: string): Promise<{ id: string; url: string }> => {
  const { id } = await reserve(product.url, { apiKey })
  const { body } = await partner(product.url, apiKey).graphql(
    'query ($id: ID!) { reservation(id: $id) { paymentDue { creditCardUrl } } }',
    { id },
  )
  return { id, url: body.data.reservation.paymentDue.creditCardUrl }
}

describe('a payment page of the operator', () => {
  it.each([
    ['a partner', keys.demo, operatorKeys.sandbox, pages.SANDBOX_CHECKOUT_URL],
    ['another partner', keys.rival, operatorKeys.sandbox, pages.SANDBOX_CHECKOUT_URL],
    ['a partner in the live environment', keys.live, operatorKeys.live, pages.CHECKOUT_URL],
  ])(
    'reads what is due, confirms and takes the rest with one operator key: for %s',
    async (_who, apiKey, own, base) => {
      const { id, url } = await addressFor(apiKey)
      expect(url).toBe(`${base}/${id}`)
      const page = partner(product.url, own)
      const path = `/api/partner/reservations/${new URL(url).pathname.split('/').at(-1)}`
      const { body } = await page.get(path)
      const { status, pricing } = body.data
      expect(status).toBe('pending')
      const deposit = await page.post(`${path}/confirm`, {
        paymentId: `card-${id}`,
        amount: 100,
        paymentMethod: 'credit_card',
      })
      expect([deposit.status, deposit.body.data?.payment.balanceDue]).toEqual([200, pricing.total - 100])
      const rest = await page.post(`${path}/payments`, {
        amount: pricing.total - 100,
        method: 'credit_card',
        paymentId: id,
      })
      expect(rest.status).toBe(201)
      const seen = await partner(product.url, apiKey).get(`/api/partner/reservations/${id}`)
      expect(seen.body.data).toMatchObject({
        status: 'confirmed',
        payment: { amountPaid: pricing.total, balanceDue: 0 },
        statusHistory: [{ by: { type: 'partner' } }, { status: 'confirmed', by: { type: 'operator' } }],
      })
    },
  )
})
