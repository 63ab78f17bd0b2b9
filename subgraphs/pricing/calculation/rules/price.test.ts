import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { runs } from '../../../../tests/testkit/long-form.ts'
import { categories, type AgeConfiguration, type Category } from '../../age-configuration/rules/age-configuration.ts'
import type { Coupon } from '../../coupon/index.ts'
import { isApplicable, type DiscountRule } from '../../discount/rules/discount-rule.ts'
import { convert } from '../../money.ts'
import type { Promotion } from '../../promotion/index.ts'
import type { Service } from '../../service/index.ts'
import { calculatePrice, type PriceData } from './price.ts'

const multipliers: Record<Category, number> = { infant: 0, child: 8_000, teen: 9_000, adult: 10_000, senior: 8_500 }
const text = { en: '', es: '' }
const configurations: AgeConfiguration[] = categories.map((category, index) => ({
  id: category,
  version: 1,
  source: 'global',
  productId: null,
  category,
  names: text,
  descriptions: text,
  minAge: 0,
  maxAge: null,
  multiplier: multipliers[category],
  isActive: true,
  displayOrder: index + 1,
}))
const party = (changes: Partial<Record<Category, number>>): Record<Category, number> => ({
  infant: 0,
  child: 0,
  teen: 0,
  adult: 0,
  senior: 0,
  ...changes,
})
const facts = (changes: Partial<PriceData> = {}): PriceData => ({
  baseCents: 50_000,
  party: party({ adult: 2, child: 1 }),
  configurations,
  services: [],
  transport: null,
  rules: [],
  at: new Date('2026-06-01T12:00:00Z'),
  eligibilities: new Set(['all', 'authenticated']),
  coupon: null,
  taxPercent: 16,
  taxes: [{ name: 'IVA', percent: 16 }],
  feesCents: 0,
  rateMicros: 1_000_000,
  ...changes,
})

