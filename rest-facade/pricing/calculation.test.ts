import { describe, expect, it } from '@jest/globals'
import { Refusal, refusal } from '../../tests/testkit/scripted-gateway.ts'
import { cenoteId, useTestFacade } from '../../tests/testkit/facade.ts'

const facade = useTestFacade()
const { post } = facade

describe('price calculation', () => {
  const price = {
    basePriceCents: 10_000,
    ageAdjustments: [{ category: 'ADULT', quantity: 2, multiplier: 1, subtotalCents: 20_000 }],
    ageAdjustmentsTotalCents: 20_000,
    transportation: null,
    includedServices: [],
    selectedServices: [],
    totalServicesCents: 0,
    automaticDiscounts: [{ id: cenoteId, name: 'Grupo', type: 'QUANTITY_BASED', amountCents: 1_000 }],
    couponDiscount: null,
    notAppliedDiscounts: [],
    subtotalCents: 20_000,
    discountsCents: 1_000,
    taxesCents: 3_040,
    feesCents: 0,
    totalCents: 22_040,
    currency: 'MXN',
    language: 'FR',
  }
  const body = { itemType: 'cenote', itemId: cenoteId, ageBreakdown: { adult: 2 }, language: 'fr' }

  it('returns a sentence in the language of the body, and cents, without a key', async () => {
    facade.gateway.responses = { CalculateCenotePrice: { cenote: { id: cenoteId, priceCalculation: price } } }
    const response = await post('/pricing/calculate-complete', body, {})
    expect(response.json()).toMatchObject({
      message: 'Prix calculé avec succès : 220.40 MXN au total.',
      data: {
        ageAdjustments: { infant: { quantity: 0 }, adult: { subtotal: 20_000 }, total: 20_000 },
        transportationCost: { total: 0 },
        discounts: { automatic: [{ type: 'quantity_based' }] },
        summary: { total: 22_040 },
      },
      currency: { code: 'MXN', symbol: '$' },
    })
    expect(facade.gateway.requests[0]?.variables).toMatchObject({
      input: { ageBreakdown: { infant: 0, child: 0, teen: 0, adult: 2, senior: 0 } },
    })
    expect(response.json().data.discounts).not.toHaveProperty('coupon')
    expect((await post('/api/pricing/calculate', body, {})).json()).toEqual(response.json())
  })

  it('refuses another item type in Format 1 and a malformed id in Format 2', async () => {
    expect((await post('/pricing/calculate-complete', { ...body, itemType: 'hotel' }, {})).json().error.code).toBe(
      'INVALID_ITEM_TYPE',
    )
    expect(
      (await post('/pricing/calculate-complete', { ...body, itemId: 'x', ageBreakdown: {} }, {})).json().errors.fields,
    ).toEqual({
      itemId: ['must be a UUID'],
      ageBreakdown: ['must be at least one person'],
    })
  })

  it('refuses in the language of Accept-Language even if names were requested in another', async () => {
    facade.gateway.responses = { CalculateTourPrice: new Refusal([refusal('TOUR_NOT_FOUND')]) }
    const response = await post('/pricing/calculate-complete', { ...body, itemType: 'tour', language: 'es' }, {})
    expect(response.json().error.message).toBe('The tour does not exist.')
    const { headers } =
      facade.gateway.requests.find(({ operationName }) => operationName === 'CalculateTourPrice') ?? {}
    expect(headers?.acceptLanguage).toBe('es')
  })
})
