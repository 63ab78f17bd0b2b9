import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { eventually } from '../testkit/eventually.ts'
import { deleteDiscountRules, insertDiscountRule, insertPromotion } from '../testkit/price-rows.ts'
import { calculate, granCenote } from '../testkit/pricing.ts'
import { keys, nextSaturday, partner, sharedTestProduct, type Json, type SharedProduct } from '../testkit/product.ts'

let product: SharedProduct
let rest: ReturnType<typeof partner>
beforeAll(async () => {
  product = await sharedTestProduct()
  rest = partner(product.url)
})

const dayAfter = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
const visitDate = nextSaturday()

const newGuest = (changes: object = {}) => ({
  name: 'Ana Núñez',
  email: `${randomUUID()}@example.com`,
  phone: '+52 998 123 4567',
  ...changes,
})
let days = 0
/** Each on another day, so that there is room for all. */
async function reserve(changes: object, through = rest): Promise<Json> {
  const { status, body } = await through.post('/api/partner/reservations', {
    cenoteId: granCenote,
    visitDate: dayAfter(visitDate, days++ % 7),
    visitors: { adults: 2, children: 0 },
    guest: newGuest(),
    ...changes,
  })
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body.data
}
/** Names and shares of a reservation's discounts. */
const sharesOf = ({ pricing }: Json): Json =>
  Object.fromEntries((pricing.discounts ?? []).map(({ name, percentage }: Json) => [name, percentage]))
const read = async ({ id }: Json): Promise<Json> => (await rest.get(`/api/partner/reservations/${id}`)).body.data

describe('a discount for members of a loyalty programme', () => {
  it('is taken off a reservation whose guest is one, and of no other', async () => {
    expect(sharesOf(await reserve({ guest: newGuest({ loyaltyMember: { number: 'L-7' } }) }))).toEqual({
      'VIP guests': 0.15,
    })
    for (const loyaltyMember of [undefined, {}])
      expect(sharesOf(await reserve({ guest: newGuest({ loyaltyMember }) }))).toEqual({})
  })
})

describe('a discount for a first visit', () => {
  const group = { visitors: { adults: 20, children: 0 } }
  const first = { 'First purchase': 0.08 }
  const others = { 'Groups from 8 people': 0.1, '5 percent from 5,000 pesos': 0.05 }

  it('is for a guest without an earlier visit at the same partner, whatever the case of the address', async () => {
    const guest = newGuest()
    const earlier = await reserve({ ...group, guest })
    expect(sharesOf(earlier)).toEqual({ ...others, ...first })
    const again = { ...group, guest: { ...guest, email: guest.email.toUpperCase() } }
    expect(sharesOf(await reserve(again))).toEqual(others)
    expect(sharesOf(await reserve(again, partner(product.url, keys.rival)))).toEqual({ ...others, ...first })
  })

  it('is not lost by visits that were cancelled, nor by later ones when the first changes', async () => {
    const guest = newGuest()
    const cancelled = await reserve({ ...group, guest })
    await rest.post(`/api/partner/reservations/${cancelled.id}/cancel`, { reason: 'guest_request' })
    const earlier = await reserve({ ...group, guest })
    expect(sharesOf(earlier)).toEqual({ ...others, ...first })
    const later = await reserve({ ...group, guest })
    for (const { id } of [earlier, later])
      expect(await rest.send('PATCH', `/api/partner/reservations/${id}`, { visitors: { adults: 21 } })).toHaveStatus(
        200,
      )
    expect(sharesOf(await read(earlier))).toEqual({ ...others, ...first })
    expect(sharesOf(await read(later))).toEqual(others)
  })
})

