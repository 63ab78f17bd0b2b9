import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { demoId } from '../../../platform/values/demo-id.ts'
import type { Secrets } from '../../../platform/trust/secret.ts'
import type { TestSubgraph } from '../../../tests/testkit/subgraph.ts'
import { startTestPricing } from '../../../tests/testkit/pricing-subgraph.ts'

const query = `query($representations: [_Any!]!, $input: PriceCalculationInput!) {
  _entities(representations: $representations) {
    ... on Cenote { priceCalculation(input: $input) { totalCents quoteToken quoteExpiresAt } }
    ... on Tour { priceCalculation(input: $input) { totalCents quoteToken quoteExpiresAt } }
  }
}`
/** The request of booking, which selects no token. */
const priceQuery = query.replaceAll(
  'quoteToken quoteExpiresAt',
  'currency originalCents taxes { name originalCents retailCents } transportation { type totalCents pickupLocation meetingPointId pickupLatitude pickupLongitude minutesBefore }',
)
const secret = 'a secret of the test, which is long enough'
const cenoteId = demoId('cenote', 'gran-cenote')
const tourId = demoId('tour', 'tulum-cenotes-classic')
const [booth, station] = [demoId('meeting-point', 'booth'), demoId('meeting-point', 'station')]
const meetingPoints = [booth, station].map((id, index) => ({
  id,
  type: 'MEETING_POINT',
  priceCents: index * 5_000,
  minutesBefore: 15 + index,
  isActive: true,
}))
const guide = demoId('cenote-service', 'gran-cenote-private-guide')
const hotel = { pickupLatitude: 20.2114, pickupLongitude: -87.4654 }
const partner = { partnerId: demoId('partner', 'one') }