describe('a price', () => {
  it('of two adults and a child is the sum of its age lines and tax', () => {
    const price = calculatePrice(facts())
    expect(price.ages.map(({ category, subtotalCents }) => [category, subtotalCents])).toEqual([
      ['infant', 0],
      ['child', 40_000],
      ['teen', 0],
      ['adult', 100_000],
      ['senior', 0],
    ])
    expect(price).toMatchObject({ subtotalCents: 140_000, discountsCents: 0, taxesCents: 22_400, totalCents: 162_400 })
  })

  it('has its total before discounts, with the taxes by name, also when a discount takes all of it', () => {
    const taxes = [
      { name: 'ISH', percent: 3 },
      { name: 'IVA', percent: 16 },
    ]
    const charges = { taxes, taxPercent: 19, feesCents: 500 }
    const [, , free] = [0, 10, 100].map((value) => {
      const price = calculatePrice(facts({ ...charges, rules: [rule({ value })] }))
      expect(price.originalCents).toBe(140_000 + 26_600)
      expect(price.taxes.map(({ name, originalCents }) => [name, originalCents])).toEqual([
        ['ISH', 4_200],
        ['IVA', 22_400],
      ])
      return price
    })
    expect(free).toMatchObject({ totalCents: 0, taxes: [{ retailCents: 0 }, { retailCents: 0 }] })
    expect(calculatePrice(facts({ taxes: [], taxPercent: 0 }))).toMatchObject({ originalCents: 140_000, taxes: [] })
  })

  it('in dollars converts every input to whole cents first', () => {
    const price = calculatePrice(facts({ baseCents: 33_333, rateMicros: 54_000, party: party({ adult: 3 }) }))
    expect(price.baseCents).toBe(1_800)
    expect(price.subtotalCents).toBe(5_400)
  })

  it('of an exclusive rule and others is the same whatever other rules could combine', () => {
    const shared = rule({ id: 'shared', value: 10, priority: 5 })
    const alone = rule({ id: 'alone', value: 20, priority: 9, stackable: false })
    const price = calculatePrice(facts({ rules: [shared, alone] }))
    expect(price.automatic.map(({ rule: { id } }) => id)).toEqual(['alone'])
    expect(price.discountsCents).toBe(28_000)
  })

  it('counts a promotion from its first instant and not at its last', () => {
    const promotion: Promotion = {
      id: 'p',
      version: 1,
      name: text,
      slug: 'p',
      status: 'active',
      promotionType: 'seasonal',
      startsAt: new Date('2026-06-01T00:00:00Z'),
      endsAt: new Date('2026-07-01T00:00:00Z'),
    }
    const discounts = (at: string, changes: Partial<Promotion> = {}): number =>
      calculatePrice(facts({ at: new Date(at), rules: [rule({ promotion: { ...promotion, ...changes } })] }))
        .discountsCents
    expect(discounts('2026-05-31T23:59:59.999Z')).toBe(0)
    expect(discounts('2026-06-01T00:00:00Z')).toBe(14_000)
    expect(discounts('2026-06-30T23:59:59.999Z')).toBe(14_000)
    expect(discounts('2026-07-01T00:00:00Z')).toBe(0)
    expect(discounts('2026-06-15T00:00:00Z', { status: 'paused' })).toBe(0)
  })

  it('of a free service takes one of it off, and only when it was chosen', () => {
    const service = { id: 's', serviceId: 'guide' } as Service
    const coupon = (): Coupon => ({ ...anyCoupon, discountType: 'free_service', serviceId: 'guide', value: 0 })
    const withService = calculatePrice(facts({ services: [{ service, quantity: 2, priceCents: 30_000 }], coupon }))
    expect(withService.coupon?.amountCents).toBe(30_000)
    expect(calculatePrice(facts({ coupon })).coupon).toBeNull()
  })

  it('satisfies every identity of a calculation to the cent', () => {
    fc.assert(
      fc.property(anyFacts, (given) => {
        const price = calculatePrice(given)
        for (const { quantity, multiplier, subtotalCents } of price.ages)
          expect(subtotalCents).toBe(Math.floor((quantity * price.baseCents * multiplier + 5_000) / 10_000))
        expect(price.agesTotalCents).toBe(price.ages.reduce((sum, line) => sum + line.subtotalCents, 0))
        expect(price.transport?.totalCents ?? 0).toBe(
          (price.transport?.baseCents ?? 0) - (price.transport?.groupDiscountCents ?? 0),
        )
        expect(price.subtotalCents).toBe(
          price.agesTotalCents + (price.transport?.totalCents ?? 0) + price.servicesTotalCents,
        )
        expect(price.discountsCents).toBe(
          price.automatic.reduce((sum, line) => sum + line.amountCents, 0) + (price.coupon?.amountCents ?? 0),
        )
        expect(price.totalCents).toBe(price.subtotalCents - price.discountsCents + price.taxesCents)
        for (const amount of [price.subtotalCents, price.discountsCents, price.taxesCents, price.totalCents])
          expect(Number.isInteger(amount)).toBe(true)
      }),
      runs(300),
    )
  })

  it('is never negative and never above the subtotal plus taxes', () => {
    fc.assert(
      fc.property(anyFacts, (given) => {
        const price = calculatePrice(given)
        expect(price.totalCents).toBeGreaterThanOrEqual(0)
        expect(price.taxesCents).toBeGreaterThanOrEqual(0)
        expect(price.totalCents).toBeLessThanOrEqual(price.subtotalCents + price.taxesCents)
      }),
      runs(100),
    )
  })

  it('has before discounts the amounts that it would have without any', () => {
    fc.assert(
      fc.property(anyFacts, (given) => {
        const price = calculatePrice(given)
        const undiscounted = calculatePrice({ ...given, rules: [], coupon: null })
        expect(price.originalCents).toBe(undiscounted.totalCents)
        expect(price.originalCents).toBeGreaterThanOrEqual(price.totalCents)
        expect(price.taxes.map(({ name }) => name)).toEqual(given.taxes.map(({ name }) => name))
        const sumOf = (amount: 'originalCents' | 'retailCents'): number =>
          price.taxes.reduce((sum, tax) => sum + tax[amount], 0)
        expect([sumOf('originalCents'), sumOf('retailCents')]).toEqual([undiscounted.taxesCents, price.taxesCents])
      }),
      runs(100),
    )
  })

  it('does not depend on the order that rules come in', () => {
    const shuffled = anyFacts.chain((given) =>
      fc.tuple(
        fc.constant(given),
        fc.shuffledSubarray([...given.rules], { minLength: given.rules.length, maxLength: given.rules.length }),
      ),
    )
    fc.assert(
      fc.property(shuffled, ([given, rules]) => {
        expect(calculatePrice({ ...given, rules })).toEqual(calculatePrice(given))
      }),
      runs(100),
    )
  })

  it('is never higher with a coupon than without', () => {
    fc.assert(
      fc.property(factsWithCoupon, (given) => {
        const without = calculatePrice({ ...given, coupon: null })
        expect(calculatePrice(given).totalCents).toBeLessThanOrEqual(without.totalCents)
      }),
      runs(300),
    )
  })

  it('has a coupon or one reason why it was left out', () => {
    const seen = { used: 0, not_combinable: 0, better_without: 0, min_spend_not_met: 0, not_applicable: 0 }
    fc.assert(
      fc.property(factsWithCoupon, (given) => {
        const { coupon, notApplied } = calculatePrice(given)
        const outcomes = [...(coupon ? (['used'] as const) : []), ...notApplied.map(({ reason }) => reason)]
        expect(outcomes).toHaveLength(1)
        for (const outcome of outcomes) seen[outcome] += 1
        expect(notApplied.map(({ code }) => code)).toEqual(coupon ? [] : ['C'])
      }),
      runs(600),
    )
    for (const times of Object.values(seen)) expect(times).toBeGreaterThan(10)
  })

  it('is that of a purchase without a coupon when the coupon was left out', () => {
    fc.assert(
      fc.property(factsWithCoupon, (given) => {
        const price = calculatePrice(given)
        fc.pre(price.coupon === null)
        const without = calculatePrice({ ...given, coupon: null })
        expect(price).toEqual({ ...without, notApplied: price.notApplied })
      }),
      runs(200),
    )
  })

  it('never has a rule that is not stackable share', () => {
    fc.assert(
      fc.property(anyFacts, (given) => {
        const { automatic, coupon } = calculatePrice(given)
        const applied = [...automatic.map(({ rule: found }) => found), ...(coupon ? [coupon.coupon] : [])]
        fc.pre(applied.length > 1)
        expect(applied.filter(({ stackable }) => !stackable)).toEqual([])
      }),
      runs(100),
    )
  })

  it('stays when a discount that did not apply is taken away', () => {
    let taken = 0
    fc.assert(
      fc.property(anyFacts, (given) => {
        const price = calculatePrice(given)
        const purchase = {
          ...given,
          people: Object.values(given.party).reduce((sum, count) => sum + count, 0),
          subtotalCents: price.subtotalCents,
          toDisplay: (cents: number) => convert(cents, given.rateMicros),
        }
        for (const idle of given.rules.filter((candidate) => !isApplicable(candidate, purchase))) {
          taken += 1
          expect(calculatePrice({ ...given, rules: given.rules.filter((other) => other !== idle) })).toEqual(price)
        }
      }),
      runs(100),
    )
    expect(taken).toBeGreaterThan(50)
  })
})