describe('a discount for residents', () => {
  it('is taken off a calculation and a reservation alike, and stays when the reservation changes', async () => {
    const priced = await calculate(rest, { ageBreakdown: { adult: 2 }, residency: 'mexico' })
    expect(priced.body.data.discounts.automatic).toMatchObject([
      { id: demoId('discount-rule', 'national'), amount: 5_000 },
    ])
    const reservation = await reserve({ residency: 'mexico' })
    expect(reservation.pricing.total * 100).toBe(priced.body.data.summary.total)
    expect(reservation.pricing).toMatchObject({
      residency: 'mexico',
      discounts: [{ name: 'Mexican nationals', amount: 50 }],
    })
    await rest.send('PATCH', `/api/partner/reservations/${reservation.id}`, { visitors: { adults: 3 } })
    expect((await read(reservation)).pricing).toMatchObject({ residency: 'mexico', discounts: [{ amount: 50 }] })
    expect(sharesOf(await reserve({ residency: 'quintana_roo' }))).toEqual({ 'Quintana Roo residents': 0.25 })
    const foreign = await reserve({ residency: 'foreign' })
    expect([sharesOf(foreign), foreign.pricing.residency]).toEqual([{}, 'foreign'])
    expect((await reserve({})).pricing).not.toHaveProperty('residency')
  })

  it('is requested in GraphQL alike', async () => {
    const input = {
      cenoteId: granCenote,
      visitDate: dayAfter(visitDate, days++ % 7),
      visitors: { adults: 2, children: 0 },
      guest: newGuest(),
      residency: 'MEXICO',
    }
    const { body } = await rest.graphql(
      `mutation ($input: CreateReservationInput!) { createReservation(input: $input) {
        pricing { residency discounts { amountCents } } cenote { priceCalculation(input: { ageBreakdown: { adult: 2 }, residency: MEXICO }) { discountsCents } }
      } }`,
      { input },
    )
    expect(body.data.createReservation).toEqual({
      pricing: { residency: 'MEXICO', discounts: [{ amountCents: 5_000 }] },
      cenote: { priceCalculation: { discountsCents: 5_000 } },
    })
  })
})

describe('a promotion', () => {
  const gala = dayAfter(visitDate, 3)
  const rule = randomUUID()
  afterAll(() => deleteDiscountRules(product.database('pricing'), [rule]))
  const applied = (response: Json): string[] =>
    (response.body.data.appliedDiscounts ?? response.body.data.discounts.automatic).map(({ id }: Json) => id)

  it('is judged on the day of the visit by auto-apply, a calculation, a quote and a reservation', async () => {
    const promotionId = await insertPromotion(product.database('pricing'), `gala-${rule}`, gala)
    await insertDiscountRule(product.database('pricing'), { id: rule, name: 'Gala', value: 20, promotionId })
    const autoApply = (date: string) =>
      rest.post('/public/discount-rules/auto-apply', { cenoteId: granCenote, date, totalPeople: 2 })
    const visit = { ageBreakdown: { adult: 2 } }
    await eventually(async () => applied(await autoApply(gala)), [rule])
    expect(applied(await calculate(rest, { ...visit, visitDate: gala }))).toEqual([rule])
    expect(sharesOf(await reserve({ visitDate: gala }))).toEqual({ Gala: 0.2 })
    for (const day of [dayAfter(gala, -1), dayAfter(gala, 1)]) {
      expect(applied(await autoApply(day))).toEqual([])
      expect(applied(await calculate(rest, { ...visit, visitDate: day }))).toEqual([])
      expect(sharesOf(await reserve({ visitDate: day }))).toEqual({})
    }
    // Without a day it is today, when the promotion does not run yet; the list has it, for it can be had.
    expect(applied(await calculate(rest, visit))).toEqual([])
    const { body } = await rest.get('/public/discount-rules/auto-apply')
    expect(body.data.map(({ id }: Json) => id)).toContain(rule)
  })

  it('ties a quote to the day and the residency that it was requested for', async () => {
    const quoted = await calculate(rest, {
      ageBreakdown: { adult: 2 },
      visitDate: gala,
      residency: 'mexico',
      quote: true,
    })
    const { quoteToken, summary } = quoted.body.data
    const other = await rest.post('/api/partner/reservations', {
      cenoteId: granCenote,
      visitDate: dayAfter(gala, 1),
      visitors: { adults: 2, children: 0 },
      guest: newGuest(),
      quoteToken,
    })
    expect([other.status, other.body.error.code, other.body.error.details.fields]).toEqual([
      422,
      'QUOTE_MISMATCH',
      ['visitDate', 'residency'],
    ])
    const { pricing } = await reserve({ visitDate: gala, residency: 'mexico', quoteToken })
    expect(pricing.total * 100).toBe(summary.total)
  })

  it.each([
    ['a day that is none', { visitDate: '2026-02-30' }, 'visitDate'],
    ['people of Mars', { residency: 'mars' }, 'residency'],
  ])('refuses %s, in a calculation and in a reservation', async (_what, changes, field) => {
    const refused = [
      await calculate(rest, changes),
      await rest.post('/api/partner/reservations', {
        cenoteId: granCenote,
        visitDate,
        visitors: { adults: 2, children: 0 },
        guest: newGuest(),
        ...changes,
      }),
    ]
    for (const { status, body } of refused) expect([status, Object.keys(body.errors.fields)]).toEqual([400, [field]])
  })
})
