import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { categories, type AgeConfiguration, type Category } from '../age-configuration/index.ts'
import type { Coupon } from '../coupon/index.ts'
import type { Service } from '../service/index.ts'
import { calculatePrice, type PriceFacts } from './price.ts'

const multipliers: Record<Category, number> = { infant: 0, child: 8_000, teen: 9_000, adult: 10_000, senior: 8_500 }
const text = { en: '', es: '' }
const configurations: AgeConfiguration[] = categories.map((category, index) => ({
  id: category,
  itemType: 'global',
  itemId: null,
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
const facts = (changes: Partial<PriceFacts> = {}): PriceFacts => ({
  baseCents: 50_000,
  party: party({ adult: 2, child: 1 }),
  configurations,
  services: [],
  transport: null,
  rules: [],
  coupon: null,
  taxPercent: 16,
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

  it('in dollars converts every input to whole cents first', () => {
    const price = calculatePrice(facts({ baseCents: 33_333, rateMicros: 54_000, party: party({ adult: 3 }) }))
    expect(price.baseCents).toBe(1_800)
    expect(price.subtotalCents).toBe(5_400)
  })

  it('keeps every identity of the specification to the cent for any party, service, transport, rule, coupon and rate', () => {
    const count = fc.nat(20)
    fc.assert(
      fc.property(
        fc.record({ infant: count, child: count, teen: count, adult: count, senior: count }),
        fc.nat(500_000),
        fc.array(fc.tuple(fc.integer({ min: 1, max: 100_000 }), fc.integer({ min: 1, max: 9 })), { maxLength: 4 }),
        fc.option(fc.nat(300_000)),
        fc.array(
          fc.record({
            value: fc.integer({ min: 1, max: 100 }),
            fixed: fc.boolean(),
            stackable: fc.boolean(),
            priority: fc.nat(3),
            minAmountCents: fc.option(fc.nat(1_000_000)),
          }),
          { maxLength: 4 },
        ),
        fc.option(fc.integer({ min: 1, max: 100 })),
        fc.constantFrom(1_000_000, 54_000, 54_321),
        (people, baseCents, services, transportCents, rules, couponPercent, rateMicros) => {
          const price = calculatePrice(
            facts({
              party: people,
              baseCents,
              rateMicros,
              services: services.map(([priceCents, quantity], index) => ({
                service: { id: `s${index}` } as Service,
                quantity,
                priceCents,
              })),
              transport:
                transportCents === null
                  ? null
                  : {
                      type: 'hotel_pickup',
                      strategy: 'calculated',
                      baseCents: transportCents,
                      groupDiscountCents: 0,
                      totalCents: transportCents,
                      pickupLocation: null,
                    },
              rules: rules.map(({ fixed, ...rule }, index) => ({
                ...rule,
                id: `r${index}`,
                discountType: fixed ? 'fixed' : 'percentage',
                maxDiscountCents: null,
                minPeople: null,
                excludeTransport: !fixed,
              })),
              coupon:
                couponPercent === null
                  ? null
                  : () =>
                      ({
                        id: 'c',
                        discountType: 'percentage',
                        value: couponPercent,
                        maxDiscountCents: null,
                        stackable: true,
                        priority: 1,
                      }) as Coupon,
            }),
          )
          for (const { quantity, multiplier, subtotalCents } of price.ages)
            expect(subtotalCents).toBe(Math.floor((quantity * price.baseCents * multiplier + 5_000) / 10_000))
          expect(price.agesTotalCents).toBe(price.ages.reduce((sum, line) => sum + line.subtotalCents, 0))
          expect(price.subtotalCents).toBe(
            price.agesTotalCents + (price.transport?.totalCents ?? 0) + price.servicesTotalCents,
          )
          expect(price.discountsCents).toBe(
            price.automatic.reduce((sum, line) => sum + line.amountCents, 0) + (price.coupon?.amountCents ?? 0),
          )
          expect(price.totalCents).toBe(price.subtotalCents - price.discountsCents + price.taxesCents)
          expect(price.discountsCents).toBeLessThanOrEqual(price.subtotalCents)
          expect(price.totalCents).toBeGreaterThanOrEqual(0)
          for (const amount of [price.subtotalCents, price.discountsCents, price.taxesCents, price.totalCents])
            expect(Number.isInteger(amount)).toBe(true)
        },
      ),
      { numRuns: 1_000 },
    )
  })
})
