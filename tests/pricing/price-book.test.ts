import { beforeAll, describe, expect, it } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { operator } from '../testkit/operator.ts'
import { setExchangeRates } from '../testkit/price-rows.ts'
import { calculate, cenote, failureOf, granCenote, nowhere, tour } from '../testkit/pricing.ts'
import {
  keys,
  partner,
  sharedTestProduct,
  type TestResponse,
  type Json,
  type SharedProduct,
} from '../testkit/product.ts'
import { openApiOf, withoutReferences } from '../testkit/openapi.ts'
import { eventually } from '../testkit/eventually.ts'

let product: SharedProduct
let rest: ReturnType<typeof partner>
beforeAll(async () => {
  product = await sharedTestProduct()
  rest = partner(product.url)
})

describe('age configurations', () => {
  const list = async (path: string): Promise<Json[]> => (await rest.get(path)).body.data

  it('are the five published ones, in display order', async () => {
    const global = await list('/age-configurations')
    expect(
      global.map(({ category, minAge, maxAge, pricingMultiplier, displayOrder }) => [
        category,
        minAge,
        maxAge,
        pricingMultiplier,
        displayOrder,
      ]),
    ).toEqual([
      ['infant', 0, 2, 0, 1],
      ['child', 3, 12, 0.8, 2],
      ['teen', 13, 17, 0.9, 3],
      ['adult', 18, 64, 1, 4],
      ['senior', 65, null, 0.85, 5],
    ])
    expect(global[1]).toEqual({
      id: expect.any(String),
      category: 'child',
      displayNames: { es: 'Niño', en: 'Child' },
      descriptions: { es: 'De 3 a 12 años', en: '3 to 12 years' },
      minAge: 3,
      maxAge: 12,
      pricingMultiplier: 0.8,
      isActive: true,
      displayOrder: 2,
      source: 'global',
    })
  })

  it.each([
    ['cenote', cenote('ik-kil'), 'child', 0.5],
    ['tour', tour('dos-ojos-diving'), 'teen', 1],
  ])('of a %s are five too, its own in their place', async (kind, id, category, multiplier) => {
    const all = await list(`/age-configurations/${kind}/${id}`)
    expect(all.map((one) => one.category)).toEqual(['infant', 'child', 'teen', 'adult', 'senior'])
    for (const one of all) expect(one.source).toBe(one.category === category ? kind : 'global')
    expect(all.find((one) => one.category === category).pricingMultiplier).toBe(multiplier)
  })

  it.each(['cenote', 'tour'])('of an unknown %s are 404', async (kind) => {
    for (const id of [nowhere, 'x', '%00'])
      expect(failureOf(await rest.get(`/age-configurations/${kind}/${id}`))).toEqual([
        404,
        `${kind.toUpperCase()}_NOT_FOUND`,
      ])
  })
})

describe('an age breakdown', () => {
  const validate = (body: unknown, headers: Record<string, string> = {}): Promise<TestResponse> =>
    rest.post('/pricing/validate-age-breakdown', body, headers)

  it('that can be booked is confirmed, every category counted in age order', async () => {
    const { body } = await validate({ adult: 2, child: 1 })
    expect(body).toEqual({
      success: true,
      message: 'age_breakdown.validated_successfully',
      data: {
        isValid: true,
        totalPeople: 3,
        breakdown: [
          { category: 'infant', count: 0 },
          { category: 'child', count: 1 },
          { category: 'teen', count: 0 },
          { category: 'adult', count: 2 },
          { category: 'senior', count: 0 },
        ],
      },
      _sandbox: true,
    })
  })

  it.each<[string, object, Json[]]>([
    ['nobody', {}, [['ageBreakdown', 'NO_PEOPLE']]],
    ['minors alone', { child: 1, teen: 2 }, [['ageBreakdown', 'ADULT_REQUIRED']]],
    [
      'a negative number of people',
      { adult: -1, child: -2 },
      [
        ['child', 'NEGATIVE_COUNT'],
        ['adult', 'NEGATIVE_COUNT'],
      ],
    ],
    ['a stadium', { adult: 1_001 }, [['ageBreakdown', 'TOO_MANY_PEOPLE']]],
  ])('of %s is a result, not a refusal', async (_what, given, errors) => {
    const { status, body } = await validate(given)
    expect([status, body.data.isValid]).toEqual([200, false])
    expect(body.data.errors.map(({ field, code }: Json) => [field, code])).toEqual(errors)
    expect((await validate(given, { 'Accept-Language': 'es' })).body.data.errors[0].message).not.toBe(
      body.data.errors[0].message,
    )
  })

  it.each<[string, unknown, string[]]>([
    ['fractions', { adult: 1.5 }, ['adult']],
    ['texts', { adult: '2' }, ['adult']],
    ['unknown categories', { adult: 1, dog: 1 }, ['dog']],
    ['more than an integer holds', { adult: 2_147_483_647, child: 2_147_483_647 }, ['ageBreakdown']],
  ])('of %s is 400', async (_what, given, fields) => {
    expect(failureOf(await validate(given))).toEqual([400, 'ERROR_VALIDACION', fields])
  })
})

