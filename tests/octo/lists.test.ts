import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from '@jest/globals'
import { visitDay } from '../testkit/moves.ts'
import { reseller, sold } from '../testkit/octo.ts'
import { partner, sharedTestProduct, type Json, type SharedProduct } from '../testkit/product.ts'

let product: SharedProduct
beforeAll(async () => {
  product = await sharedTestProduct()
})

it('bookings of more than one page are listed in the order of their creation, each once', async () => {
  const resellerReference = randomUUID()
  const item = (index: number): Json => ({
    cenoteId: sold.cenote.productId,
    date: visitDay(index % 7),
    visitors: 1,
    email: 'ana@example.com',
    resellerReference,
  })
  const uuids: string[] = []
  for (const count of [50, 10]) {
    const reservations = Array.from({ length: count }, (_, index) => item(index))
    const { body } = await partner(product.url).post('/api/partner/reservations/bulk', { reservations })
    expect(body.data.summary).toEqual({ total: count, succeeded: count, failed: 0 })
    uuids.push(...body.data.results.map(({ reservation }: Json) => reservation.id))
  }
  const octo = reseller(product.url)
  const listed = await octo.get(`/bookings?resellerReference=${resellerReference}`)
  expect(listed.map(({ uuid }: Json) => uuid)).toEqual(uuids)
})
