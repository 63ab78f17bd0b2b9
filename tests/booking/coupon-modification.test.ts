import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { expectBalancedBooks } from '../testkit/capacity.ts'
import {
  changeCoupon,
  claimStates,
  couponUses,
  insertCoupon,
  limitCouponUses,
  type CouponChange,
} from '../testkit/coupons.ts'
import { nextSaturday, partner, sharedTestProduct, type Json, type SharedProduct } from '../testkit/product.ts'
import { storedEvents } from '../testkit/stored-events.ts'

/** A cenote for 200 people an hour. */
const cenoteId = demoId('cenote', 'casa-cenote')
let product: SharedProduct
let rest: ReturnType<typeof partner>
beforeAll(async () => {
  product = await sharedTestProduct()
  rest = partner(product.url)
})
afterAll(() => expectBalancedBooks(product.database('booking')))

const path = (id: string, step = ''): string => `/api/partner/reservations/${id}${step && `/${step}`}`
const read = async (id: string): Promise<Json> => (await rest.get(path(id))).body.data
const cancel = (id: string) => rest.post(path(id, 'cancel'), { reason: 'guest_request' })
const uses = (code: string): Promise<number> => couponUses(product.database('pricing'), code)
const couponOf = (rules: Parameters<typeof insertCoupon>[1] = {}) => insertCoupon(product.database('pricing'), rules)
const change = (code: string, facts: CouponChange) => changeCoupon(product.database('pricing'), code, facts)
const discountNames = ({ pricing }: Json): string[] => (pricing.discounts ?? []).map(({ name }: Json) => name)
const events = async (id: string): Promise<number> => (await storedEvents(product.database('booking'), id)).length
const claims = (id: string): Promise<string[]> => claimStates(product.database('booking'), { reservationId: id })

async function reserve(promoCode: string, adults: number, more: object = {}): Promise<Json> {
  const { status, body } = await rest.post('/api/partner/reservations', {
    cenoteId,
    visitDate: nextSaturday(),
    visitTime: '10:00',
    visitors: { adults, children: 0 },
    guest: { name: 'Ana Núñez', email: 'ana@example.com', phone: '+52 998 123 4567' },
    promoCode,
    ...more,
  })
  expect([status, body.error]).toEqual([201, undefined])
  return body.data
}
async function patch(id: string, change: object, query = ''): Promise<Json> {
  const { status, body } = await rest.send('PATCH', path(id) + query, change)
  expect([status, body.error]).toEqual([200, undefined])
  return body.data
}
const dropped = (oldValue: string) => ({ field: 'promoCode', oldValue, newValue: null })
const modification = `mutation ($input: ModifyReservationInput!) { modifyReservation(input: $input) {
  changes { field } reservation { pricing { notAppliedDiscounts { code reason } discounts { type name } } } } }`

/** With a coupon whose minimum a party of four reaches and one of three does not. */
async function atMinimum(): Promise<{ id: string; code: string; total: number }> {
  const code = await couponOf()
  const { id, pricing } = await reserve(code, 4)
  await change(code, { minPurchaseCents: Math.round(pricing.subtotal * 100) })
  return { id, code, total: pricing.total }
}

describe('a coupon that no longer applies after a PATCH', () => {
  it('is dropped from a party below its minimum, reported from then on, and its use is free at once', async () => {
    const { id, code } = await atMinimum()
    const without = await reserve(await couponOf(), 3)
    const { pricing: agreed } = await patch(without.id, { promoCode: null })
    const { changes, pricing } = await patch(id, { visitors: { adults: 3 } })
    expect(await uses(code)).toBe(0)
    expect(changes).toEqual([{ field: 'visitors.adults', oldValue: 4, newValue: 3 }, dropped(code)])
    const notApplied = [{ code, reason: 'min_spend_not_met' }]
    expect([pricing.notApplied, pricing.newTotal]).toEqual([notApplied, agreed.newTotal])
    const after = await read(id)
    expect([after.pricing.notApplied, discountNames(after).includes(code)]).toEqual([notApplied, false])
    const { body } = await rest.graphql(
      'query ($id: ID!) { reservation(id: $id) { pricing { notAppliedDiscounts { code reason } } } }',
      { id },
    )
    expect(body.data.reservation.pricing.notAppliedDiscounts).toEqual([{ code, reason: 'MIN_SPEND_NOT_MET' }])
    // It does not return with a larger party, and is still reported.
    const larger = await patch(id, { visitors: { adults: 5 } })
    expect([larger.pricing.notApplied, await uses(code)]).toEqual([notApplied, 0])
    expect(discountNames(await read(id))).not.toContain(code)
  })

  it('is dropped when the service that it makes free is removed', async () => {
    const offered: Json[] = (await rest.get(`/cenotes/${cenoteId}/services`)).body.data
    const guide = offered.find(({ name }) => /guide/i.test(name.en))
    const before = await uses('FREEGUIDE')
    const { id } = await reserve('FREEGUIDE', 2, { services: [{ id: guide.id, quantity: 1 }] })
    expect(await uses('FREEGUIDE')).toBe(before + 1)
    const { pricing } = await patch(id, { services: [{ id: guide.id, action: 'remove' }] })
    expect([pricing.notApplied, await uses('FREEGUIDE')]).toEqual([
      [{ code: 'FREEGUIDE', reason: 'not_applicable' }],
      before,
    ])
  })

  it('is dropped when a discount that the larger party has cannot be combined with it', async () => {
    const before = await uses('IKKIL15')
    const { id } = await reserve('IKKIL15', 2, { cenoteId: demoId('cenote', 'ik-kil') })
    const { pricing } = await patch(id, { visitors: { adults: 15 } })
    expect([pricing.notApplied, await uses('IKKIL15')]).toEqual([
      [{ code: 'IKKIL15', reason: 'not_combinable' }],
      before,
    ])
  })

  it('is quoted by a dry run, which gives nothing back', async () => {
    const { id, code, total } = await atMinimum()
    const quoted = await patch(id, { visitors: { adults: 3 } }, '?dryRun=true')
    expect([quoted.pricing.notApplied, quoted.changes.at(-1)]).toEqual([
      [{ code, reason: 'min_spend_not_met' }],
      dropped(code),
    ])
    await patch(id, { promoCode: null }, '?dryRun=true')
    expect([await uses(code), await claims(id)]).toEqual([1, ['kept']])
    const after = await read(id)
    expect([after.pricing.total, after.pricing.notApplied, discountNames(after).includes(code)]).toEqual([
      total,
      undefined,
      true,
    ])
  })

  it.each<[string, (code: string) => Promise<unknown>]>([
    ['switched off', (code) => change(code, { isActive: false })],
    ['expired', (code) => change(code, { validUntil: new Date(Date.now() - 86_400_000) })],
    ['used up', (code) => limitCouponUses(product.database('pricing'), code, 0)],
  ])('stays when it was %s after the booking, while the party meets its minimum', async (_what, happens) => {
    const code = await couponOf({ minPurchaseCents: 100 })
    const { id } = await reserve(code, 4)
    await happens(code)
    for (const adults of [3, 6]) {
      const { pricing } = await patch(id, { visitors: { adults } })
      expect([pricing.notApplied, discountNames(await read(id)).includes(code)]).toEqual([undefined, true])
    }
    expect(await uses(code)).toBe(1)
  })
})

