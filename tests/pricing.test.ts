import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { demoId } from '../platform/demo-id.ts'
import { sql } from './testkit/database.ts'
import { keys, partner, startTestProduct, type Answer, type Json, type TestProduct } from './testkit/product.ts'

const cenote = (slug: string): string => demoId('cenote', slug)
const tour = (slug: string): string => demoId('tour', slug)
const serviceAt = (slug: string, service: string): string => demoId('cenote-service', `${slug}-${service}`)
const granCenote = cenote('gran-cenote')
const nowhere = demoId('nothing', 'here')

let product: TestProduct
let rest: ReturnType<typeof partner>
beforeAll(async () => {
  product = await startTestProduct()
  rest = partner(product.url)
})
afterAll(() => product.close())

const pricing = (text: string, values: unknown[] = []) => sql(product.database('pricing'), text, values)
/** The field at fault and its status, for Format 2 as for Format 1. */
const failureOf = ({ status, body }: Answer): Json => [
  status,
  body.error?.code ?? body.code,
  ...(body.errors ? [Object.keys(body.errors.fields).sort()] : []),
]
const calculation = { itemType: 'cenote', itemId: granCenote, ageBreakdown: { adult: 2, child: 1 } }
const calculate = (changes: object = {}, headers: Record<string, string> = {}): Promise<Answer> =>
  rest.post('/pricing/calculate-complete', { ...calculation, ...changes }, headers)

