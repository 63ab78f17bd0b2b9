import { beforeAll, describe, expect, it } from '@jest/globals'
import { eventually } from '../testkit/eventually.ts'
import {
  deleteDiscountRules,
  insertDiscountRule,
  sellAge,
  setAgeMultiplier,
  type InsertedRule,
} from '../testkit/price-rows.ts'
import { calculate, cenote, granCenote, tour } from '../testkit/pricing.ts'
import { keys, nextSaturday, partner, sharedTestProduct, type Json, type SharedProduct } from '../testkit/product.ts'

let product: SharedProduct
let rest: ReturnType<typeof partner>
beforeAll(async () => {
  product = await sharedTestProduct()
  rest = partner(product.url)
})

const dataOf = async (address: string): Promise<Json> => (await rest.get(address)).body.data

/** Every cenote and tour there is, as lists show it. */
async function everyItem(): Promise<{ itemType: 'cenote' | 'tour'; item: Json }[]> {
  const [active, inactive, tours] = await Promise.all(
    [
      '/api/partner/cenotes?perPage=100',
      '/api/partner/cenotes?perPage=100&isActive=false',
      '/booking/tours?perPage=100',
    ].map(dataOf),
  )
  return [
    ...[...active, ...inactive].map((item: Json) => ({ itemType: 'cenote' as const, item })),
    ...tours.map((item: Json) => ({ itemType: 'tour' as const, item })),
  ]
}
const priceOf = async (itemType: string, itemId: string, ageBreakdown: object): Promise<Json> => {
  const { status, body } = await calculate(rest, { itemType, itemId, ageBreakdown })
  expect(status).toBe(200)
  return body.data
}

describe('the prices that every cenote and tour publishes', () => {
  it('are the ones that a calculation charges, to the cent; those of adults are whole', async () => {
    const items = await everyItem()
    expect(items.length).toBeGreaterThanOrEqual(35)
    for (const { itemType, item } of items) {
      const { ageAdjustments } = await priceOf(itemType, item.id, { adult: 1, child: 1, senior: 1 })
      const charged = Object.fromEntries(
        ['adult', 'child', 'senior'].map((category) => [category, ageAdjustments[category].subtotal / 100]),
      )
      const { adult, child, senior } = item.pricing
      expect([item.slug, { adult, child, senior }]).toEqual([item.slug, charged])
      expect([item.slug, Number.isInteger(adult)]).toEqual([item.slug, true])
    }
    const byId = new Map(items.map(({ item }) => [item.id, item.pricing]))
    // Overridden at the one, not at the other.
    expect(byId.get(cenote('ik-kil'))).toMatchObject({ adult: 180, child: 90, senior: 153 })
    expect(byId.get(granCenote)).toMatchObject({ adult: 500, child: 400, senior: 425 })
  })

  it('are alike in lists, details, searches, availability, expansions and GraphQL', async () => {
    const date = nextSaturday()
    for (const id of [granCenote, cenote('ik-kil')]) {
      const detail = await dataOf(`/api/partner/cenotes/${id}?expand=availability,tours`)
      const { adult, child, senior, currency } = detail.pricing
      const listed = (await dataOf('/api/partner/cenotes?perPage=100')).find((item: Json) => item.id === id)
      expect(listed.pricing).toEqual(detail.pricing)
      const { availability } = await dataOf(`/api/partner/cenotes/${id}/availability?startDate=${date}`)
      expect(availability[0].pricing).toEqual({ adult, child, currency })
      expect(detail.availability.availability.map((day: Json) => day.pricing)).toContainEqual({
        adult,
        child,
        currency,
      })
      for (const { id: tourId, pricing: prices } of detail.tours)
        expect((await dataOf(`/booking/tours/${tourId}`)).pricing).toEqual(prices)
      const { body } = await rest.graphql(
        `query ($id: ID!, $input: AvailabilityInput!) { cenote(id: $id) {
          pricing { adultCents childCents seniorCents currency groupDiscounts { minSize discount } }
          availability(input: $input) { days { pricing { adultCents childCents seniorCents currency } } }
          tours { pricing { childCents seniorCents } }
        } }`,
        { id, input: { startDate: date } },
      )
      const cents = { adultCents: adult * 100, childCents: child * 100, seniorCents: senior * 100, currency }
      const { pricing: prices, availability: days, tours } = body.data.cenote
      expect(prices).toEqual({ ...cents, groupDiscounts: detail.pricing.groupDiscounts })
      expect(days.days).toEqual([{ pricing: cents }])
      expect(tours).toEqual(
        detail.tours.map(({ pricing: prices }: Json) => ({
          pricing: { childCents: prices.child * 100, seniorCents: prices.senior * 100 },
        })),
      )
    }
    const closed = await dataOf(`/api/partner/cenotes?isActive=false`)
    const [day] = (await dataOf(`/api/partner/cenotes/${closed[0].id}/availability?startDate=${date}`)).availability
    expect(day).not.toHaveProperty('pricing')
  })

  it('are charged by a reservation too', async () => {
    const { pricing: published } = await dataOf(`/api/partner/cenotes/${cenote('ik-kil')}`)
    const { body } = await rest.post('/api/partner/reservations', {
      cenoteId: cenote('ik-kil'),
      visitDate: nextSaturday(),
      visitors: { adults: 1, children: 1, seniors: 1 },
      guest: { name: 'Ana Núñez', email: 'ana@example.com', phone: '+52 998 123 4567' },
    })
    expect(body.data.pricing.breakdown.map(({ type, unitPrice }: Json) => [type, unitPrice])).toEqual([
      ['adult', published.adult],
      ['child', published.child],
      ['senior', published.senior],
    ])
  })

  it('follow the age configurations, cents included, and divide evenly whatever the multiplier', async () => {
    const child = async (): Promise<number> => (await dataOf(`/api/partner/cenotes/${cenote('zaci')}`)).pricing.child
    const before = await child()
    const set = (multiplier: number) => setAgeMultiplier(product.database('pricing'), 'child', multiplier)
    const { pricing: published } = await dataOf(`/api/partner/cenotes/${cenote('zaci')}`)
    await set(3_333)
    const third = Math.round(published.adult * 100 * 0.3333) / 100
    await eventually(child, third)
    const { ageAdjustments } = await priceOf('cenote', cenote('zaci'), { adult: 1, child: 1 })
    expect(ageAdjustments.child).toEqual({ quantity: 1, multiplier: 0.3333, subtotal: Math.round(third * 100) })
    // Seven at a price that is no whole number of cents.
    await set(3_337)
    await eventually(child, Math.round(published.adult * 100 * 0.3337) / 100)
    const { body } = await rest.post('/api/partner/reservations', {
      cenoteId: cenote('zaci'),
      visitDate: nextSaturday(),
      visitors: { adults: 1, children: 6 },
      guest: { name: 'Ana Núñez', email: 'ana@example.com', phone: '+52 998 123 4567' },
    })
    const { breakdown, subtotal } = body.data.pricing
    const cents = (amount: number): number => Math.round(amount * 100)
    for (const { quantity, unitPrice, total } of breakdown) expect(quantity * cents(unitPrice)).toBe(cents(total))
    expect(breakdown.reduce((sum: number, { total }: Json) => sum + cents(total), 0)).toBe(cents(subtotal))
    expect(
      breakdown
        .filter(({ type }: Json) => type === 'child')
        .reduce((sum: number, line: Json) => sum + line.quantity, 0),
    ).toBe(6)
    await set(8_000)
    await eventually(child, before)
  })

  it('leave out seniors where none are sold', async () => {
    const senior = async (): Promise<number | undefined> =>
      (await dataOf(`/booking/tours/${tour('dos-ojos-diving')}`)).pricing.senior
    const sell = (isSold: boolean) => sellAge(product.database('pricing'), 'senior', isSold)
    const before = await senior()
    expect(before).toBeGreaterThan(0)
    await sell(false)
    await eventually(senior, undefined)
    await sell(true)
    await eventually(senior, before)
  })
})