describe('a quote token', () => {
  let now = new Date('2026-06-01T12:00:00Z')
  const clock = { now: () => now }
  let pricing: TestSubgraph
  const replicas: TestSubgraph[] = []
  const replica = async (signingSecret: Secrets): Promise<TestSubgraph> => {
    const started = await startTestPricing(pricing.databaseName, { clock, signingSecret })
    replicas.push(started)
    return started
  }
  beforeAll(async () => {
    pricing = await startTestPricing(undefined, { clock, signingSecret: secret })
  })
  afterAll(async () => {
    await Promise.all(replicas.map((one) => one.close()))
    await pricing.close()
  })

  const variables = (input: object, id = cenoteId) => ({
    representations: [
      {
        ...(id === tourId
          ? { __typename: 'Tour', timezone: 'America/Cancun' }
          : {
              __typename: 'Cenote',
              position: { latitude: 20.2, longitude: -87.4 },
              stopSchedule: { timezone: 'America/Cancun' },
            }),
        id,
        pricing: { adultCents: 50_000 },
        meetingPoints,
      },
    ],
    input: { visitDate: '2026-06-20', ...input },
  })
  const requested = {
    ageBreakdown: { adult: 2, child: 1, teen: 1 },
    selectedServices: [{ id: guide, quantity: 1 }],
    couponCode: 'cenote10',
  }
  /** The same input as a reservation may send it: services may have their global id. */
  const reserved = {
    ...requested,
    selectedServices: [{ id: demoId('service', 'private-guide'), quantity: 1 }],
    couponCode: ' CENOTE10',
  }
  interface Priced {
    totalCents: number
    originalCents: number
    taxes: object[]
    quoteToken: string
    quoteExpiresAt: string
    transportation: object | null
  }
  const price = async (
    input: object,
    through = pricing,
    identity: object = partner,
    text = query,
    id = cenoteId,
  ): Promise<Priced> =>
    (await through.ask<{ _entities: [{ priceCalculation: Priced }] }>(text, variables(input, id), identity))
      ._entities[0].priceCalculation
  const refusal = (input: object, identity: object = partner, through = pricing, id = cenoteId) =>
    through.refusal(priceQuery, variables(input, id), identity)

  it('guarantees a price for 15 minutes, even if rules, tax, services and the coupon change', async () => {
    const { totalCents, quoteToken, quoteExpiresAt } = await price(requested)
    expect(quoteExpiresAt).toBe('2026-06-01T12:15:00.000Z')
    const { originalCents, taxes } = await price(requested, pricing, partner, priceQuery)
    expect(originalCents).toBeGreaterThan(totalCents)
    await pricing.sql('UPDATE live.tax_rate SET percent = 30')
    await pricing.sql("UPDATE live.coupon SET is_active = false WHERE code = 'CENOTE10'")
    await pricing.sql('UPDATE live.cenote_service SET price_cents = 99999 WHERE id = $1', [guide])
    try {
      now = new Date('2026-06-01T12:14:59.999Z')
      const priced = await price({ ...reserved, quoteToken }, pricing, partner, priceQuery)
      expect(priced).toMatchObject({ totalCents, originalCents, taxes })
      expect((await refusal(reserved)).code).toBe('COUPON_INACTIVE')
      now = new Date('2026-06-01T12:15:00Z')
      expect(await refusal({ ...reserved, quoteToken })).toMatchObject({
        code: 'QUOTE_EXPIRED',
        status: 422,
        details: { expiredAt: '2026-06-01T12:15:00.000Z', currentTime: '2026-06-01T12:15:00.000Z' },
      })
    } finally {
      now = new Date('2026-06-01T12:00:00Z')
      await pricing.sql('UPDATE live.tax_rate SET percent = 16')
      await pricing.sql("UPDATE live.coupon SET is_active = true WHERE code = 'CENOTE10'")
      await pricing.sql('UPDATE live.cenote_service SET price_cents = 60000 WHERE id = $1', [guide])
    }
  })

  it.each<[string, object]>([
    ['visitors', { ageBreakdown: { adult: 3, child: 1, teen: 1 } }],
    ['visitors', { ageBreakdown: { adult: 1, child: 1, teen: 1, senior: 1 } }],
    ['visitors', { ageBreakdown: { adult: 2, child: 1, infant: 1 } }],
    ['visitors', { ageBreakdown: { adult: 2, teen: 2 } }],
    ['visitors', { ageBreakdown: { adult: 2, child: 2 } }],
    ['visitors', { ageBreakdown: { adult: 2, child: 1 } }],
    ['visitDate', { visitDate: '2026-06-21' }],
    ['services', { selectedServices: [] }],
    ['services', { selectedServices: [{ id: guide, quantity: 2 }] }],
    ['services', { selectedServices: [{ id: demoId('service', 'snorkel-kit'), quantity: 1 }] }],
    ['promoCode', { couponCode: 'FIJO200' }],
    ['promoCode', { couponCode: null }],
  ])('is not valid for other %s', async (field, changes) => {
    const { quoteToken } = await price(requested)
    expect(await refusal({ ...reserved, ...changes, quoteToken })).toMatchObject({
      code: 'QUOTE_MISMATCH',
      status: 422,
      details: { fields: [field] },
    })
  })

  it('is not valid for another cenote, another partner or the other environment', async () => {
    const { quoteToken } = await price(requested)
    const input = { ...reserved, quoteToken }
    const fields = async (identity: object, id = cenoteId): Promise<unknown> =>
      (await refusal(input, identity, pricing, id)).details
    expect(await fields(partner, demoId('cenote', 'ik-kil'))).toEqual({ fields: ['cenoteId'] })
    expect(await fields({ partnerId: demoId('partner', 'two') })).toEqual({ fields: ['partner'] })
    expect(await fields({ ...partner, environment: 'sandbox' })).toEqual({ fields: ['environment'] })
    expect(await fields({})).toEqual({ fields: ['partner'] })
  })

  it.each([
    ['a cenote', cenoteId],
    ['a tour', tourId],
  ])('of %s without a day is of today there', async (_kind, id) => {
    now = new Date('2026-06-01T04:59:00Z')
    const input = { ageBreakdown: { adult: 1 } }
    const { quoteToken, totalCents } = await price({ ...input, visitDate: null }, pricing, partner, query, id)
    const redeemed = { ...input, visitDate: '2026-05-31', quoteToken }
    expect(await price(redeemed, pricing, partner, priceQuery, id)).toMatchObject({ totalCents })
    for (const visitDate of ['2026-06-01', '2026-07-01'])
      expect(await refusal({ ...redeemed, visitDate }, partner, pricing, id)).toMatchObject({
        code: 'QUOTE_MISMATCH',
        details: { fields: ['visitDate'] },
      })
    now = new Date('2026-06-01T12:00:00Z')
  })

  it('is valid for every partner that an operator sells for', async () => {
    const { quoteToken, totalCents } = await price(requested)
    const identity = { partnerId: demoId('partner', 'two'), scopes: ['platform:manage'] }
    expect(await price({ ...reserved, quoteToken }, pricing, identity, priceQuery)).toMatchObject({ totalCents })
  })

  it('is nothing once a letter of it changed, cut short or made up', async () => {
    const { quoteToken } = await price(requested)
    const changed = Array.from({ length: 40 }, (_, index) => {
      const at = Math.floor((index * quoteToken.length) / 40)
      return quoteToken.slice(0, at) + (quoteToken[at] === 'A' ? 'B' : 'A') + quoteToken.slice(at + 1)
    })
    for (const token of [...changed, quoteToken.slice(0, -4), `${quoteToken}AAAA`, '', 'x', '%%%', 'A'.repeat(60_000)])
      expect((await refusal({ ...reserved, quoteToken: token })).code).toBe('QUOTE_INVALID')
  })

  it('is honoured by every replica, through a change of the secret, and no longer once it is over', async () => {
    const { quoteToken, totalCents } = await price(requested)
    const next = 'the next secret, which is as long as the other'
    const changing = await replica([next, secret])
    const priced = await price({ ...reserved, quoteToken }, changing, partner, priceQuery)
    expect(priced.totalCents).toBe(totalCents)
    const changed = await replica(next)
    expect((await refusal({ ...reserved, quoteToken }, partner, changed)).code).toBe('QUOTE_INVALID')
  })

  it.each([
    ['a cenote', cenoteId],
    ['a tour', tourId],
  ])('of %s brings its transport where a reservation names none', async (_kind, id) => {
    const redeemed = async (transport: object) => {
      const input = { ageBreakdown: { adult: 2 }, ...transport }
      const quote = await price(input, pricing, partner, query, id)
      const { quoteToken } = quote
      const { transportation, totalCents } = await price(
        { ageBreakdown: { adult: 2 }, quoteToken },
        pricing,
        partner,
        priceQuery,
        id,
      )
      expect(totalCents).toBe(quote.totalCents)
      expect(await price({ ...input, quoteToken }, pricing, partner, priceQuery, id)).toMatchObject({ transportation })
      return transportation
    }
    const byCar = { transportationType: 'HOTEL_PICKUP', ...hotel, pickupLocation: 'Hotel' }
    expect(await redeemed(byCar)).toMatchObject({ type: 'HOTEL_PICKUP', ...hotel, pickupLocation: 'Hotel' })
    expect(await redeemed({ transportationType: 'MEETING_POINT', meetingPointId: station })).toEqual({
      type: 'MEETING_POINT',
      totalCents: 5_000,
      pickupLocation: null,
      meetingPointId: station,
      pickupLatitude: null,
      pickupLongitude: null,
      minutesBefore: 16,
    })
    expect(await redeemed({})).toBeNull()
  })

  it.each<[object, object]>([
    [{}, { transportationType: 'MEETING_POINT' }],
    [{}, { meetingPointId: station }],
    [{ transportationType: 'MEETING_POINT' }, { transportationType: 'MEETING_POINT', meetingPointId: station }],
    [
      { transportationType: 'MEETING_POINT', meetingPointId: booth },
      { transportationType: 'MEETING_POINT', meetingPointId: station },
    ],
    [
      { transportationType: 'MEETING_POINT', meetingPointId: booth },
      { transportationType: 'HOTEL_PICKUP', ...hotel },
    ],
    [
      { transportationType: 'HOTEL_PICKUP', ...hotel },
      { transportationType: 'HOTEL_PICKUP', ...hotel, pickupLatitude: 20.2115 },
    ],
    [{ transportationType: 'HOTEL_PICKUP', ...hotel }, { transportationType: 'HOTEL_PICKUP' }],
    [
      { transportationType: 'HOTEL_PICKUP', ...hotel },
      { transportationType: 'PRIVATE_TRANSFER', ...hotel },
    ],
  ])('with transport %j is not valid for %j', async (quoted, given) => {
    const { quoteToken } = await price({ ageBreakdown: { adult: 2 }, ...quoted })
    expect(await refusal({ ageBreakdown: { adult: 2 }, ...given, quoteToken })).toMatchObject({
      code: 'QUOTE_MISMATCH',
      details: { fields: ['transport'] },
    })
  })

  it('of a tour is not valid for another tour or a cenote', async () => {
    const input = { ageBreakdown: { adult: 2 } }
    const { quoteToken } = await price(input, pricing, partner, query, tourId)
    const { quoteToken: ofCenote } = await price(input)
    expect((await refusal({ ...input, quoteToken })).details).toEqual({ fields: ['cenoteId'] })
    expect((await refusal({ ...input, quoteToken: ofCenote }, partner, pricing, tourId)).details).toEqual({
      fields: ['tourId'],
    })
  })

  it('exists only for what can be reserved: by a partner, with transport from a known place', async () => {
    expect(await pricing.refusal(query, variables(requested))).toMatchObject({ code: 'AUTHENTICATION_REQUIRED' })
    const skipped = { ...requested, transportationType: 'HOTEL_PICKUP', skipTransportValidation: true }
    expect(await price(skipped)).toMatchObject({ quoteToken: null, quoteExpiresAt: null })
    expect(await pricing.refusal(query, variables({ ageBreakdown: { adult: 1 } }, tourId))).toMatchObject({
      code: 'AUTHENTICATION_REQUIRED',
    })
  })
})