describe('a calculation', () => {
  it('answers every field of the specification, under both paths alike', async () => {
    const answers = await Promise.all(
      ['/pricing/calculate-complete', '/api/pricing/calculate'].map((path) => rest.post(path, calculation)),
    )
    const line = (quantity: number, multiplier: number, subtotal: number) => ({ quantity, multiplier, subtotal })
    for (const { status, body } of answers) {
      expect(status).toBe(200)
      expect(body).toEqual({
        success: true,
        message: 'Price calculated successfully: 1624.00 MXN in total.',
        data: {
          basePrice: 50_000,
          ageAdjustments: {
            infant: line(0, 0, 0),
            child: line(1, 0.8, 40_000),
            teen: line(0, 0.9, 0),
            adult: line(2, 1, 100_000),
            senior: line(0, 0.85, 0),
            total: 140_000,
          },
          transportationCost: {
            type: null,
            strategy: 'none',
            baseCost: 0,
            groupDiscount: 0,
            total: 0,
            pickupLocation: null,
          },
          services: {
            included: [
              {
                id: serviceAt('gran-cenote', 'life-vest'),
                name: 'Life vest',
                cost: 0,
                reason: 'Included in the entrance',
                isTransport: false,
                category: 'equipment',
              },
            ],
            selected: [],
            totalServicesCost: 0,
          },
          discounts: { automatic: [] },
          summary: { subtotal: 140_000, discounts: 0, taxes: 22_400, total: 162_400, currency: 'MXN' },
        },
        currency: { code: 'MXN', symbol: '$' },
        _sandbox: true,
      })
    }
  })

  it.each([
    ['es', 'Precio calculado correctamente: 1624.00 MXN en total.', 'Chaleco salvavidas', 'Incluido en la entrada'],
    ['en', 'Price calculated successfully: 1624.00 MXN in total.', 'Life vest', 'Included in the entrance'],
    ['fr', 'Prix calculé avec succès : 1624.00 MXN au total.', 'Life vest', 'Inclus dans l’entrée'],
  ])('speaks %s', async (language, message, name, reason) => {
    const { body, headers } = await calculate({ language }, { 'Accept-Language': 'es' })
    expect(body.message).toBe(message)
    expect(body.data.services.included[0]).toMatchObject({ name, reason })
    expect(headers.get('content-language')).toBe(language)
  })

  it('converts every input to whole cents of the dollar first', async () => {
    const { body } = await calculate({
      currency: 'USD',
      selectedServices: [serviceAt('gran-cenote', 'private-guide')],
      couponCode: 'FIJO200',
    })
    // 500.00, 600.00 and 200.00 pesos at 0.054.
    expect(body.data).toMatchObject({
      basePrice: 2_700,
      ageAdjustments: { adult: { subtotal: 5_400 }, child: { subtotal: 2_160 }, total: 7_560 },
      services: { selected: [{ cost: 3_240 }], totalServicesCost: 3_240 },
      discounts: { coupon: { code: 'FIJO200', type: 'fixed_amount', amount: 1_080 } },
      summary: { subtotal: 10_800, discounts: 1_080, taxes: 1_555, total: 11_275, currency: 'USD' },
    })
    expect(body.currency).toEqual({ code: 'USD', symbol: 'US$' })
  })

  it('takes age configurations of a cenote or a tour before the global ones', async () => {
    const halfPrice = await calculate({ itemId: cenote('ik-kil') })
    expect(halfPrice.body.data.ageAdjustments.child).toMatchObject({ multiplier: 0.5 })
    const tours = await calculate({
      itemType: 'tour',
      itemId: tour('dos-ojos-diving'),
      ageBreakdown: { adult: 1, teen: 1 },
    })
    const { teen, adult } = tours.body.data.ageAdjustments
    expect(teen).toMatchObject({ multiplier: 1, subtotal: adult.subtotal })
  })

  const tulum = { pickupLatitude: 20.2114, pickupLongitude: -87.4654 }
  it('prices the three kinds of transport, the group discount taken off', async () => {
    const transport = async (changes: object): Promise<Json> => (await calculate(changes)).body.data.transportationCost
    expect(await transport({ transportationType: 'meeting_point' })).toMatchObject({
      type: 'meeting_point',
      strategy: 'fixed',
      total: 0,
    })
    const pickup = await transport({ transportationType: 'hotel_pickup', pickupLocation: 'Hotel', ...tulum })
    // 150.00 and 8.00 a kilometre, 3.9 kilometres.
    expect(pickup).toEqual({
      type: 'hotel_pickup',
      strategy: 'calculated',
      baseCost: 18_115,
      groupDiscount: 0,
      total: 18_115,
      pickupLocation: 'Hotel',
    })
    const nine = { ageBreakdown: { adult: 9 }, ...tulum }
    const shared = await transport({ transportationType: 'hotel_pickup', ...nine })
    expect([shared.baseCost, shared.groupDiscount, shared.total]).toEqual([18_115, 1_812, 16_303])
    const one = await transport({ transportationType: 'private_transfer', ...tulum })
    const two = await transport({ transportationType: 'private_transfer', ...nine })
    // Nine need two vehicles of eight.
    expect([two.baseCost, two.groupDiscount]).toEqual([2 * one.baseCost, Math.floor(0.2 * one.baseCost + 0.5)])
  })

  it('reaches tours by zones only, asked either way', async () => {
    const tours = { itemType: 'tour', itemId: tour('tulum-cenotes-classic'), transportationType: 'hotel_pickup' }
    for (const place of [tulum, { pickupCoordinates: { latitude: 20.2114, longitude: -87.4654 } }])
      expect((await calculate({ ...tours, ...place })).body.data.transportationCost.total).toBe(25_000)
    const merida = { pickupLatitude: 20.9674, pickupLongitude: -89.5926 }
    expect(failureOf(await calculate({ ...tours, ...merida }))).toEqual([422, 'PICKUP_OUT_OF_ZONE'])
  })

  it('without a pickup place is refused, or priced at 0 when validation is skipped', async () => {
    for (const transportationType of ['hotel_pickup', 'private_transfer']) {
      expect(failureOf(await calculate({ transportationType }))).toEqual([422, 'PICKUP_REQUIRED'])
      const { body } = await calculate({ transportationType, skipTransportValidation: true })
      expect(body.data.transportationCost).toMatchObject({ strategy: 'skipped', baseCost: 0, total: 0 })
      expect(body.data.summary.total).toBe(162_400)
    }
  })

  it('lets automatic discounts and a coupon share, each on what is left', async () => {
    const { body } = await calculate({ ageBreakdown: { adult: 12 }, couponCode: ' cenote10 ' })
    // 6,000.00: 10 percent for the group, 5 from 5,000.00, 10 by the coupon.
    expect(body.data.discounts).toMatchObject({
      automatic: [
        { id: demoId('discount-rule', 'group-8'), type: 'quantity_based', amount: 60_000 },
        { id: demoId('discount-rule', 'big-spender'), type: 'percentage', amount: 27_000 },
      ],
      coupon: { code: 'CENOTE10', type: 'percentage', amount: 51_300 },
    })
    expect(body.data.summary).toMatchObject({ subtotal: 600_000, discounts: 138_300, taxes: 73_872, total: 535_572 })
  })

  it('lets a discount that does not share stand alone, without the coupon', async () => {
    const { body } = await calculate({
      itemId: cenote('ik-kil'),
      ageBreakdown: { adult: 15 },
      couponCode: 'IKKIL15',
    })
    expect(body.data.discounts.automatic).toEqual([
      expect.objectContaining({ id: demoId('discount-rule', 'exclusive-ik-kil') }),
    ])
    expect(body.data.discounts.coupon).toBeUndefined()
  })

  it.each<[string, object, Json]>([
    ['an item type of its own', { itemType: 'boat' }, [400, 'INVALID_ITEM_TYPE']],
    ['an unknown cenote', { itemId: nowhere }, [404, 'CENOTE_NOT_FOUND']],
    ['an unknown tour', { itemType: 'tour', itemId: granCenote }, [404, 'TOUR_NOT_FOUND']],
    ['a malformed id', { itemId: 'x' }, [400, 'ERROR_VALIDACION', ['itemId']]],
    ['an unknown category', { ageBreakdown: { adult: 1, dog: 2 } }, [400, 'ERROR_VALIDACION', ['ageBreakdown.dog']]],
    ['half a person', { ageBreakdown: { adult: 1.5 } }, [400, 'ERROR_VALIDACION', ['ageBreakdown.adult']]],
    ['less than nobody', { ageBreakdown: { adult: -1 } }, [400, 'ERROR_VALIDACION', ['ageBreakdown.adult']]],
    ['nobody', { ageBreakdown: {} }, [400, 'ERROR_VALIDACION', ['ageBreakdown']]],
    [
      'too many people together',
      { ageBreakdown: { adult: 900, senior: 900 } },
      [400, 'ERROR_VALIDACION', ['ageBreakdown']],
    ],
    ['minors alone', { ageBreakdown: { child: 2, teen: 1 } }, [422, 'INVALID_AGE_BREAKDOWN']],
    ['latitude 91', { pickupLatitude: 91, pickupLongitude: 0 }, [400, 'INVALID_COORDINATES']],
    ['longitude -181', { pickupLatitude: 0, pickupLongitude: -181 }, [400, 'INVALID_COORDINATES']],
    ['an unknown currency', { currency: 'ZZZ' }, [400, 'ERROR_VALIDACION', ['currency']]],
    ['an unknown language', { language: 'de' }, [400, 'ERROR_VALIDACION', ['language']]],
    ['an unknown transport', { transportationType: 'boat' }, [400, 'ERROR_VALIDACION', ['transportationType']]],
    ['an unknown service', { selectedServices: [nowhere] }, [404, 'SERVICE_NOT_FOUND']],
    ["another cenote's service", { selectedServices: [serviceAt('ik-kil', 'lunch')] }, [404, 'SERVICE_NOT_FOUND']],
    [
      'an included service',
      { selectedServices: [serviceAt('gran-cenote', 'life-vest')] },
      [422, 'SERVICE_NOT_BOOKABLE'],
    ],
    [
      'a service not offered',
      { selectedServices: [serviceAt('gran-cenote', 'lunch')] },
      [422, 'SERVICE_NOT_AVAILABLE'],
    ],
    [
      'a service twice',
      { selectedServices: [serviceAt('gran-cenote', 'locker'), serviceAt('gran-cenote', 'locker')] },
      [400, 'ERROR_VALIDACION', ['selectedServices']],
    ],
    ['a coupon of 5,000 characters', { couponCode: 'x'.repeat(5_000) }, [404, 'COUPON_NOT_FOUND']],
    ['a coupon with a NUL', { couponCode: 'CENOTE10\u0000' }, [400, 'ERROR_VALIDACION', ['couponCode']]],
    ['a coupon that is a number', { couponCode: 7 }, [400, 'ERROR_VALIDACION', ['couponCode']]],
  ])('of %s is its documented error', async (_what, changes, expected) => {
    expect(failureOf(await calculate(changes))).toEqual(expected)
  })

  it('refuses in GraphQL what REST refuses', async () => {
    const ask = async (input: object): Promise<Json> => {
      const { body } = await rest.graphql(
        'query ($id: ID!, $input: PriceCalculationInput!) { cenote(id: $id) { priceCalculation(input: $input) { totalCents } } }',
        { id: granCenote, input },
      )
      return body.errors?.[0].extensions ?? body.data.cenote.priceCalculation.totalCents
    }
    const guide = serviceAt('gran-cenote', 'private-guide')
    expect(await ask({ ageBreakdown: { adult: 2, child: 1 } })).toBe(162_400)
    for (const adult of [1.5, -1, '2', 3_000_000_000])
      expect(await ask({ ageBreakdown: { adult } })).toMatchObject({ code: 'BAD_USER_INPUT', status: 400 })
    expect(await ask({ ageBreakdown: { dog: 1 } })).toMatchObject({ code: 'BAD_USER_INPUT' })
    expect(await ask({ ageBreakdown: { adult: 1 }, currency: 'EUR' })).toMatchObject({ code: 'BAD_USER_INPUT' })
    expect(await ask({ ageBreakdown: { adult: 1 }, pickupLatitude: 91 })).toMatchObject({ code: 'INVALID_COORDINATES' })
    for (const quantity of [0, 1_001])
      expect(await ask({ ageBreakdown: { adult: 1 }, selectedServices: [{ id: guide, quantity }] })).toMatchObject({
        code: 'ERROR_VALIDACION',
        details: { fields: { 'selectedServices.0.quantity': ['must be from 1 to 1000'] } },
      })
    const literal = await rest.graphql(
      `{ cenote(id: "${granCenote}") { priceCalculation(input: { ageBreakdown: { adult: -1 } }) { totalCents } } }`,
    )
    expect([literal.status, literal.body.errors[0].extensions.code]).toEqual([400, 'GRAPHQL_VALIDATION_FAILED'])
  })
})

