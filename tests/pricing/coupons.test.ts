import { beforeAll, describe, expect, it } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { couponUses } from '../testkit/coupons.ts'
import { calculate, calculation, failureOf, granCenote, nowhere } from '../testkit/pricing.ts'
import { partner, sharedTestProduct, type Json, type SharedProduct, type TestResponse } from '../testkit/product.ts'

let product: SharedProduct
let rest: ReturnType<typeof partner>
beforeAll(async () => {
  product = await sharedTestProduct()
  rest = partner(product.url)
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
  const validate = (body: object, headers: Record<string, string> = {}): Promise<TestResponse> =>
    rest.post('/coupons/validate', body, headers)
  const purchase = { cenoteId: granCenote, subtotal: 100_000 }

  it.each([
    ['percentage', 'cenote10', 10, 10_000],
    ['fixed_amount', 'FIJO200', 20_000, 20_000],
    ['free_service', 'FREEGUIDE', 0, 60_000],
  ])('with cenote and subtotal reports what a %s one takes off (variant A)', async (type, code, value, amount) => {
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
        isActive: true,
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
    expect(failureOf(await calculate(rest, { couponCode: code }))).toEqual([status, error])
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
        usageCount: await couponUses(product.database('pricing'), 'CENOTE10'),
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

  it('is limited to ten a minute and address without a key, over every path, and for a key by its plan', async () => {
    const guesser = partner(product.url, null)
    const from = { 'X-Forwarded-For': '192.0.2.77' }
    const calls = [
      () => guesser.post('/coupons/validate', { code: 'GUESS' }, from),
      () => guesser.post('/coupons/check', { code: 'GUESS' }, from),
      () => guesser.post('/coupons/validate', { code: 'GUESS', ...purchase }, from),
      () => guesser.post('/pricing/calculate-complete', { ...calculation, couponCode: 'GUESS' }, from),
      () => guesser.send('POST', '/graphql', { query: '{ couponValidation(code: "GUESS") { isValid } }' }, from),
    ]
    for (let guess = 0; guess < 10; guess += 1) expect((await calls[guess % 5]?.())?.status).not.toBe(429)
    for (const way of calls) expect(await way()).toHaveStatus(429)
    expect(await rest.post('/coupons/check', { code: 'GUESS' }, from)).toHaveStatus(200)
  })
})