describe('the group discounts that a cenote publishes', () => {
  const groupsOf = async (id: string): Promise<Json> =>
    (await dataOf(`/api/partner/cenotes/${id}`)).pricing.groupDiscounts

  it('are taken off for groups of that size and not for smaller ones, at every cenote', async () => {
    const items = (await everyItem()).filter(({ itemType }) => itemType === 'cenote')
    for (const { item } of items) {
      const { groupDiscounts } = item.pricing
      expect(groupDiscounts.length).toBeGreaterThan(0)
      for (const { minSize, discount } of groupDiscounts) {
        const amountsAt = async (adult: number): Promise<number[]> => {
          const { discounts } = await priceOf('cenote', item.id, { adult })
          return discounts.automatic.map(({ amount }: Json) => amount)
        }
        const share = (people: number): number => Math.floor(item.pricing.adult * 100 * people * discount + 0.5)
        expect([item.slug, await amountsAt(minSize)]).toEqual([item.slug, expect.arrayContaining([share(minSize)])])
        expect(await amountsAt(minSize - 1)).not.toContain(share(minSize - 1))
      }
    }
    expect(await groupsOf(cenote('ik-kil'))).toEqual([
      { minSize: 8, discount: 0.1 },
      { minSize: 15, discount: 0.2 },
    ])
    expect(await groupsOf(granCenote)).toEqual([{ minSize: 8, discount: 0.1 }])
  })

  it('name the size from which the smallest amount is reached, and leave out unreachable ones', async () => {
    const idOf = (number: number): string => `00000000-0000-4000-8000-00000000000${number}`
    const add = (number: number, changes: Partial<InsertedRule>) =>
      insertDiscountRule(product.database('pricing'), {
        ...{ id: idOf(number), productId: cenote('zaci'), minPeople: 4, value: 5 },
        ...changes,
      })
    const { pricing: published } = await dataOf(`/api/partner/cenotes/${cenote('zaci')}`)
    const spend = published.adult * 100 * 6 - 1
    await add(1, { minAmountCents: spend })
    await eventually(
      () => groupsOf(cenote('zaci')),
      [
        { minSize: 6, discount: 0.05 },
        { minSize: 8, discount: 0.1 },
      ],
    )
    await add(2, { eligibility: 'vip', value: 40 })
    await add(3, { type: 'fixed', value: 7_000 })
    // Alone from 7 people on, which leaves nothing to the groups from 8.
    await add(4, { stackable: false, priority: 99, minPeople: 7, value: 12 })
    await eventually(
      () => groupsOf(cenote('zaci')),
      [
        { minSize: 6, discount: 0.05 },
        { minSize: 7, discount: 0.12 },
      ],
    )
    await deleteDiscountRules(product.database('pricing'), [1, 2, 3, 4].map(idOf))
    await eventually(() => groupsOf(cenote('zaci')), published.groupDiscounts)
  })

  it('are those of the environment and need no key', async () => {
    const query = `{ cenote(id: "${granCenote}") { pricing { childCents groupDiscounts { minSize discount } } } }`
    for (const key of [null, keys.live, keys.demo])
      expect((await partner(product.url, key).graphql(query)).body.data.cenote.pricing).toEqual({
        childCents: 40_000,
        groupDiscounts: [{ minSize: 8, discount: 0.1 }],
      })
  })
})
