import { beforeAll, describe, expect, it } from '@jest/globals'
import { demoId } from '../../platform/values/demo-id.ts'
import { changeCoupon, couponUses, insertCoupon } from '../testkit/coupons.ts'
import {
  keys,
  nextSaturday,
  partner,
  sharedTestProduct,
  type TestResponse,
  type Json,
  type SharedProduct,
} from '../testkit/product.ts'
import { eventually } from '../testkit/eventually.ts'
import { visitDay } from '../testkit/moves.ts'
import { setTaxes } from '../testkit/pricing.ts'
import { raisePrice } from '../testkit/stored-catalog.ts'

const cenoteId = demoId('cenote', 'gran-cenote')
const guide = demoId('cenote-service', 'gran-cenote-private-guide')
const tulum = { pickupLatitude: 20.2114, pickupLongitude: -87.4654, pickupLocation: 'Hotel Tulum' }

let product: SharedProduct
let rest: ReturnType<typeof partner>
beforeAll(async () => {
  product = await sharedTestProduct()
  rest = partner(product.url)
})

const pricing = (): string => product.database('pricing')
const quote = async (changes: object = {}): Promise<Json> => {
  const { status, body } = await rest.post('/pricing/calculate-complete', {
    itemType: 'cenote',
    itemId: cenoteId,
    ageBreakdown: { adult: 2, child: 1 },
    visitDate: nextSaturday(),
    quote: true,
    ...changes,
  })
  expect([status, typeof body.data.quoteToken]).toEqual([200, 'string'])
  return body.data
}
const wanted = (changes: object = {}) => ({
  cenoteId,
  visitDate: nextSaturday(),
  visitors: { adults: 2, children: 1 },
  guest: { name: 'Quoted', email: 'quoted@example.com', phone: '+52 1 555' },
  ...changes,
})
const reserve = (changes: object = {}, through = rest): Promise<TestResponse> =>
  through.post('/api/partner/reservations', wanted(changes))

/** All prices rise, as fast as the replicas are notified. */
async function whileTaxIs<T>(percent: number, work: () => Promise<T>): Promise<T> {
  const set = async (next: number): Promise<void> => {
    await setTaxes(pricing(), next)
    const summary = async (): Promise<Json> =>
      (await rest.post('/api/pricing/calculate', { itemType: 'cenote', itemId: cenoteId, ageBreakdown: { adult: 1 } }))
        .body.data.summary
    await eventually(summary, ({ taxes, subtotal }: Json) => taxes === (subtotal * next) / 100)
  }
  await set(percent)
  try {
    return await work()
  } finally {
    await set(16)
  }
}

