import { beforeAll, describe, expect, it } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { couponUses, insertCoupon } from '../testkit/coupons.ts'
import { calculate, cenote, granCenote, serviceAt } from '../testkit/pricing.ts'
import { nextSaturday, partner, sharedTestProduct, type Json, type SharedProduct } from '../testkit/product.ts'

let product: SharedProduct
let rest: ReturnType<typeof partner>
/** Coupons of 5 and 30 percent that cannot be combined and take precedence over every automatic discount. */
let alone5: string
let alone30: string
beforeAll(async () => {
  product = await sharedTestProduct()
  rest = partner(product.url)
  const alone = { stackable: false, priority: 99 }
  alone5 = await insertCoupon(product.database('pricing'), { ...alone, percent: 5 })
  alone30 = await insertCoupon(product.database('pricing'), { ...alone, percent: 30 })
})

const reserve = async (changes: object = {}): Promise<Json> => {
  const { status, body } = await rest.post('/api/partner/reservations', {
    cenoteId: granCenote,
    visitDate: nextSaturday(),
    visitors: { adults: 12, children: 0 },
    guest: { name: 'Ana Núñez', email: 'ana@example.com', phone: '+52 998 123 4567' },
    ...changes,
  })
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body.data
}

describe('a discount that leaves transport out', () => {
  const transfer = serviceAt('gran-cenote', 'hotel-transfer')

  it('is not taken off a transport service, in a calculation and in a reservation', async () => {
    const { body } = await calculate(rest, { ageBreakdown: { adult: 10 }, selectedServices: [transfer] })
    // 5,450.00, of which 450.00 are the transfer: 10 percent of all, then 5 percent of what is left without transport.
    expect(body.data.discounts.automatic).toMatchObject([
      { id: demoId('discount-rule', 'group-8'), amount: 54_500 },
      { id: demoId('discount-rule', 'big-spender'), amount: 22_275 },
    ])
    const { pricing } = await reserve({ visitors: { adults: 10, children: 0 }, services: [{ id: transfer }] })
    expect(pricing.discounts).toEqual([
      { type: 'quantity_based', name: 'Groups from 8 people', amount: 545, percentage: 0.1 },
      { type: 'percentage', name: '5 percent from 5,000 pesos', amount: 222.75, percentage: 0.05 },
    ])
    expect(pricing.total * 100).toBe(body.data.summary.total)
  })
})

describe('the percentage of a discount in a reservation', () => {
  it('is the share of the rule or coupon itself, 0 for an amount', async () => {
    const { pricing } = await reserve({ promoCode: 'CENOTE10' })
    expect(pricing.discounts.map(({ percentage }: Json) => percentage)).toEqual([0.1, 0.05, 0.1])
    const fixed = await reserve({ visitors: { adults: 2, children: 0 }, promoCode: 'FIJO200' })
    expect(fixed.pricing.discounts).toEqual([{ type: 'coupon', name: 'FIJO200', amount: 200, percentage: 0 }])
  })
})

describe('a coupon that could be used', () => {
  it('is left out, and reported, where the price is lower without it', async () => {
    const party = { ageBreakdown: { adult: 12 } }
    const without = await calculate(rest, party)
    const { body } = await calculate(rest, { ...party, couponCode: alone5.toLowerCase() })
    expect(body.data.summary).toEqual(without.body.data.summary)
    expect(body.data.discounts).toEqual({
      ...without.body.data.discounts,
      notApplied: [{ code: alone5, reason: 'better_without' }],
    })
    const { id, pricing } = await reserve({ promoCode: alone5 })
    expect(pricing.total * 100).toBe(without.body.data.summary.total)
    expect(pricing.notApplied).toEqual([{ code: alone5, reason: 'better_without' }])
    expect((await rest.get(`/api/partner/reservations/${id}`)).body.data.pricing).toEqual(pricing)
    expect(await couponUses(product.database('pricing'), alone5)).toBe(0)
  })

  it('is taken alone where that is the better price', async () => {
    const { body } = await calculate(rest, { ageBreakdown: { adult: 12 }, couponCode: alone30 })
    expect(body.data.discounts).toEqual({
      automatic: [],
      coupon: { code: alone30, type: 'percentage', amount: 180_000 },
    })
  })

  it('is left out, and reported, where another discount is exclusive', async () => {
    const group = { itemId: cenote('ik-kil'), ageBreakdown: { adult: 15 } }
    const { body } = await calculate(rest, { ...group, couponCode: 'IKKIL15' })
    expect(body.data.discounts).toMatchObject({
      automatic: [{ id: demoId('discount-rule', 'exclusive-ik-kil') }],
      notApplied: [{ code: 'IKKIL15', reason: 'not_combinable' }],
    })
    expect(body.data.discounts).not.toHaveProperty('coupon')
    const reserved = await reserve({
      cenoteId: cenote('ik-kil'),
      visitors: { adults: 15, children: 0 },
      promoCode: 'IKKIL15',
    })
    expect(reserved.pricing.notApplied).toEqual([{ code: 'IKKIL15', reason: 'not_combinable' }])
  })

  it('is reported by GraphQL alike, of a calculation and of a reservation, and nothing is where it is used', async () => {
    const { body } = await rest.graphql(
      `query ($id: ID!) { cenote(id: $id) {
        left: priceCalculation(input: { ageBreakdown: { adult: 12 }, couponCode: "${alone5}" }) { ...Left }
        used: priceCalculation(input: { ageBreakdown: { adult: 2 }, couponCode: "${alone5}" }) { ...Left }
      } }
      fragment Left on PriceCalculation { couponDiscount { code value } notAppliedDiscounts { code reason } }`,
      { id: granCenote },
    )
    expect(body.data.cenote).toEqual({
      left: { couponDiscount: null, notAppliedDiscounts: [{ code: alone5, reason: 'BETTER_WITHOUT' }] },
      used: { couponDiscount: { code: alone5, value: 5 }, notAppliedDiscounts: [] },
    })
    const { id } = await reserve({ promoCode: alone5 })
    const read = await rest.graphql(
      'query ($id: ID!) { reservation(id: $id) { pricing { notAppliedDiscounts { code reason } } } }',
      { id },
    )
    expect(read.body.data.reservation.pricing.notAppliedDiscounts).toEqual([{ code: alone5, reason: 'BETTER_WITHOUT' }])
  })
})