const refusals: [string, number, string, string, string][] = [
  ['NOPE', 404, 'COUPON_NOT_FOUND', 'coupon not found', 'cupón no encontrado'],
  ['EXPIRED2024', 422, 'COUPON_EXPIRED', 'expired', 'vencido'],
  ['FUTURE2099', 422, 'COUPON_NOT_YET_VALID', 'not yet valid', 'aún no válido'],
  ['SOLDOUT', 422, 'COUPON_usage_LIMIT_REACHED', 'usage limit reached', 'límite de uso alcanzado'],
  ['INACTIVE', 422, 'COUPON_INACTIVE', 'inactive', 'inactivo'],
  ['MINSPEND5000', 422, 'COUPON_MIN_SPEND_NOT_MET', 'minimum purchase not met', 'compra mínima no alcanzada'],
  ['IKKIL15', 422, 'COUPON_NOT_APPLICABLE', 'not applicable', 'no aplicable'],
]

describe('validating a coupon', () => {
  const validate = (body: object, headers: Record<string, string> = {}): Promise<Answer> =>
    rest.post('/coupons/validate', body, headers)
  const purchase = { cenoteId: granCenote, subtotal: 100_000 }

  it.each([
    ['percentage', 'cenote10', 10, 10_000],
    ['fixed_amount', 'FIJO200', 20_000, 20_000],
    ['free_service', 'FREEGUIDE', 0, 60_000],
  ])('tells with cenote and subtotal what a %s one takes off (variant A)', async (type, code, value, amount) => {
    const { body } = await validate({ code, ...purchase })
    expect(body).toEqual({
      success: true,
      message: 'coupon.valid',
      data: {
        isValid: true,
        code: code.toUpperCase(),
        discountType: type,
        discountValue: value,
        discountAmount: amount,
        finalPrice: 100_000 - amount,
        currency: 'MXN',
        description: expect.any(String),
      },
      currency: { code: 'MXN', symbol: '$' },
      _sandbox: true,
    })
  })

  it('never takes off more than there is', async () => {
    const { body } = await validate({ code: 'FIJO200', cenoteId: granCenote, subtotal: 500 })
    expect(body.data).toMatchObject({ discountAmount: 500, finalPrice: 0 })
  })

  it.each(refusals)('%s is its error in variant A and in a calculation', async (code, status, error) => {
    expect(failureOf(await validate({ code, ...purchase }))).toEqual([status, error])
    expect(failureOf(await calculate({ couponCode: code }))).toEqual([status, error])
  })

  it.each(refusals)('%s is a reason in variant B', async (code, _status, _error, english, spanish) => {
    const given = code === 'MINSPEND5000' ? { subtotal: 100_000 } : code === 'IKKIL15' ? { cenoteId: granCenote } : {}
    for (const [language, reason] of [
      ['en', english],
      ['es-MX', spanish],
    ] as const) {
      const { status, body } = await validate({ code, ...given }, { 'Accept-Language': language })
      expect(status).toBe(200)
      expect(body.data).toEqual({
        isValid: false,
        message: expect.any(String),
        coupon: null,
        potentialDiscount: null,
        errors: [reason],
      })
      expect(body.currency).toEqual({ code: 'MXN', symbol: '$' })
    }
  })

  it('shows the coupon in variant B, and what it may take off a subtotal', async () => {
    const { body } = await validate({ code: 'cenote10', subtotal: 100_000 })
    expect(body.message).toBe('coupon.validated_successfully')
    expect(body.data).toEqual({
      isValid: true,
      message: 'The coupon is valid.',
      coupon: {
        id: demoId('coupon', 'CENOTE10'),
        code: 'CENOTE10',
        name: '10 percent off',
        discountType: 'percentage',
        discountValue: 10,
        minPurchaseAmount: null,
        maxDiscountAmount: 500_000,
        usageLimit: null,
        usageCount: 0,
        validFrom: null,
        validUntil: null,
        isActive: true,
      },
      potentialDiscount: 10_000,
      errors: [],
    })
    expect((await validate({ code: 'cenote10' })).body.data.potentialDiscount).toBeNull()
  })

  it('without amounts is checking it', async () => {
    const { body } = await rest.post('/coupons/check', { code: 'FIJO200' })
    expect(Object.keys(body.data).sort()).toEqual(['coupon', 'errors', 'isValid', 'message'])
    expect(body.data).toMatchObject({ isValid: true, coupon: { code: 'FIJO200', discountValue: 20_000 } })
    const expired = await rest.post('/coupons/check', { code: 'EXPIRED2024' })
    expect(expired.body.data).toMatchObject({ isValid: false, coupon: null, errors: ['expired'] })
    const long = await rest.post('/coupons/check', { code: 'x'.repeat(5_000) })
    expect(long.body.data).toMatchObject({ isValid: false, errors: ['coupon not found'] })
  })

  it.each<[string, object, Json]>([
    ['no code', { subtotal: 1 }, [400, 'ERROR_VALIDACION', ['code']]],
    ['an empty code', { code: '' }, [400, 'ERROR_VALIDACION', ['code']]],
    ['a malformed cenote', { code: 'CENOTE10', cenoteId: 'x' }, [400, 'ERROR_VALIDACION', ['cenoteId']]],
    ['cents that are not whole', { code: 'CENOTE10', subtotal: 1.5 }, [400, 'ERROR_VALIDACION', ['subtotal']]],
    ['a negative subtotal', { code: 'CENOTE10', subtotal: -1 }, [400, 'ERROR_VALIDACION', ['subtotal']]],
    ['an unknown cenote', { code: 'CENOTE10', cenoteId: nowhere }, [404, 'CENOTE_NOT_FOUND']],
    [
      'an unknown cenote and a subtotal',
      { code: 'CENOTE10', cenoteId: nowhere, subtotal: 1 },
      [404, 'CENOTE_NOT_FOUND'],
    ],
  ])('refuses %s', async (_what, body, expected) => {
    expect(failureOf(await validate(body))).toEqual(expected)
  })

  it('is for ten a minute and address without a key, whichever way it is asked, and for a key as its plan says', async () => {
    const guesser = partner(product.url, null)
    const from = { 'X-Forwarded-For': '192.0.2.77' }
    const ways = [
      () => guesser.post('/coupons/validate', { code: 'GUESS' }, from),
      () => guesser.post('/coupons/check', { code: 'GUESS' }, from),
      () => guesser.post('/coupons/validate', { code: 'GUESS', ...purchase }, from),
      () => guesser.post('/pricing/calculate-complete', { ...calculation, couponCode: 'GUESS' }, from),
      () => guesser.send('POST', '/graphql', { query: '{ couponValidation(code: "GUESS") { isValid } }' }, from),
    ]
    for (let guess = 0; guess < 10; guess += 1) expect((await ways[guess % 5]?.())?.status).not.toBe(429)
    for (const way of ways) expect((await way()).status).toBe(429)
    expect((await rest.post('/coupons/check', { code: 'GUESS' }, from)).status).toBe(200)
  })
})