describe('a reservation made with a quote', () => {
  it('costs what was quoted though rules changed, over REST, GraphQL and in bulk', async () => {
    const { quoteToken, quoteExpiresAt, summary } = await quote()
    const minutes = (Date.parse(quoteExpiresAt) - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(14)
    expect(minutes).toBeLessThanOrEqual(15)
    await whileTaxIs(50, async () => {
      const { status, body } = await reserve({ quoteToken })
      expect([status, body.data.pricing.total]).toEqual([201, summary.total / 100])
      expect((await reserve()).body.data.pricing.total).toBe(2_100)
      const bulk = await rest.post('/api/partner/reservations/bulk', {
        reservations: [wanted({ quoteToken }), wanted({ quoteToken, visitors: { adults: 3, children: 0 } }), wanted()],
      })
      expect(
        bulk.body.data.results.map(({ reservation, error }: Json) => reservation?.pricing.total ?? error.code),
      ).toEqual([summary.total / 100, 'QUOTE_MISMATCH', 2_100])
      const mutation = await rest.graphql(
        'mutation ($input: CreateReservationInput!) { createReservation(input: $input) { pricing { totalCents } } }',
        { input: wanted({ quoteToken, visitors: { adults: 2, children: 1, seniors: 0 } }) },
      )
      expect(mutation.body.data.createReservation.pricing.totalCents).toBe(summary.total)
    })
  })

  it('costs what was quoted though the price of the cenote was raised since', async () => {
    const priceWithoutQuote = async (): Promise<number> =>
      (
        await rest.post('/pricing/calculate-complete', {
          itemType: 'cenote',
          itemId: cenoteId,
          ageBreakdown: { adult: 2, child: 1 },
        })
      ).body.data.summary.total
    const { quoteToken, summary } = await quote()
    const raise = (cents: number) => raisePrice(product.database('catalog'), cenoteId, cents)
    await raise(10_000)
    try {
      // The row was changed behind the product's back: it learns of it by the notification of the database.
      await eventually(
        async () => (await reserve()).body.data.pricing.total as number,
        (created) => created * 100 > summary.total,
      )
      expect(await priceWithoutQuote()).toBeGreaterThan(summary.total)
      const replayed = [await reserve({ quoteToken }), await reserve({ quoteToken })]
      expect(replayed.map(({ status, body }) => [status, body.data.pricing.total])).toEqual([
        [201, summary.total / 100],
        [201, summary.total / 100],
      ])
    } finally {
      await raise(-10_000)
    }
  })

  it('is the same in GraphQL and REST', async () => {
    const { body } = await rest.graphql(
      `query ($visitDate: LocalDate!) {
        cenote(id: "${cenoteId}") {
          priceCalculation(input: { visitDate: $visitDate, ageBreakdown: { adult: 1 } }) { quoteToken quoteExpiresAt }
        }
      }`,
      { visitDate: nextSaturday() },
    )
    const { quoteToken } = body.data.cenote.priceCalculation
    expect(await reserve({ quoteToken, visitors: { adults: 1, children: 0 } })).toHaveStatus(201)
    const keyless = await partner(product.url, null).post('/pricing/calculate-complete', {
      itemType: 'cenote',
      itemId: cenoteId,
      ageBreakdown: { adult: 1 },
      quote: true,
    })
    expect([keyless.status, keyless.body.error.code]).toEqual([401, 'AUTHENTICATION_REQUIRED'])
  })

  it('takes over its transport and the currency that it cannot name, so that the price is not calculated again', async () => {
    const { quoteToken, summary, transportationCost } = await quote({
      ageBreakdown: { adult: 2, child: 1, teen: 2, infant: 1 },
      transportationType: 'hotel_pickup',
      ...tulum,
      selectedServices: [guide],
      couponCode: 'FIJO200',
      currency: 'USD',
    })
    const { status, body } = await reserve({
      quoteToken,
      visitors: { adults: 2, children: 1, infants: 1, teens: 2 },
      services: [{ id: guide }],
      promoCode: 'fijo200',
    })
    expect(status).toBe(201)
    const { pricing: price } = body.data
    expect(price).toMatchObject({ subtotal: summary.subtotal / 100, total: summary.total / 100, currency: 'USD' })
    expect(price.breakdown).toContainEqual(expect.objectContaining({ type: 'teen', quantity: 2 }))
    expect(price.breakdown).toContainEqual({
      type: 'transport',
      name: 'Hotel pickup at Hotel Tulum',
      quantity: 1,
      unitPrice: transportationCost.total / 100,
      total: transportationCost.total / 100,
    })
    const lines = price.breakdown.reduce((sum: number, { total }: Json) => sum + Math.round(total * 100), 0)
    expect(lines).toBe(summary.subtotal)
    const address = `/api/partner/reservations/${body.data.id}`
    const read = (await rest.get(address)).body.data
    expect(read.transport).toMatchObject({ option: 'hotel_pickup', pickup: { hotel: 'Hotel Tulum' } })
    expect(await rest.send('PATCH', address, { specialRequests: 'Shade' })).toHaveStatus(200)
    const grown = await rest.send('PATCH', address, { visitors: { adults: 3 } })
    expect([grown.status, grown.body.error]).toEqual([
      422,
      expect.objectContaining({
        code: 'MODIFICATION_NOT_ALLOWED',
        details: expect.objectContaining({ reason: 'quoted_price' }),
      }),
    ])
  })

  it('is refused for anything else than was quoted, for another partner, and for a token that is none', async () => {
    const { quoteToken } = await quote({ couponCode: 'CENOTE10' })
    const failure = async (changes: object, through = rest): Promise<Json> => {
      const { status, body } = await reserve({ promoCode: 'CENOTE10', quoteToken, ...changes }, through)
      return [status, body.error?.code, body.error?.details?.fields]
    }
    expect(await failure({ promoCode: undefined })).toEqual([422, 'QUOTE_MISMATCH', ['promoCode']])
    expect(await failure({ visitDate: visitDay(1) })).toEqual([422, 'QUOTE_MISMATCH', ['visitDate']])
    expect(await failure({ visitors: { adults: 2, children: 0, infants: 1 } })).toEqual([
      422,
      'QUOTE_MISMATCH',
      ['visitors'],
    ])
    expect(await failure({ services: [{ id: guide }] })).toEqual([422, 'QUOTE_MISMATCH', ['services']])
    expect(await failure({ visitors: { adults: 3, children: 0 }, promoCode: 'FIJO200' })).toEqual([
      422,
      'QUOTE_MISMATCH',
      ['visitors', 'promoCode'],
    ])
    expect(await failure({}, partner(product.url, keys.rival))).toEqual([422, 'QUOTE_MISMATCH', ['partner']])
    expect(await failure({}, partner(product.url, keys.live))).toEqual([422, 'QUOTE_MISMATCH', ['environment']])
    expect(await failure({ quoteToken: `${quoteToken.slice(0, -1)}${quoteToken.endsWith('A') ? 'B' : 'A'}` })).toEqual([
      422,
      'QUOTE_INVALID',
      undefined,
    ])
    expect(await failure({})).toEqual([201, undefined, undefined])
  })

  it('counts its coupon once, also when it was switched off meanwhile, and never beyond its limit', async () => {
    const code = await insertCoupon(pricing(), { percent: 50, usageLimit: 2 })
    const { quoteToken, summary } = await quote({ couponCode: code })
    await changeCoupon(pricing(), code, { isActive: false, validUntil: new Date() })
    const responses = await Promise.all(Array.from({ length: 8 }, () => reserve({ promoCode: code, quoteToken })))
    const created = responses.filter(({ status }) => status === 201)
    expect(created.map(({ body }) => body.data.pricing.total)).toEqual([summary.total / 100, summary.total / 100])
    expect(new Set(responses.filter(({ status }) => status !== 201).map(({ body }) => body.error.code))).toEqual(
      new Set(['COUPON_usage_LIMIT_REACHED']),
    )
    expect(await couponUses(pricing(), code)).toBe(2)
  })
})
