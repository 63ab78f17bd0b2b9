import { beforeAll, describe, expect, it } from '@jest/globals'
import { issueTestKey } from '../testkit/issue.ts'
import { reseller, sold, type Reseller } from '../testkit/octo.ts'
import { sharedTestProduct } from '../testkit/product.ts'

const shop = 'https://shop.example'
let octo: Reseller
let keyless: Reseller
beforeAll(async () => {
  const product = await sharedTestProduct()
  const { apiKey } = await issueTestKey(product, { origins: [shop] })
  octo = reseller(product.url, { apiKey })
  keyless = reseller(product.url, { apiKey: null })
})

describe('a publishable key over OCTO', () => {
  it.each(['/supplier', '/capabilities', '/products', `/products/${sold.tour.productId}`])(
    'reads %s from its own origin alone',
    async (path) => {
      expect(await octo.send('GET', path, undefined, { Origin: shop })).toHaveStatus(200)
      expect(await octo.refusal('GET', path, undefined, { Origin: 'https://other.example' })).toEqual({
        error: 'FORBIDDEN',
      })
      expect(await octo.refusal('GET', path)).toEqual({ error: 'FORBIDDEN' })
      expect(await keyless.refusal('GET', path, undefined, { Origin: shop })).toEqual({ error: 'UNAUTHORIZED' })
    },
  )

  it('makes no bookings', async () => {
    expect(await octo.refusal('GET', '/bookings?localDate=2027-01-01', undefined, { Origin: shop })).toEqual({
      error: 'FORBIDDEN',
    })
  })
})
