import { beforeAll, describe, expect, it } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { eventually } from '../testkit/eventually.ts'
import { renameDiscountRule } from '../testkit/price-rows.ts'
import { calculate, calculation, cenote, failureOf, granCenote, nowhere, serviceAt, tour } from '../testkit/pricing.ts'
import { partner, sharedTestProduct, type Json, type SharedProduct } from '../testkit/product.ts'

let product: SharedProduct
let rest: ReturnType<typeof partner>
beforeAll(async () => {
  product = await sharedTestProduct()
  rest = partner(product.url)
})

describe('a calculation', () => {
  it('returns every documented field, under both paths alike', async () => {
    const responses = await Promise.all(
      ['/pricing/calculate-complete', '/api/pricing/calculate'].map((path) => rest.post(path, calculation)),
    )
    const line = (quantity: number, multiplier: number, subtotal: number) => ({ quantity, multiplier, subtotal })
    for (const { status, body } of responses) {
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
          isActive: true,
        },
        currency: { code: 'MXN', symbol: '$' },
        _sandbox: true,
      })
    }
  })

  it.each([
    ['es', 'Precio calculado correctamente: 1624.00 MXN en total.', 'Chaleco salvavidas', 'Incluido en la entrada'],
    ['en', 'Price calculated successfully: 1624.00 MXN in total.', 'Life vest', 'Included in the entrance'],
    ['fr', 'Prix calculé avec succès : 1624.00 MXN au total.', 'Gilet de sauvetage', 'Inclus dans l’entrée'],
  ])('is in %s where the body requests it', async (language, message, name, reason) => {
    const { body, headers } = await calculate(rest, { language }, { 'Accept-Language': 'es' })
    expect(body.message).toBe(message)
    expect(body.data.services.included[0]).toMatchObject({ name, reason })
    expect(headers.get('content-language')).toBe(language)
  })

  it('is labelled English where a name has no French', async () => {
    const french = async (): Promise<string[]> => {
      const { body, headers } = await calculate(rest, { language: 'fr', ageBreakdown: { adult: 8 } })
      const { services, discounts } = body.data
      return [
        headers.get('content-language'),
        services.included[0].name,
        services.included[0].reason,
        discounts.automatic[0].name,
      ]
    }
    const inFrench = ['fr', 'Gilet de sauvetage', 'Inclus dans l’entrée', 'Groupes à partir de 8 personnes']
    expect(await french()).toEqual(inFrench)
    const rename = (names: Record<string, string>) =>
      renameDiscountRule(product.database('pricing'), demoId('discount-rule', 'group-8'), names)
    await rename({ en: 'Groups', es: 'Grupos' })
    await eventually(french, ['en', 'Life vest', 'Included in the entrance', 'Groups'])
    await rename({ en: 'Groups from 8 people', es: 'Grupos desde 8 personas', fr: inFrench[3] ?? '' })
    await eventually(french, inFrench)
  })

  it('counts a selected service as often as it is named, and takes quantities', async () => {
    const locker = serviceAt('gran-cenote', 'locker')
    const guide = serviceAt('gran-cenote', 'private-guide')
    for (const selectedServices of [
      [locker, guide, locker],
      [{ id: locker, quantity: 2 }, { id: guide }],
      [locker, { id: guide, quantity: 1 }, demoId('service', 'locker')],
    ]) {
      const { body } = await calculate(rest, { selectedServices })
      expect(body.data.services).toMatchObject({
        selected: [
          { id: locker, quantity: 2, cost: 6_000 },
          { id: guide, quantity: 1, cost: 60_000 },
        ],
        totalServicesCost: 66_000,
      })
    }
    const { body } = await rest.graphql(
      `query ($id: ID!, $input: PriceCalculationInput!) { cenote(id: $id) { priceCalculation(input: $input) { selectedServices { quantity costCents } } } }`,
      {
        id: granCenote,
        input: { ageBreakdown: { adult: 1 }, selectedServices: [{ id: locker }, { id: locker, quantity: 2 }] },
      },
    )
    expect(body.data.cenote.priceCalculation.selectedServices).toEqual([{ quantity: 3, costCents: 9_000 }])
  })

  it('converts every input to whole cents of the dollar first', async () => {
    const { body } = await calculate(rest, {
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
    const halfPrice = await calculate(rest, { itemId: cenote('ik-kil') })
    expect(halfPrice.body.data.ageAdjustments.child).toMatchObject({ multiplier: 0.5 })
    const tours = await calculate(rest, {
      itemType: 'tour',
      itemId: tour('dos-ojos-diving'),
      ageBreakdown: { adult: 1, teen: 1 },
    })
    const { teen, adult } = tours.body.data.ageAdjustments
    expect(teen).toMatchObject({ multiplier: 1, subtotal: adult.subtotal })
  })

  const tulum = { pickupLatitude: 20.2114, pickupLongitude: -87.4654 }
  it('prices the three kinds of transport, the group discount taken off', async () => {
    const transport = async (changes: object): Promise<Json> =>
      (await calculate(rest, changes)).body.data.transportationCost
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
      meetingPointId: null,
      minutesBefore: 60,
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
      expect((await calculate(rest, { ...tours, ...place })).body.data.transportationCost.total).toBe(25_000)
    const merida = { pickupLatitude: 20.9674, pickupLongitude: -89.5926 }
    expect(failureOf(await calculate(rest, { ...tours, ...merida }))).toEqual([422, 'PICKUP_OUT_OF_ZONE'])
  })

  it('with a pickup place that is missing or out of reach is refused, or priced at 0 when validation is skipped', async () => {
    for (const transportationType of ['hotel_pickup', 'private_transfer']) {
      expect(failureOf(await calculate(rest, { transportationType }))).toEqual([422, 'PICKUP_REQUIRED'])
      const { body } = await calculate(rest, { transportationType, skipTransportValidation: true })
      expect(body.data.transportationCost).toMatchObject({ strategy: 'skipped', baseCost: 0, total: 0 })
      expect(body.data.summary.total).toBe(162_400)
    }
    const merida = { pickupLatitude: 20.9674, pickupLongitude: -89.5926 }
    const tours = { itemType: 'tour', itemId: tour('tulum-cenotes-classic'), transportationType: 'hotel_pickup' }
    for (const unreachable of [
      { transportationType: 'hotel_pickup', ...merida },
      { transportationType: 'private_transfer', ...merida },
      { ...tours, ...merida },
    ]) {
      expect(failureOf(await calculate(rest, unreachable))).toEqual([422, 'PICKUP_OUT_OF_ZONE'])
      const skipped = await calculate(rest, { ...unreachable, skipTransportValidation: true, quote: true })
      expect(skipped.body.data.transportationCost).toMatchObject({ strategy: 'skipped', baseCost: 0, total: 0 })
      expect(skipped.body.data.quoteToken).toBeNull()
    }
  })

  it('combines automatic discounts and a coupon, each on the remaining amount', async () => {
    const { body } = await calculate(rest, { ageBreakdown: { adult: 12 }, couponCode: ' cenote10 ' })
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

  it('applies an exclusive discount alone, without the coupon', async () => {
    const { body } = await calculate(rest, {
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
    ['a negative number of people', { ageBreakdown: { adult: -1 } }, [400, 'ERROR_VALIDACION', ['ageBreakdown.adult']]],
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
      'a service not once',
      { selectedServices: [{ id: serviceAt('gran-cenote', 'locker'), quantity: 0 }] },
      [400, 'ERROR_VALIDACION', ['selectedServices.0.quantity']],
    ],
    [
      'a service more than 1,000 times',
      {
        selectedServices: [
          { id: serviceAt('gran-cenote', 'locker'), quantity: 1_000 },
          serviceAt('gran-cenote', 'locker'),
        ],
      },
      [400, 'ERROR_VALIDACION', ['selectedServices.1.quantity']],
    ],
    [
      'a quantity of nothing',
      { selectedServices: [{ quantity: 2 }] },
      [400, 'ERROR_VALIDACION', ['selectedServices.0.id']],
    ],
    [
      'an unknown member of a service',
      { selectedServices: [{ id: serviceAt('gran-cenote', 'locker'), times: 2 }] },
      [400, 'ERROR_VALIDACION', ['selectedServices.0.times']],
    ],
    ['a service that is a number', { selectedServices: [7] }, [400, 'ERROR_VALIDACION', ['selectedServices.0']]],
    ['a coupon of 5,000 characters', { couponCode: 'x'.repeat(5_000) }, [404, 'COUPON_NOT_FOUND']],
    ['a coupon with a NUL', { couponCode: 'CENOTE10\u0000' }, [400, 'ERROR_VALIDACION', ['couponCode']]],
    ['a coupon that is a number', { couponCode: 7 }, [400, 'ERROR_VALIDACION', ['couponCode']]],
  ])('of %s is its documented error', async (_what, changes, expected) => {
    expect(failureOf(await calculate(rest, changes))).toEqual(expected)
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

  it('describes an invalid field in the language of Accept-Language, over REST and GraphQL', async () => {
    const ageBreakdown = { adult: 600, child: 600 }
    const fields = { ageBreakdown: ['debe haber como máximo 1000 personas'] }
    for (const language of ['es', 'es-MX']) {
      const spoken = { 'Accept-Language': language }
      const { body } = await calculate(rest, { ageBreakdown }, spoken)
      expect(body.errors).toEqual({ messages: ['ageBreakdown: debe haber como máximo 1000 personas'], fields })
      const query =
        'query ($id: ID!, $input: PriceCalculationInput!) { cenote(id: $id) { priceCalculation(input: $input) { totalCents } } }'
      const variables = { id: granCenote, input: { ageBreakdown } }
      const response = await rest.post('/graphql', { query, variables }, spoken)
      expect(response.body.errors[0].extensions.details).toEqual({ fields })
    }
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
        isActive: true,
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

describe('the check of a party', () => {
  it.each([
    ['{ adult: 2, child: -1 }', [['child', 'NEGATIVE_COUNT']]],
    ['{}', [['ageBreakdown', 'NO_PEOPLE']]],
    ['{ adult: 1001 }', [['ageBreakdown', 'TOO_MANY_PEOPLE']]],
    ['{ child: 1 }', [['ageBreakdown', 'ADULT_REQUIRED']]],
    ['{ adult: 1, child: 1 }', []],
  ])('of %s names each error', async (input, expected) => {
    const query = `{ ageBreakdownValidation(input: ${input}) { isValid errors { field code } } }`
    const { isValid, errors } = (await partner(product.url).graphql(query)).body.data.ageBreakdownValidation
    expect([isValid, errors.map(({ field, code }: Json) => [field, code])]).toEqual([expected.length === 0, expected])
  })
})
