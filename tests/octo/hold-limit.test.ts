import { beforeAll, describe, expect, it } from '@jest/globals'
import { adults, freeSlots, reseller, sold, type Reseller } from '../testkit/octo.ts'
import { sharedTestProduct, type Json, type SharedProduct } from '../testkit/product.ts'
import { ageReservation } from '../testkit/reservation-states.ts'

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
    await ageReservation(product.database('booking'), booking.id, 30)
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