function rule(changes: Partial<DiscountRule>): DiscountRule {
  return {
    id: 'r',
    version: 1,
    slug: 'r',
    name: text,
    description: text,
    discountType: 'percentage',
    appliesTo: 'all',
    productId: null,
    value: 10,
    minAmountCents: null,
    maxDiscountCents: 100_000_000,
    minPeople: null,
    priority: 1,
    stackable: true,
    autoApply: true,
    isActive: true,
    excludeTransport: false,
    userEligibility: 'all',
    promotionId: null,
    promotion: null,
    ...changes,
  }
}

const anyCoupon: Coupon = {
  id: 'c',
  version: 1,
  code: 'C',
  name: text,
  description: text,
  discountType: 'percentage',
  value: 10,
  serviceId: null,
  productId: null,
  minPurchaseCents: null,
  maxDiscountCents: null,
  usageLimit: null,
  usageCount: 0,
  validFrom: null,
  validUntil: null,
  stackable: true,
  priority: 1,
  isActive: true,
}

const anyRule = fc.record({
  discountType: fc.constantFrom('percentage' as const, 'fixed' as const, 'quantity_based' as const),
  value: fc.integer({ min: 1, max: 100 }),
  stackable: fc.boolean(),
  priority: fc.nat(3),
  minAmountCents: fc.option(fc.nat(2_000_000)),
  minPeople: fc.option(fc.integer({ min: 1, max: 60 })),
  maxDiscountCents: fc.nat(300_000),
  excludeTransport: fc.boolean(),
  userEligibility: fc.constantFrom('all' as const, 'authenticated' as const, 'vip' as const),
})

