import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { expectBalancedBooks } from '../testkit/capacity.ts'
import { loseResponses } from '../testkit/claimed-requests.ts'
import { changesOf, operator } from '../testkit/operator.ts'
import { couponInput } from '../testkit/price-forms.ts'
import { calculate } from '../testkit/pricing.ts'
import { keys, nextSaturday, partner, productToChange, type Json, type SharedProduct } from '../testkit/product.ts'

let product: SharedProduct
beforeAll(async () => void (product = await productToChange()))
afterAll(() => expectBalancedBooks(product.database('booking')))

const create = 'mutation ($input: CreateCouponInput!) { createCoupon(input: $input) { id version code stored } }'
const update =
  'mutation ($input: UpdateCouponInput!) { updateCoupon(input: $input) { id version usageCount isActive stored } }'
const created = async (code: string, more: object = {}): Promise<Json> =>
  (await operator(product.url).ask(create, { input: couponInput(code, more) })).createCoupon
const updated = async (input: object): Promise<Json> =>
  (await operator(product.url).ask(update, { input })).updateCoupon
const discountOf = async (couponCode: string): Promise<Json> => {
  const { body } = await calculate(partner(product.url, keys.demo), { couponCode })
  return body.data?.discounts.coupon?.amount ?? body.code ?? body.error?.code
}
const reserve = (promoCode: string) =>
  partner(product.url, keys.demo).post('/api/partner/reservations', {
    cenoteId: demoId('cenote', 'gran-cenote'),
    visitDate: nextSaturday(),
    visitors: { adults: 1, children: 0 },
    guest: { name: 'Eva', email: 'eva@example.com', phone: '+52 998 123 4567' },
    promoCode,
  })

