import { beforeAll, describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { demoId } from '../../platform/values/demo-id.ts'
import { runs } from '../testkit/long-form.ts'
import { partner, sharedTestProduct, type Json, type SharedProduct } from '../testkit/product.ts'

/** Documents of 20 prices each, enough for each kind of price to occur a hundred times. */
const documents = runs(25)

const cenotes: Record<string, readonly string[]> = {
  'gran-cenote': ['snorkel-kit', 'private-guide', 'photo-package', 'locker', 'hotel-transfer'],
  'ik-kil': ['locker', 'lunch', 'private-guide'],
  'dos-ojos': ['snorkel-kit', 'private-guide', 'photo-package'],
  zaci: ['life-vest', 'lunch', 'private-guide'],
}
const tours = ['tulum-cenotes-classic', 'valladolid-colonial-cenotes', 'dos-ojos-diving']
const coupons = ['CENOTE10', 'FIJO200', 'FREEGUIDE', 'MINSPEND5000', 'IKKIL15']
/** The codes by which a coupon may be refused; every other refusal is a fault of the test or the product. */
const refusals = ['COUPON_MIN_SPEND_NOT_MET', 'COUPON_NOT_APPLICABLE']
/** How much of each currency a peso buys in the demo data. */
const rates: Record<string, number> = { MXN: 1, USD: 0.054 }

interface Case {
  readonly itemType: 'cenote' | 'tour'
  readonly id: string
  readonly input: Json
}

const count = (max: number) => fc.nat(max)
const anyParty = fc.record({
  infant: count(3),
  child: count(5),
  teen: count(4),
  adult: fc.integer({ min: 1, max: 25 }),
  senior: count(6),
})
const anyTransport = fc.oneof(
  { weight: 2, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: fc.constant({ transportationType: 'MEETING_POINT' }) },
  {
    weight: 3,
    arbitrary: fc.record({
      transportationType: fc.constantFrom('HOTEL_PICKUP', 'PRIVATE_TRANSFER'),
      pickupLatitude: fc.double({ min: 20.3, max: 20.9, noNaN: true }),
      pickupLongitude: fc.double({ min: -88.2, max: -87.3, noNaN: true }),
    }),
  },
)
const anyRequest = fc.record({
  ageBreakdown: anyParty,
  couponCode: fc.option(fc.constantFrom(...coupons)),
  currency: fc.constantFrom('MXN', 'USD'),
  language: fc.constantFrom('EN', 'ES', 'FR'),
})
const anyVisit: fc.Arbitrary<Case> = fc
  .tuple(fc.constantFrom(...Object.entries(cenotes)), anyRequest, anyTransport)
  .chain(([[slug, offered], input, transport]) =>
    fc.record({
      itemType: fc.constant('cenote' as const),
      id: fc.constant(demoId('cenote', slug)),
      input: fc.subarray([...offered]).chain((chosen) =>
        fc
          .tuple(...chosen.map((service) => fc.tuple(fc.constant(service), fc.integer({ min: 1, max: 9 }))))
          .map((services) => ({
            ...input,
            ...transport,
            selectedServices: services.map(([service, quantity]) => ({
              id: demoId('cenote-service', `${slug}-${service}`),
              quantity,
            })),
          })),
      ),
    }),
  )
const anyTour: fc.Arbitrary<Case> = fc.record({
  itemType: fc.constant('tour' as const),
  id: fc.constantFrom(...tours).map((slug) => demoId('tour', slug)),
  input: fc
    .tuple(anyRequest, fc.constantFrom({}, { transportationType: 'MEETING_POINT' }))
    .map(([input, transport]) => ({ ...input, ...transport })),
})
const anyCase = fc.oneof({ weight: 4, arbitrary: anyVisit }, { weight: 1, arbitrary: anyTour })
/** As many as a document may have, always as many of each: then one document is parsed and planned for all. */
const exactly = (length: number) => ({ minLength: length, maxLength: length })
const anyCases = fc
  .tuple(fc.array(anyVisit, exactly(16)), fc.array(anyTour, exactly(4)))
  .map(([visits, some]) => [...visits, ...some])

const fields = `fragment Price on PriceCalculation {
  basePriceCents
  ageAdjustments { category quantity multiplier subtotalCents } ageAdjustmentsTotalCents
  transportation { type strategy baseCostCents groupDiscountCents totalCents }
  includedServices { costCents } selectedServices { quantity costCents } totalServicesCents
  automaticDiscounts { amountCents } couponDiscount { amountCents }
  subtotalCents discountsCents taxesCents feesCents totalCents currency
}`

/** One operation for many cases, each under its own alias. */
function operationOf(cases: readonly Case[]): { query: string; variables: Record<string, Json> } {
  const variables = cases.map((_case, index) => `$id${index}: ID!, $input${index}: PriceCalculationInput!`)
  const selections = cases.map(
    ({ itemType }, index) =>
      `case${index}: ${itemType}(id: $id${index}) { pricing { adultCents } priceCalculation(input: $input${index}) { ...Price } }`,
  )
  return {
    query: `query (${variables.join(', ')}) { ${selections.join('\n')} }\n${fields}`,
    variables: Object.fromEntries(
      cases.flatMap(({ id, input }, index) => [
        [`id${index}`, id],
        [`input${index}`, input],
      ]),
    ),
  }
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0)
const roundHalfUp = (amount: number): number => Math.floor(amount + 0.5)

/** Every identity of a calculation, to the cent (docs/partner-api/pricing.md#order-of-a-calculation). */
function expectIdentities({ input }: Case, { pricing, priceCalculation: price }: Json): void {
  const rate = rates[input.currency] ?? NaN
  expect(price.currency).toBe(input.currency)
  expect(price.basePriceCents).toBe(roundHalfUp((pricing.adultCents * rate * 1_000_000) / 1_000_000))
  for (const { category, quantity, multiplier, subtotalCents } of price.ageAdjustments) {
    expect(quantity).toBe(input.ageBreakdown[category.toLowerCase()])
    expect(subtotalCents).toBe(
      roundHalfUp((quantity * price.basePriceCents * Math.round(multiplier * 10_000)) / 10_000),
    )
  }
  expect(price.ageAdjustments).toHaveLength(5)
  expect(price.ageAdjustmentsTotalCents).toBe(sum(price.ageAdjustments.map((line: Json) => line.subtotalCents)))
  const { transportation } = price
  expect(transportation === null).toBe(input.transportationType === undefined)
  if (transportation) {
    const people = sum(Object.values(input.ageBreakdown))
    const percent = people >= 10 ? 15 : people >= 6 ? 10 : 0
    expect(transportation.groupDiscountCents).toBe(roundHalfUp((transportation.baseCostCents * percent) / 100))
    expect(transportation.totalCents).toBe(transportation.baseCostCents - transportation.groupDiscountCents)
  }
  for (const { costCents } of price.includedServices) expect(costCents).toBe(0)
  expect(price.totalServicesCents).toBe(sum(price.selectedServices.map((line: Json) => line.costCents)))
  for (const { quantity, costCents } of price.selectedServices) expect(costCents % quantity).toBe(0)
  expect(price.subtotalCents).toBe(
    price.ageAdjustmentsTotalCents + (transportation?.totalCents ?? 0) + price.totalServicesCents,
  )
  const discounts = [...price.automaticDiscounts, ...(price.couponDiscount ? [price.couponDiscount] : [])]
  for (const { amountCents } of discounts) expect(amountCents).toBeGreaterThan(0)
  expect(price.discountsCents).toBe(sum(discounts.map((line: Json) => line.amountCents)))
  expect(price.discountsCents).toBeLessThanOrEqual(price.subtotalCents)
  expect(price.taxesCents).toBe(roundHalfUp(((price.subtotalCents - price.discountsCents) * 16) / 100))
  expect(price.totalCents).toBe(price.subtotalCents - price.discountsCents + price.taxesCents)
  expect(price.feesCents).toBe(0)
}

describe('every price the running service returns', () => {
  let product: SharedProduct
  beforeAll(async () => {
    product = await sharedTestProduct()
  })

  it(`satisfies every identity of a calculation to the cent, over ${20 * documents.numRuns} parties, services, coupons and currencies`, async () => {
    const { graphql } = partner(product.url)
    const seen = { priced: 0, withCoupon: 0, withTransport: 0, inDollars: 0 }
    await fc.assert(
      fc.asyncProperty(anyCases, async (cases) => {
        const { query, variables } = operationOf(cases)
        const { body } = await graphql(query, variables)
        for (const { extensions } of body.errors ?? []) expect(refusals).toContain(extensions.code)
        for (const [index, one] of cases.entries()) {
          const returned = body.data[`case${index}`]
          if (!returned) {
            // Only a coupon can prevent a price here.
            expect(one.input.couponCode).not.toBeNull()
            continue
          }
          expectIdentities(one, returned)
          const { couponDiscount, transportation, currency } = returned.priceCalculation
          seen.priced += 1
          if (couponDiscount) seen.withCoupon += 1
          if (transportation) seen.withTransport += 1
          if (currency === 'USD') seen.inDollars += 1
        }
      }),
      documents,
    )
    for (const [kind, number] of Object.entries(seen))
      expect({ kind, isOften: number >= 4 * documents.numRuns }).toEqual({ kind, isOften: true })
  })

  it.each([
    ['cenote', demoId('cenote', 'gran-cenote')],
    ['tour', demoId('tour', 'tulum-cenotes-classic')],
  ])('of a %s is the same by day as calculated for that day, with the tax by name', async (itemType, id) => {
    const { graphql } = partner(product.url)
    const read = (days: object): Promise<Json> =>
      graphql(
        `query ($id: ID!, $days: DailyPricesInput!, $party: PriceCalculationInput!, $adult: PriceCalculationInput!) {
          item: ${itemType}(id: $id) {
            dailyPrices(input: $days) { date party { ...Price } units { category price { ...Price } } }
            party: priceCalculation(input: $party) { totalCents taxesCents discountsCents subtotalCents }
            adult: priceCalculation(input: $adult) { totalCents taxesCents discountsCents subtotalCents }
          }
        }
        fragment Price on GuestPrice { originalCents retailCents currency taxes { name originalCents retailCents } }`,
        {
          id,
          days: { startDate: '2031-03-01', endDate: '2031-03-03', party: { adult: 11, child: 1 }, ...days },
          party: { ageBreakdown: { adult: 11, child: 1 }, visitDate: '2031-03-02' },
          adult: { ageBreakdown: { adult: 1 }, visitDate: '2031-03-02' },
        },
      )
    const { dailyPrices, party, adult } = (await read({})).body.data.item
    expect(dailyPrices.map(({ date }: Json) => date)).toEqual(['2031-03-01', '2031-03-02', '2031-03-03'])
    const [, day] = dailyPrices
    expect(party.discountsCents).toBeGreaterThan(0)
    for (const [shown, calculated] of [
      [day.party, party],
      [day.units.find(({ category }: Json) => category === 'ADULT').price, adult],
    ]) {
      const tax = roundHalfUp((calculated.subtotalCents * 16) / 100)
      expect(shown).toEqual({
        originalCents: calculated.subtotalCents + tax,
        retailCents: calculated.totalCents,
        currency: 'MXN',
        taxes: [{ name: 'IVA', originalCents: tax, retailCents: calculated.taxesCents }],
      })
    }
    expect((await read({ endDate: '2031-02-28' })).body.errors).toMatchObject([
      { extensions: { code: 'ERROR_VALIDACION', details: { fields: { endDate: ['must not be before startDate'] } } } },
    ])
  })

  it('is the same over REST as over GraphQL, line by line', async () => {
    const speak = partner(product.url)
    let compared = 0
    await fc.assert(
      fc.asyncProperty(anyCase, async (one) => {
        const { itemType, id, input } = one
        const { couponCode, language, transportationType, selectedServices = [], ...rest } = input
        const single = {
          ...input,
          selectedServices: selectedServices.map(({ id: service }: Json) => ({ id: service })),
        }
        const [graphql, rested] = await Promise.all([
          speak.graphql(...(Object.values(operationOf([{ itemType, id, input: single }])) as [string, Json])),
          speak.post('/pricing/calculate-complete', {
            itemType,
            itemId: id,
            ...rest,
            language: language.toLowerCase(),
            ...(couponCode === null ? {} : { couponCode }),
            ...(transportationType ? { transportationType: transportationType.toLowerCase() } : {}),
            selectedServices: selectedServices.map(({ id: service }: Json) => service),
          }),
        ])
        if (rested.status !== 200) {
          expect(graphql.body.errors[0].extensions).toMatchObject({
            code: rested.body.error.code,
            status: rested.status,
          })
          return
        }
        compared += 1
        const price = graphql.body.data.case0.priceCalculation
        const { data } = rested.body
        expect(data.summary).toEqual({
          subtotal: price.subtotalCents,
          discounts: price.discountsCents,
          taxes: price.taxesCents,
          total: price.totalCents,
          currency: price.currency,
        })
        const { total, ...ages } = data.ageAdjustments
        expect(total).toBe(price.ageAdjustmentsTotalCents)
        expect(Object.values(ages).map((line: Json) => line.subtotal)).toEqual(
          price.ageAdjustments.map((line: Json) => line.subtotalCents),
        )
        expect(data.transportationCost.total).toBe(price.transportation?.totalCents ?? 0)
        expect(data.services.totalServicesCost).toBe(price.totalServicesCents)
        expect(data.discounts.automatic.map((line: Json) => line.amount)).toEqual(
          price.automaticDiscounts.map((line: Json) => line.amountCents),
        )
        expect(data.discounts.coupon?.amount).toBe(price.couponDiscount?.amountCents)
      }),
      runs(30),
    )
    expect(compared).toBeGreaterThan(10)
  })
})