describe('age configurations', () => {
  const list = async (path: string): Promise<Json[]> => (await rest.get(path)).body.data

  it('are the five of the specification, in display order', async () => {
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
  const validate = (body: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
    rest.post('/pricing/validate-age-breakdown', body, headers)

  it('that can be booked is told so, every category counted in age order', async () => {
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
      'less than nobody',
      { adult: -1, child: -2 },
      [
        ['child', 'NEGATIVE_COUNT'],
        ['adult', 'NEGATIVE_COUNT'],
      ],
    ],
    ['a stadium', { adult: 1_001 }, [['ageBreakdown', 'TOO_MANY_PEOPLE']]],
  ])('of %s is an answer, not a refusal', async (_what, given, errors) => {
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

describe('a summary', () => {
  it('is the base price times people', async () => {
    const { body } = await rest.get(`/pricing/summary/cenote/${granCenote}?people=3`)
    expect(body).toEqual({
      success: true,
      message: 'pricing.summarized_successfully',
      data: {
        itemId: granCenote,
        itemType: 'cenote',
        itemName: 'Gran Cenote',
        basePrice: 50_000,
        total: 150_000,
        currency: 'MXN',
      },
      currency: { code: 'MXN', symbol: '$' },
      _sandbox: true,
    })
    const one = await rest.get(`/pricing/summary/tour/${tour('dos-ojos-diving')}`)
    expect(one.body.data).toMatchObject({ itemType: 'tour', basePrice: 360_000, total: 360_000 })
  })

  it.each<[string, string, Json]>([
    ['no people', `cenote/${granCenote}?people=0`, [400, 'ERROR_VALIDACION', ['people']]],
    ['half a person', `cenote/${granCenote}?people=1.5`, [400, 'ERROR_VALIDACION', ['people']]],
    ['1,001 people', `cenote/${granCenote}?people=1001`, [400, 'ERROR_VALIDACION', ['people']]],
    ['another type', `boat/${granCenote}`, [400, 'INVALID_ITEM_TYPE']],
    ['an unknown cenote', `cenote/${nowhere}`, [404, 'CENOTE_NOT_FOUND']],
    ['a malformed tour', 'tour/x', [404, 'TOUR_NOT_FOUND']],
  ])('of %s is its error', async (_what, path, expected) => {
    expect(failureOf(await rest.get(`/pricing/summary/${path}`))).toEqual(expected)
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

describe('currencies', () => {
  it('are told with their rates and when they were set, without a key too', async () => {
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
    await pricing(`UPDATE sandbox.exchange_rate SET micros = 60000, updated_at = '2026-10-01T00:00:00Z'`)
    const usd = async (key: string): Promise<Json> =>
      (await partner(product.url, key).get('/api/currencies')).body.currency
    let told = await usd(keys.demo)
    for (let attempt = 0; told.rates.USD !== 0.06 && attempt < 200; attempt += 1) {
      await new Promise((resolve) => setTimeout(resolve, 10))
      told = await usd(keys.demo)
    }
    expect(told).toMatchObject({ rates: { USD: 0.06 }, lastUpdated: '2026-10-01T00:00:00.000Z' })
    expect((await usd(keys.live)).rates.USD).toBe(0.054)
    expect((await calculate({ currency: 'USD' })).body.data.basePrice).toBe(3_000)
  })
})