describe('administration of coupons', () => {
  it('creates, changes, pauses and resumes one, which prices follow at once, and records each change', async () => {
    const coupon = await created(' friday-1 ')
    expect(coupon).toMatchObject({ version: 1, code: 'FRIDAY-1' })
    expect(coupon.stored).toEqual({
      ...couponInput('FRIDAY-1'),
      name: couponInput(' friday-1 ').name,
      description: couponInput(' friday-1 ').name,
      stackable: true,
      priority: 1,
      isActive: true,
    })
    expect(await discountOf('FRIDAY-1')).toBe(14_000)
    expect(await updated({ id: coupon.id, version: 1, discountValue: 20 })).toMatchObject({ version: 2 })
    expect(await discountOf('FRIDAY-1')).toBe(28_000)
    await updated({ id: coupon.id, version: 2, isActive: false })
    expect(await discountOf('FRIDAY-1')).toBe('COUPON_INACTIVE')
    await updated({ id: coupon.id, version: 3, isActive: true })
    expect(await discountOf('FRIDAY-1')).toBe(28_000)
    const { nodes } = await changesOf(product.url, 'COUPON', coupon.id)
    expect(nodes).toMatchObject([
      { action: 'UPDATED', before: { isActive: false }, after: { isActive: true }, key: { lastFour: 'ator' } },
      { action: 'UPDATED', before: { isActive: true }, after: { isActive: false } },
      { action: 'UPDATED', before: { discountValue: 10 }, after: { discountValue: 20 } },
      { action: 'CREATED', before: null, after: coupon.stored },
    ])
  })

  it('shows how often each was used, and refuses a limit below that with the numbers', async () => {
    const { id } = await created('USED-TWICE', { usageLimit: 5 })
    for (const { status } of [await reserve('USED-TWICE'), await reserve('USED-TWICE')]) expect(status).toBe(201)
    const { ask, refusal } = operator(product.url)
    const { coupons } = await ask(
      '{ coupons(filter: { code: "USED-TWICE" }) { totalCount nodes { usageCount version } } }',
    )
    // Counting a use is no change.
    expect(coupons).toEqual({ totalCount: 1, nodes: [{ usageCount: 2, version: 1 }] })
    expect(await refusal(update, { input: { id, version: 1, usageLimit: 1 } })).toMatchObject({
      code: 'COUPON_LIMIT_BELOW_USES',
      status: 409,
      details: { usageLimit: 1, usageCount: 2 },
    })
    expect(await updated({ id, version: 1, usageLimit: 2 })).toMatchObject({ version: 2, usageCount: 2 })
    expect((await reserve('USED-TWICE')).body.error.code).toBe('COUPON_usage_LIMIT_REACHED')
    expect(await updated({ id, version: 2, usageLimit: null })).toMatchObject({ version: 3 })
    expect(await reserve('USED-TWICE')).toHaveStatus(201)
  })

  it('names every field error at once, in the language of the caller', async () => {
    const { refusal } = operator(product.url)
    const input = couponInput('NOT A CODE', {
      name: { en: '', es: 'x'.repeat(201) },
      discountValue: -1,
      minPurchaseCents: -5,
      usageLimit: 0,
      itemId: 'gran-cenote',
      priority: 2_000_000,
    })
    const { details } = await refusal(create, { input })
    expect(details.fields).toEqual({
      code: ['must have letters A to Z, digits, hyphens and underscores only'],
      'name.en': ['must not be empty'],
      'name.es': ['must have at most 200 characters'],
      discountValue: ['must be at least 0'],
      minPurchaseCents: ['must be at least 0'],
      usageLimit: ['must be at least 1'],
      itemId: ['must be a UUID'],
      priority: ['must be at most 1000000'],
    })
    const spanish = await refusal(create, { input }, { 'Accept-Language': 'es' })
    expect(spanish.details.fields['name.en']).toEqual(['no debe estar vacío'])
  })

  it.each([
    [{ discountValue: 500 }, { discountValue: ['must be from 1 to 100'] }],
    [{ discountValue: 0 }, { discountValue: ['must be from 1 to 100'] }],
    [{ discountValue: undefined }, { discountValue: ['is required with discountType PERCENTAGE'] }],
    [{ discountType: 'FIXED_AMOUNT', discountValue: 0 }, { discountValue: ['must be above 0'] }],
    [
      { discountType: 'FREE_SERVICE' },
      {
        discountValue: ['must be absent with discountType FREE_SERVICE'],
        serviceId: ['is required with discountType FREE_SERVICE'],
      },
    ],
    [{ serviceId: demoId('service', 'locker') }, { serviceId: ['must be absent with discountType PERCENTAGE'] }],
    [
      { discountType: 'FREE_SERVICE', discountValue: undefined, serviceId: demoId('service', 'nothing') },
      { serviceId: ['is unknown'] },
    ],
    [
      { validFrom: '2026-12-02T00:00:00Z', validUntil: '2026-12-01T00:00:00Z' },
      { validUntil: ['must be after validFrom'] },
    ],
  ])('refuses %j with the fields at fault', async (more, fields) => {
    const { details } = await operator(product.url).refusal(create, { input: couponInput('WRONG', more) })
    expect(details.fields).toEqual(fields)
  })

  it('refuses a code that is taken, one that does not exist, and a stale version', async () => {
    const { refusal } = operator(product.url)
    expect((await refusal(create, { input: couponInput('cenote10') })).details.fields).toEqual({
      code: ['is used already'],
    })
    for (const id of ['nothing', demoId('coupon', 'nothing')])
      expect(await refusal(update, { input: { id, version: 1 } })).toMatchObject({
        code: 'PRICE_FACT_NOT_FOUND',
        details: { type: 'COUPON', id },
      })
    const { id } = await created('STALE')
    await updated({ id, version: 1, discountValue: 11 })
    expect(await refusal(update, { input: { id, version: 1, discountValue: 12 } })).toMatchObject({
      code: 'EDIT_CONFLICT',
      details: { currentVersion: 2 },
    })
  })

  it('lists them by code in pages, and those that a filter leaves', async () => {
    const { ask } = operator(product.url)
    const page =
      'query ($filter: CouponFilter, $first: Int, $after: String) { coupons(filter: $filter, first: $first, after: $after) { totalCount nodes { code isActive } pageInfo { hasNextPage endCursor } } }'
    const all: Json[] = []
    let after: string | null = null
    do {
      const { coupons }: Json = await ask(page, { first: 10, after })
      all.push(...coupons.nodes)
      after = coupons.pageInfo.hasNextPage ? coupons.pageInfo.endCursor : null
      if (!after) expect(coupons.totalCount).toBe(all.length)
    } while (after)
    const codes = all.map(({ code }) => code)
    expect(codes.length).toBeGreaterThanOrEqual(9)
    expect(codes).toEqual([...codes].sort())
    const { coupons } = await ask(page, { filter: { isActive: false }, first: 100 })
    expect(coupons.nodes).toContainEqual({ code: 'INACTIVE', isActive: false })
    expect(coupons.nodes).toEqual(all.filter(({ isActive }) => !isActive))
    const itemId = randomUUID()
    await created('OF-ONE-ITEM', { itemId })
    const { coupons: ofItem } = await ask(page, { filter: { itemId } })
    expect(ofItem.nodes).toEqual([{ code: 'OF-ONE-ITEM', isActive: true }])
  })

  it('stores everything that the demo coupons show, exactly as it is described', async () => {
    const { ask } = operator(product.url)
    const { coupons } = await ask('{ coupons(first: 100) { nodes { stored } } }')
    expect(coupons.nodes.length).toBeGreaterThan(5)
    for (const { stored } of coupons.nodes) {
      const input = { ...stored, code: `COPY-${stored.code}` }
      expect((await ask(create, { input })).createCoupon.stored).toEqual(input)
    }
  })

  it('does the work of one Idempotency-Key once, also when its response was lost', async () => {
    const body = { query: create, variables: { input: couponInput('ONCE') } }
    const headers = { 'Idempotency-Key': randomUUID() }
    const send = () => operator(product.url).send('POST', '/graphql', body, headers)
    const first = await send()
    await loseResponses(product.database('access'))
    expect((await send()).body.data).toEqual(first.body.data)
    expect((await changesOf(product.url, 'COUPON', first.body.data.createCoupon.id)).totalCount).toBe(1)
  })
})
