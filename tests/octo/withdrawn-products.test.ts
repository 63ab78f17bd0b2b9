import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { copyCenote } from '../testkit/copies.ts'
import { adults, beforeMark, freeSlots, reseller, sold, type Reseller } from '../testkit/octo.ts'
import { operator } from '../testkit/operator.ts'
import { productToChange, type Json, type SharedProduct } from '../testkit/product.ts'

const { optionId, other } = sold.cenote

let product: SharedProduct
let octo: Reseller
/** A copy of the cenote. */
let productId: string
let freeSlot: () => Json
beforeAll(async () => {
  product = await productToChange()
  productId = await copyCenote(product.url, 'chencoh')
  octo = reseller(product.url)
  freeSlot = await freeSlots(octo, productId)
})

const bodyOf = (): Json => ({
  uuid: randomUUID(),
  productId,
  optionId,
  availabilityId: freeSlot().id,
  unitItems: adults(2),
})

describe('a creation over OCTO that is sent again once its product is off sale', () => {
  let moved: Json
  let enlarged: Json
  let bookings: Json[]
  beforeAll(async () => {
    ;[moved, enlarged] = [bodyOf(), bodyOf()]
    for (const body of [moved, enlarged]) await octo.post('/bookings', body)
    bookings = [
      await octo.patch(`/bookings/${moved.uuid}`, { productId: other }),
      await octo.patch(`/bookings/${enlarged.uuid}`, { unitItems: adults(3) }),
    ].map(beforeMark)
    await operator(product.url).ask(
      `mutation ($input: DeactivateCenoteInput!) { deactivateCenote(input: $input) { isActive } }`,
      { input: { id: productId, version: 2, reservations: 'KEEP' } },
    )
    expect(await octo.refusal('GET', `/products/${productId}`)).toEqual({ error: 'INVALID_PRODUCT_ID', productId })
  })

  it('is the booking that it made, with the product or the party that a PATCH gave it', async () => {
    for (const [index, body] of [moved, enlarged].entries()) {
      expect(beforeMark(await octo.post('/bookings', body))).toEqual(bookings[index])
      const again = { 'Idempotency-Key': randomUUID() }
      for (let attempt = 0; attempt < 2; attempt += 1)
        expect(beforeMark(await octo.post('/bookings', { ...body, uuid: body.uuid.toUpperCase() }, again))).toEqual(
          bookings[index],
        )
    }
  })

  it.each([
    ['another party, also that which the booking has now', { unitItems: adults(3) }],
    ['another start', { availabilityId: '2035-01-01T10:00:00-05:00' }],
    ['another uuid', { uuid: randomUUID() }],
    ['the offset of another time zone', { offset: '+02:00' }],
  ])('is refused with %s', async (_what, { offset = '', ...change }: Json) => {
    const availabilityId = enlarged.availabilityId.slice(0, 19) + (offset || enlarged.availabilityId.slice(19))
    expect(await octo.refusal('POST', '/bookings', { ...enlarged, availabilityId, ...change })).toEqual({
      error: 'INVALID_PRODUCT_ID',
      productId,
    })
    expect(beforeMark(await octo.get(`/bookings/${enlarged.uuid}`))).toEqual(bookings[1])
  })
})