describe('automatic discounts', () => {
  const path = '/public/discount-rules/auto-apply'
  const visit = { cenoteId: granCenote, date: '2026-12-24', totalPeople: 9 }
  const rule = (slug: string): string => demoId('discount-rule', slug)

  it('are listed with every field of a rule, those of a promotion that is over left out', async () => {
    const { body } = await rest.get(path)
    expect(body.message).toBe('discount_rule.listed_successfully')
    expect(body.data.map(({ id }: Json) => id)).not.toContain(rule('summer-2025'))
    expect(body.data.find(({ id }: Json) => id === rule('tour-fixed'))).toEqual({
      id: rule('tour-fixed'),
      name: '100 pesos off big tours',
      description: 'On tours from 6,000 pesos',
      discountType: 'fixed',
      appliesTo: 'tour',
      value: 10_000,
      minAmount: 600_000,
      maxDiscountAmount: 10_000,
      currency: 'MXN',
      priority: 5,
      stackable: true,
      autoApply: true,
      excludeTransportFromDiscount: false,
      userEligibility: 'all',
      isActive: true,
      promotion: {
        id: demoId('promotion', 'season'),
        name: 'Cenote season',
        slug: 'season',
        status: 'active',
        promotionType: 'seasonal',
        startDate: '2026-01-01T00:00:00.000Z',
        endDate: '2036-01-01T00:00:00.000Z',
      },
    })
    expect(body.data.find(({ id }: Json) => id === rule('group-8'))).not.toHaveProperty('promotion')
    const itemsOf = Object.fromEntries(body.data.map(({ id, itemId }: Json) => [id, itemId]))
    expect(itemsOf).toMatchObject({ [rule('exclusive-ik-kil')]: cenote('ik-kil'), [rule('group-8')]: undefined })
  })

  it.each<[string | undefined, [string, number][]]>([
    ['quintana_roo', [['resident', 112_500]]],
    [
      'mexico',
      [
        ['group-8', 45_000],
        ['national', 5_000],
      ],
    ],
    ['foreign', [['group-8', 45_000]]],
    [undefined, [['group-8', 45_000]]],
  ])('for residents of %s are what they can prove', async (residency, expected) => {
    const { body } = await rest.post(path, { ...visit, ...(residency === undefined ? {} : { residency }) })
    expect(body.data.appliedDiscounts.map(({ id, amount }: Json) => [id, amount])).toEqual(
      expected.map(([slug, amount]) => [rule(slug), amount]),
    )
    expect(body.data).toMatchObject({
      totalDiscountAmount: expected.reduce((sum, [, amount]) => sum + amount, 0),
      currency: 'MXN',
    })
    for (const applied of body.data.appliedDiscounts)
      expect(Object.keys(applied).sort()).toEqual(['amount', 'description', 'id', 'name', 'type', 'value'])
  })

  it.each<[string, object, Json]>([
    ['a day that is none', { date: '2026-02-30' }, [400, 'ERROR_VALIDACION', ['date']]],
    ['nobody', { totalPeople: 0 }, [400, 'ERROR_VALIDACION', ['totalPeople']]],
    ['half a person', { totalPeople: 1.5 }, [400, 'ERROR_VALIDACION', ['totalPeople']]],
    ['people of Mars', { residency: 'mars' }, [400, 'ERROR_VALIDACION', ['residency']]],
    ['a malformed cenote', { cenoteId: 'x' }, [400, 'ERROR_VALIDACION', ['cenoteId']]],
    ['an unknown cenote', { cenoteId: nowhere }, [404, 'CENOTE_NOT_FOUND']],
  ])('for %s are refused', async (_what, changes, expected) => {
    expect(failureOf(await rest.post(path, { ...visit, ...changes }))).toEqual(expected)
  })
})

describe('the reference', () => {
  it('names every member that a read without parameters returns', async () => {
    const { paths } = withoutReferences(await openApiOf(product.url))
    for (const path of ['/age-configurations', '/api/currencies', '/public/discount-rules/auto-apply']) {
      const { schema } = paths[path].get.responses['200'].content['application/json']
      const returned = Object.keys((await rest.get(path)).body)
      expect([path, Object.keys(schema.properties)]).toEqual([path, expect.arrayContaining(returned)])
    }
  })
})

describe('currencies', () => {
  it('are returned with their rates and when they were set, without a key too', async () => {
    const { body } = await partner(product.url, null).get('/api/currencies', { 'Accept-Language': 'es' })
    expect(body).toMatchObject({
      message: 'currency.listed_successfully',
      data: { base: 'MXN', rates: { MXN: 1, USD: 0.054 } },
      currency: { base: 'MXN', rates: { MXN: 1, USD: 0.054 }, lastUpdated: expect.any(String) },
    })
    expect(body.data.currencies).toContainEqual({
      code: 'USD',
      name: 'dólar estadounidense',
      symbol: 'US$',
      rate: 0.054,
    })
    expect(body).not.toHaveProperty('_sandbox')
  })

  it('have the rates of their own environment, from the moment they are set', async () => {
    const { ask } = operator(product.url)
    const before = (await ask('{ exchangeRates { stored } }')).exchangeRates.stored
    await setExchangeRates(product.database('pricing'), 60_000, '2026-10-01T00:00:00Z')
    const usd = async (key: string): Promise<Json> =>
      (await partner(product.url, key).get('/api/currencies')).body.currency
    const currency = await eventually(
      () => usd(keys.demo),
      ({ rates }: Json) => rates.USD === 0.06,
    )
    expect(currency.lastUpdated).toBe('2026-10-01T00:00:00.000Z')
    expect((await usd(keys.live)).rates.USD).toBe(0.054)
    expect((await calculate(rest, { currency: 'USD' })).body.data.basePrice).toBe(3_000)
    const { version } = (await ask('{ exchangeRates { version } }')).exchangeRates
    await ask('mutation ($input: UpdateExchangeRatesInput!) { updateExchangeRates(input: $input) { version } }', {
      input: { ...before, version },
    })
  })
})
