import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { runs } from '../../../tests/testkit/long-form.ts'
import { addDays } from '../../../platform/values/clock.ts'
import { byCategory } from '../../../schema/ages.ts'
import { categories, type AgeConfiguration } from '../age-configuration/rules/age-configuration.ts'
import { automaticRules } from '../discount/rules/automatic-rules.ts'
import { eligibilities, type DiscountRule } from '../discount/rules/discount-rule.ts'
import type { PriceCalculationInput } from '../generated/resolvers.ts'
import type { Promotion } from '../promotion/index.ts'
import { calculate } from './calculate.ts'
import type { CalculationContext } from './context.ts'
import { dailyPrices } from './daily-prices.ts'

const text = { en: '', es: '' }
const startDate = '2026-12-28'
const endDate = addDays(startDate, 9)
const item = { id: 'item', isActive: true, pricing: { adultCents: 33_333 } }
const taxNames = ['IVA', 'ISH', 'Local']

interface Given {
  readonly rules: readonly DiscountRule[]
  /** Ten-thousandths of the adult price, null where a category is not sold. */
  readonly multipliers: Record<(typeof categories)[number], number | null>
  readonly taxPercents: readonly number[]
  readonly feesCents: number
  readonly partnerId: string | null
}

function contextOf({ rules, multipliers, taxPercents, feesCents, partnerId }: Given): CalculationContext {
  const configurations = categories.map((category) => ({
    category,
    multiplier: multipliers[category] ?? 10_000,
    isActive: multipliers[category] !== null,
  })) as AgeConfiguration[]
  const taxes = taxPercents.map((percent, index) => ({ name: taxNames[index] ?? '', percent }))
  const taxPercent = taxPercents.reduce((sum, percent) => sum + percent, 0)
  return {
    identity: { partnerId },
    language: 'en',
    clock: { now: () => new Date('2026-11-26T15:00:00Z') },
    book: {
      ageConfigurations: () => Promise.resolve(configurations),
      services: () => Promise.resolve([]),
      rules: () => Promise.resolve(automaticRules(rules)),
      rates: () => Promise.resolve([{ currency: 'MXN', micros: 1_000_000 }]),
      charges: () => Promise.resolve({ taxPercent, taxes, feesCents }),
    },
  } as unknown as CalculationContext
}

const anyPromotion = fc
  .record({
    starts: fc.integer({ min: -20, max: 240 }),
    hours: fc.integer({ min: 1, max: 150 }),
    isActive: fc.boolean(),
  })
  .map(({ starts, hours, isActive }): Promotion => {
    const startsAt = new Date(Date.parse(`${startDate}T00:00:00Z`) + starts * 3_600_000)
    return {
      id: `${starts} ${hours} ${isActive}`,
      version: 1,
      name: text,
      slug: 'p',
      status: isActive ? 'active' : 'paused',
      promotionType: 'seasonal',
      startsAt,
      endsAt: new Date(startsAt.getTime() + hours * 3_600_000),
    }
  })
const anyRules = fc
  .array(
    fc.record({
      discountType: fc.constantFrom('percentage' as const, 'fixed' as const, 'quantity_based' as const),
      appliesTo: fc.constantFrom('all' as const, 'cenote' as const, 'tour' as const, 'specific' as const),
      productId: fc.constantFrom(item.id, 'other'),
      value: fc.integer({ min: 1, max: 60 }),
      maxDiscountCents: fc.integer({ min: 1, max: 50_000 }),
      minAmountCents: fc.option(fc.nat(300_000)),
      minPeople: fc.option(fc.integer({ min: 1, max: 12 })),
      priority: fc.nat(3),
      stackable: fc.boolean(),
      excludeTransport: fc.boolean(),
      userEligibility: fc.constantFrom('all' as const, 'all' as const, ...eligibilities),
      promotion: fc.option(anyPromotion),
    }),
    { maxLength: 12 },
  )
  .map((drafts) =>
    drafts.map((draft, index): DiscountRule => ({
      ...draft,
      id: `r${index}`,
      version: 1,
      slug: `r${index}`,
      name: text,
      description: text,
      autoApply: true,
      isActive: true,
      promotionId: draft.promotion?.id ?? null,
    })),
  )
const anyGiven = fc.record({
  rules: anyRules,
  multipliers: fc
    .tuple(...categories.map(() => fc.option(fc.integer({ min: 0, max: 12_000 }))))
    .map((multipliers) => byCategory((category) => multipliers[categories.indexOf(category)] ?? null))
    .map((multipliers) => ({ ...multipliers, adult: 10_000 })),
  taxPercents: fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: taxNames.length }),
  feesCents: fc.nat(20_000),
  partnerId: fc.option(fc.constant('partner')),
})
const noOne = byCategory(() => 0)

