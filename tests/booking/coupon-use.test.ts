import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { expectBalancedBooks } from '../testkit/capacity.ts'
import { storedClosure } from '../testkit/closures.ts'
import { claimStates, couponUses, limitCouponUses } from '../testkit/coupons.ts'
import { nextSaturday, partner, sharedTestProduct, type TestResponse, type SharedProduct } from '../testkit/product.ts'
import { eventually } from '../testkit/eventually.ts'
import { makeClaimDue, makeDue } from '../testkit/due.ts'
import { dieAfterCountingUse } from '../testkit/failures.ts'

const cenoteId = demoId('cenote', 'gran-cenote')

describe("a coupon's use", () => {
  let product: SharedProduct
  beforeAll(async () => {
    product = await sharedTestProduct()
  })
  afterAll(async () => {
    await limitCouponUses(product.database('pricing'), 'CENOTE10', null)
    await expectBalancedBooks(product.database('booking'))
  })

  const uses = (): Promise<number> => couponUses(product.database('pricing'), 'CENOTE10')

  const create = (visitTime: string, adults = 1): Promise<TestResponse> =>
    partner(product.url).post('/api/partner/reservations', {
      cenoteId,
      visitDate: nextSaturday(),
      visitTime,
      visitors: { adults, children: 0 },
      guest: { name: 'Coupon', email: 'coupon@example.com', phone: '+52 1 555' },
      promoCode: 'cenote10',
    })
  const settled = async (expected: number): Promise<void> => {
    await eventually(uses, expected)
  }

  let before: number
  beforeEach(async () => {
    before = await uses()
    await limitCouponUses(product.database('pricing'), 'CENOTE10', 5)
  })

  it('is counted once for each reservation, exactly up to its limit under concurrency', async () => {
    const responses = await Promise.all(Array.from({ length: 20 }, () => create('09:00')))
    const created = responses.filter(({ status }) => status === 201)
    expect(created).toHaveLength(5)
    expect(new Set(responses.filter(({ status }) => status !== 201).map(({ body }) => body.error.code))).toEqual(
      new Set(['COUPON_usage_LIMIT_REACHED']),
    )
    for (const { body } of created)
      expect(body.data.pricing.discounts).toContainEqual(expect.objectContaining({ type: 'coupon', name: 'CENOTE10' }))
    await settled(before + 5)
  })

  it('is released when a reservation is cancelled unpaid, and stays when it was paid', async () => {
    const [first, second] = [await create('10:00'), await create('10:00')]
    await settled(before + 2)
    await partner(product.url).post(`/api/partner/reservations/${first.body.data.id}/cancel`, {
      reason: 'guest_request',
    })
    await settled(before + 1)
    const paid = `/api/partner/reservations/${second.body.data.id}`
    expect(await partner(product.url).post(`${paid}/confirm`, { paymentId: 'pay_1' })).toHaveStatus(200)
    expect(await partner(product.url).post(`${paid}/cancel`, { reason: 'weather' })).toHaveStatus(200)
    const claims = () => claimStates(product.database('booking'), { reservationId: second.body.data.id })
    await eventually(claims, ['kept'])
    expect(await uses()).toBe(before + 1)
  })

  it('is released when the cenote turns out to be closed that day', async () => {
    const suytun = demoId('cenote', 'suytun')
    const closure = await storedClosure(product.database('booking'), suytun)
    const { body } = await partner(product.url).post('/api/partner/reservations', {
      cenoteId: suytun,
      visitDate: closure.date,
      // With a requested time, a slot is tried without reading closures first.
      visitTime: '10:00',
      visitors: { adults: 1, children: 0 },
      guest: { name: 'Coupon', email: 'coupon@example.com', phone: '+52 1 555' },
      promoCode: 'cenote10',
    })
    expect(body.error).toMatchObject({ code: 'CENOTE_NOT_AVAILABLE', details: { reason: 'maintenance' } })
    await settled(before)
  })

  it('is released when there is no room after all, and when a hold expires', async () => {
    expect(await create('11:00', 50)).toHaveStatus(422)
    await settled(before)
    const { body } = await create('11:00')
    await settled(before + 1)
    await makeDue(product.database('booking'), 'hold', [body.data.id])
    await settled(before)
  })

  it('is released when the process died between counting it and writing the reservation', async () => {
    const databases = { booking: product.database('booking'), pricing: product.database('pricing') }
    const reservationId = await dieAfterCountingUse(databases, 'CENOTE10')
    expect(await uses()).toBe(before + 1)
    await makeClaimDue(databases.booking, reservationId)
    await settled(before)
    expect(await claimStates(databases.booking)).not.toContain('claimed')
  })
})
