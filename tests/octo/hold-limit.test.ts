import { beforeAll, describe, expect, it } from '@jest/globals'
import { sql } from '../testkit/database.ts'
import { adults, freeSlots, reseller, sold, type Reseller } from '../testkit/octo.ts'
import { sharedTestProduct, type Json, type SharedProduct } from '../testkit/product.ts'

const { productId, optionId } = sold.cenote

let product: SharedProduct
let octo: Reseller
let freeSlot: () => Json
beforeAll(async () => {
  product = await sharedTestProduct()
  octo = reseller(product.url)
  freeSlot = await freeSlots(octo, productId)
})

describe('a hold over OCTO', () => {
  it('that cannot be extended by that much is refused with that reason, in the language of the caller', async () => {
    const body = { productId, optionId, availabilityId: freeSlot().id, unitItems: adults(1) }
    const booking = await octo.post('/bookings', body)
    await sql(
      product.database('booking'),
      "UPDATE sandbox.reservation SET created_at = created_at - interval '30 hours' WHERE id = $1",
      [booking.id],
    )
    const address = `/bookings/${booking.uuid}`
    const extension = { expirationMinutes: 1_440 }
    const reason = /^UNPROCESSABLE_ENTITY: The hold cannot be extended by that much: .*twice the maximum/
    expect(await octo.complaint('POST', `${address}/extend`, extension)).toMatch(reason)
    expect(await octo.complaint('PATCH', address, extension)).toMatch(reason)
    const inSpanish = { 'Accept-Language': 'es' }
    expect(await octo.complaint('POST', `${address}/extend`, extension, inSpanish)).toMatch(
      /^UNPROCESSABLE_ENTITY: El apartado no se puede extender tanto: /,
    )
    const { utcExpiresAt } = await octo.post(`${address}/extend`, { expirationMinutes: 600 })
    expect(utcExpiresAt > booking.utcExpiresAt).toBe(true)
  })
})