describe('promoCode in a PATCH', () => {
  it('drops the coupon with null, gives its use back at once, and does nothing the second time', async () => {
    const code = await couponOf({ usageLimit: 1 })
    const { id, pricing: before } = await reserve(code, 2)
    const { changes, pricing } = await patch(id, { promoCode: null })
    expect([changes, pricing.notApplied, pricing.newTotal > before.total]).toEqual([[dropped(code)], undefined, true])
    expect([await uses(code), discountNames(await read(id)).includes(code)]).toEqual([0, false])
    const number = await events(id)
    expect((await patch(id, { promoCode: null })).changes).toEqual([])
    expect(await events(id)).toBe(number)
  })

  it('lets the next reservation have the last use at once, 40 times', async () => {
    const code = await couponOf({ usageLimit: 1 })
    for (let round = 1; round <= 40; round += 1) await patch((await reserve(code, 1)).id, { promoCode: null })
    expect(await uses(code)).toBe(0)
  })

  it.each([['TEXT'], [''], [1], [['CENOTE10']]])('refuses %j, and changes nothing', async (promoCode) => {
    const code = await couponOf()
    const { id, pricing } = await reserve(code, 2)
    const { status, body } = await rest.send('PATCH', path(id), { visitors: { adults: 3 }, promoCode })
    expect([status, body.errors.fields]).toEqual([400, { promoCode: ['must be null'] }])
    expect([(await read(id)).pricing, await uses(code)]).toEqual([pricing, 1])
  })

  it('is nullable in GraphQL: a text is refused, absent it stays, null drops the coupon', async () => {
    const code = await couponOf()
    const { id } = await reserve(code, 2)
    const refused = await rest.graphql(modification, { input: { id, promoCode: 'CENOTE10' } })
    expect(refused.body.errors[0].extensions).toMatchObject({ code: 'ERROR_VALIDACION' })
    expect(JSON.stringify(refused.body.errors[0])).toContain('must be null')
    const absent = await rest.graphql(modification, { input: { id, visitors: { adults: 3 } } })
    expect(absent.body.data.modifyReservation.changes).toEqual([{ field: 'visitors.adults' }])
    const given = await rest.graphql(modification, { input: { id, promoCode: null } })
    expect(given.body.data.modifyReservation.changes).toEqual([{ field: 'promoCode' }])
    expect(await uses(code)).toBe(0)
  })

  it('gives the use of a paid reservation back once, and leaves the difference to be paid', async () => {
    const code = await couponOf()
    const { id } = await reserve(code, 2)
    expect(await rest.post(path(id, 'confirm'), { paymentId: 'pay_1' })).toHaveStatus(200)
    const { payment } = await patch(id, { promoCode: null })
    expect([payment.additionalPaymentRequired, await uses(code)]).toEqual([true, 0])
    expect((await read(id)).payment.balanceDue).toBe(payment.amount)
    expect(await rest.post(path(id, 'cancel'), { reason: 'weather' })).toHaveStatus(200)
    expect([await uses(code), await claims(id)]).toEqual([0, ['returned']])
  })

  it('gives a use back once when the reservation is cancelled afterwards, or at once', async () => {
    const code = await couponOf()
    const [first, second] = [await reserve(code, 2), await reserve(code, 2)]
    await patch(first.id, { promoCode: null })
    expect(await uses(code)).toBe(1)
    expect(await cancel(first.id)).toHaveStatus(200)
    expect(await uses(code)).toBe(1)
    const [modified, cancelled] = await Promise.all([
      rest.send('PATCH', path(second.id), { promoCode: null }),
      cancel(second.id),
    ])
    expect([200, 422]).toContain(modified.status)
    expect([cancelled.status, await uses(code)]).toEqual([200, 0])
  })
})