const count = fc.nat(20)
const anyFacts: fc.Arbitrary<PriceData> = fc
  .record({
    party: fc.record({ infant: count, child: count, teen: count, adult: count, senior: count }),
    baseCents: fc.nat(500_000),
    services: fc.array(fc.tuple(fc.integer({ min: 1, max: 100_000 }), fc.integer({ min: 1, max: 9 })), {
      maxLength: 4,
    }),
    transport: fc.option(
      fc.record({
        type: fc.constantFrom('meeting_point' as const, 'hotel_pickup' as const, 'private_transfer' as const),
        baseCents: fc.nat(100_000),
        centsPerKm: fc.nat(3_000),
        vehicleCapacity: fc.integer({ min: 1, max: 15 }),
        latitude: fc.double({ min: 20, max: 20.9, noNaN: true }),
      }),
    ),
    rules: fc.array(anyRule, { maxLength: 6 }),
    coupon: fc.option(
      fc.oneof(
        {
          arbitrary: fc.record({
            discountType: fc.constantFrom('percentage' as const, 'fixed_amount' as const),
            value: fc.integer({ min: 1, max: 100 }),
            stackable: fc.boolean(),
            priority: fc.nat(3),
            maxDiscountCents: fc.option(fc.nat(100_000)),
          }),
          weight: 8,
        },
        // Dropped from a changed purchase.
        fc.record({ reason: fc.constantFrom('min_spend_not_met' as const, 'not_applicable' as const) }),
      ),
    ),
    rateMicros: fc.constantFrom(1_000_000, 54_000, 54_321, 17_123_456),
    taxes: fc
      .array(fc.nat(30), { maxLength: 3 })
      .map((percents) => percents.map((percent, index) => ({ name: `tax ${index}`, percent }))),
  })
  .map(({ party: people, baseCents, services, transport, rules, coupon, rateMicros, taxes }) =>
    facts({
      taxes,
      taxPercent: taxes.reduce((sum, { percent }) => sum + percent, 0),
      party: people,
      baseCents,
      rateMicros,
      services: services.map(([priceCents, quantity], index) => ({
        service: { id: `s${index}` } as Service,
        quantity,
        priceCents,
      })),
      transport: transport && {
        request: {
          type: transport.type,
          meetingPoint: null,
          pickupLatitude: transport.latitude,
          pickupLongitude: -87.4,
          pickupLocation: 'Hotel',
          skipValidation: false,
        },
        offer: {
          options: [{ ...transport, latitude: null, longitude: null, zoneRadiusKm: null, minutesBefore: 60 }],
          groupDiscounts: [
            { minPeople: 6, percent: 10 },
            { minPeople: 10, percent: 15 },
          ],
          item: { latitude: 20.4, longitude: -87.4 },
        },
      },
      rules: rules.map((draft, index) =>
        rule({ ...draft, value: draft.discountType === 'fixed' ? draft.value * 1_000 : draft.value, id: `r${index}` }),
      ),
      coupon:
        coupon && (() => ('reason' in coupon ? { code: anyCoupon.code, ...coupon } : { ...anyCoupon, ...coupon })),
    }),
  )

const factsWithCoupon = anyFacts.filter(({ coupon }) => coupon !== null)
