import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { keys, nextSaturday, partner, startTestProduct, type TestProduct } from '../testkit/product.ts'
import { reserve } from '../testkit/reserve.ts'

const path = '/api/partner/reservations'
let product: TestProduct
let gate: ReturnType<typeof partner>
beforeAll(async () => {
  product = await startTestProduct()
  gate = partner(product.url, 'sk_test_demo_gate')
})
afterAll(() => product.close())

describe('a gate key', () => {
  it('reads, takes payments of and checks in a reservation of any partner by its reference', async () => {
    const { bookingReference: ref, id, pricing } = await reserve(product.url, { apiKey: keys.rival })
    await partner(product.url, keys.rival).post(`${path}/${id}/confirm`, {})
    const read = await gate.get(`${path}/${ref}`)
    expect([read.status, read.body.data.id, read.body.data.partner]).toEqual([200, id, undefined])
    const paid = await gate.post(`${path}/${ref}/payments`, { amount: pricing.total, method: 'card_present' })
    expect(paid.status).toBe(201)
    expect((await gate.post(`${path}/${ref}/checkin`, { requirePaid: true })).status).toBe(200)
    const { data } = (await partner(product.url, keys.rival).get(`${path}/${id}`)).body
    expect(data.statusHistory.at(-1)).toMatchObject({ status: 'in_progress', by: { type: 'operator', keyId: null } })
  })

  it('sells and confirms for direct', async () => {
    const { status, body } = await gate.post(path, {
      cenoteId: demoId('cenote', 'gran-cenote'),
      visitDate: nextSaturday(),
      visitors: { adults: 1, children: 0 },
      guest: { name: 'Eva', email: 'eva@example.com', phone: '+52 1' },
    })
    expect([status, body.error]).toEqual([201, undefined])
    expect((await gate.post(`${path}/${body.data.id}/confirm`, {})).status).toBe(200)
  })

  it("is refused everything else, and to confirm, change or cancel a partner's reservation", async () => {
    const { bookingReference: ref } = await reserve(product.url)
    const responses = [
      await gate.post(`${path}/${ref}/confirm`, { paymentId: 'p' }),
      await gate.post(`${path}/${ref}/cancel`, { reason: 'weather' }),
      await gate.send('PATCH', `${path}/${ref}`, { specialRequests: 'x' }),
      await gate.post(`${path}/${ref}/extend`, {}),
      await gate.post(`${path}/${ref}/refund`, {}),
      await gate.post(`${path}/${ref}/no-show`, {}),
      await gate.get('/events'),
      await gate.get('/webhooks'),
      await gate.post('/api/auth/refresh', {}),
    ]
    expect(responses.map(({ status }) => status)).toEqual(Array(responses.length).fill(403))
  })
})