describe('prices by day', () => {
  it('are to the cent those of a calculation of the same people on each day, with and without discounts', async () => {
    let changes = 0
    await fc.assert(
      fc.asyncProperty(
        anyGiven,
        fc.constantFrom('cenote' as const, 'tour' as const),
        fc.tuple(...categories.map(() => fc.nat(6))),
        async (given, productType, counts) => {
          const party = byCategory((category) =>
            given.multipliers[category] === null ? 0 : (counts[categories.indexOf(category)] ?? 0),
          )
          const withAdult = { ...party, adult: party.adult + 1 }
          const [context, undiscounted] = [contextOf(given), contextOf({ ...given, rules: [] })]
          const days = await dailyPrices(productType, item, { startDate, endDate, party: withAdult }, context)
          expect(days.map(({ date }) => date)).toEqual(Array.from({ length: 10 }, (_, day) => addDays(startDate, day)))
          for (const { date, units, party: priced } of days) {
            expect(units.map(({ category }) => category)).toEqual(
              categories.filter((category) => given.multipliers[category] !== null),
            )
            const adult = units.find(({ category }) => category === 'adult')
            const senior = units.find(({ category }) => category === 'senior')
            for (const [shown, ageBreakdown] of [
              [priced, withAdult],
              [adult?.price, { ...noOne, adult: 1 }],
              ...(senior ? [[senior.price, { ...noOne, senior: 1 }] as const] : []),
            ] as const) {
              const input = { ageBreakdown, visitDate: date } as PriceCalculationInput
              const retail = await calculate(productType, item, input, context)
              const original = await calculate(productType, item, input, undiscounted)
              expect(shown).toMatchObject({ retailCents: retail.totalCents, originalCents: original.totalCents })
              const taxes = shown?.taxes ?? []
              expect(taxes).toHaveLength(given.taxPercents.length)
              expect(taxes.reduce((sum, { retailCents }) => sum + retailCents, 0)).toBe(retail.taxesCents)
              expect(taxes.reduce((sum, { originalCents }) => sum + originalCents, 0)).toBe(original.taxesCents)
              expect(taxes.every(({ retailCents }) => retailCents >= 0)).toBe(true)
            }
          }
          if (new Set(days.map(({ party: priced }) => priced?.retailCents)).size > 1) changes += 1
        },
      ),
      runs(25),
    )
    // Promotions that begin and end within the range are among the cases.
    expect(changes).toBeGreaterThan(8)
  })

  const plain = contextOf({
    rules: [],
    multipliers: { infant: 0, child: 8_000, teen: null, adult: 10_000, senior: 8_500 },
    taxPercents: [16, 4],
    feesCents: 500,
    partnerId: null,
  })
  const request = (input: object) => dailyPrices('cenote', item, { startDate, endDate: startDate, ...input }, plain)

  it('are of one person of each category that is sold, minors alone too, and have every tax by name', async () => {
    const [day] = await request({ party: { ...noOne, child: 2 } })
    expect(day?.units.map(({ category, price }) => [category, price.retailCents])).toEqual([
      ['infant', 0],
      ['child', 31_999],
      ['adult', 40_000],
      ['senior', 34_000],
    ])
    expect(day?.party).toEqual({
      originalCents: 64_000,
      retailCents: 64_000,
      currency: 'MXN',
      taxes: [
        { name: 'IVA', originalCents: 8_534, retailCents: 8_534 },
        { name: 'ISH', originalCents: 2_133, retailCents: 2_133 },
      ],
    })
    expect(day?.feesCents).toBe(500)
    expect((await request({}))[0]?.party).toBeNull()
  })

  it.each([
    ['a range that ends before it starts', { endDate: addDays(startDate, -1) }, 'endDate', 'BEFORE'],
    ['a range of 367 days', { endDate: addDays(startDate, 366) }, 'endDate', 'TOO_MANY_DAYS'],
    [
      'the last day that has no next one',
      { startDate: '9999-12-31', endDate: '9999-12-31' },
      'startDate',
      'NOT_A_DATE',
    ],
    ['a category that is not sold', { party: { ...noOne, adult: 1, teen: 1 } }, 'party.teen', 'NOT_SOLD'],
    ['nobody', { party: noOne }, 'party', 'NO_PEOPLE'],
    ['more people than can be priced', { party: { ...noOne, adult: 1_001 } }, 'party', 'TOO_MANY_PEOPLE'],
  ])('refuse %s, naming the field at fault', async (_what, input, field, code) => {
    await expect(request(input)).rejects.toMatchObject({
      extensions: { code: 'ERROR_VALIDACION', fieldErrors: { [field]: [{ code }] } },
    })
  })

  it('are of 366 days at most', async () => {
    expect(await request({ endDate: addDays(startDate, 365) })).toHaveLength(366)
  })
})
