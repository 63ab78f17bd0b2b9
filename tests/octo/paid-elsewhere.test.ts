import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { adults, freeSlots, reseller, sold, type Reseller } from '../testkit/octo.ts'
import { partner, sharedTestProduct, type Json } from '../testkit/product.ts'

const { productId, optionId } = sold.cenote
const contact = { fullName: 'Ada Lovelace' }

let octo: Reseller
let rest: ReturnType<typeof partner>
let freeSlot: () => Json
beforeAll(async () => {
  const product = await sharedTestProduct()
  octo = reseller(product.url)
  rest = partner(product.url)
  freeSlot = await freeSlots(octo, productId)
})

const held = (): Promise<Json> =>
  octo.post('/bookings', {
    productId,
    optionId,
    availabilityId: freeSlot().id,
    unitItems: adults(2),
    uuid: randomUUID(),
  })
const paymentOf = async ({ uuid }: Json): Promise<Json> =>
  (await rest.get(`/api/partner/reservations/${uuid}`)).body.data.payment

describe('a booking over OCTO of which a part was paid by other means', () => {
  it('leaves nothing due when it becomes more expensive after its confirmation', async () => {
    const booking = await held()
    const inCash = { amount: 100, method: 'cash' }
    expect(await rest.post(`/api/partner/reservations/${booking.uuid}/payments`, inCash)).toHaveStatus(201)
    await octo.post(`/bookings/${booking.uuid}/confirm`, { contact })
    const before = await paymentOf(booking)
    expect(before).toMatchObject({ method: 'cash', additional: [{ method: 'reseller' }], balanceDue: 0 })
    await octo.patch(`/bookings/${booking.uuid}`, { unitItems: adults(3) })
    const after = await paymentOf(booking)
    expect(after).toMatchObject({ balanceDue: 0, additional: [{ method: 'reseller' }, { method: 'reseller' }] })
    expect(after.amountPaid).toBeGreaterThan(before.amountPaid)
  })
})
