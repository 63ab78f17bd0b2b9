import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { runs } from '../../../../tests/testkit/long-form.ts'
import { automaticRules } from './automatic-rules.ts'
import type { Promotion } from '../../promotion/index.ts'
import { eligibilities, isApplicable, type DiscountRule } from './discount-rule.ts'

const text = { en: '', es: '' }
const day = (offset: number): Date => new Date(Date.UTC(2026, 5, 15 + offset))
const items = ['a', 'b', 'c']

const anyPromotion = fc
  .record({
    id: fc.constantFrom('p', 'q', 'r'),
    status: fc.constantFrom('draft' as const, 'active' as const, 'ended' as const),
    starts: fc.integer({ min: -3, max: 3 }),
    days: fc.integer({ min: 1, max: 4 }),
  })
  .map(({ id, status, starts, days }): Promotion => ({
    id: `${id}${status}${starts}${days}`,
    version: 1,
    name: text,
    slug: id,
    status,
    promotionType: 'seasonal',
    startsAt: day(starts),
    endsAt: day(starts + days),
  }))

const anyRules = fc
  .array(
    fc.record({
      scope: fc.constantFrom('all' as const, 'cenote' as const, 'tour' as const, 'specific' as const),
      productId: fc.constantFrom(...items),
      minPeople: fc.option(fc.integer({ min: 1, max: 20 })),
      minAmountCents: fc.option(fc.nat(200_000)),
      userEligibility: fc.constantFrom('all' as const, 'all' as const, ...eligibilities),
      promotion: fc.option(anyPromotion),
    }),
    { minLength: 10, maxLength: 40 },
  )
  .map((drafts) =>
    drafts.map(({ scope, productId, ...draft }, index): DiscountRule => ({
      ...draft,
      id: `r${index}`,
      version: 1,
      slug: `r${index}`,
      promotionId: null,
      name: text,
      description: text,
      discountType: 'percentage',
      appliesTo: scope,
      productId: scope === 'specific' ? productId : null,
      value: 1,
      maxDiscountCents: 1_000,
      priority: 1,
      stackable: true,
      autoApply: true,
      isActive: true,
      excludeTransport: false,
    })),
  )

describe('the automatic rules of an occasion', () => {
  it('are, found by index, exactly those that checking every rule finds', () => {
    let found = 0
    fc.assert(
      fc.property(
        anyRules,
        fc.constantFrom('cenote' as const, 'tour' as const),
        fc.constantFrom(...items),
        fc.nat(25),
        fc.nat(400_000),
        fc.subarray([...eligibilities]),
        (rules, productType, productId, people, subtotalCents, known) => {
          const occasion = { at: day(0), eligibilities: new Set(['all' as const, ...known]), people }
          const purchase = { ...occasion, subtotalCents, toDisplay: (cents: number) => cents }
          const looked = rules.filter(
            (rule) =>
              (rule.appliesTo === 'all' || rule.appliesTo === productType || rule.productId === productId) &&
              isApplicable(rule, purchase),
          )
          found += looked.length
          const indexed = automaticRules(rules)
            .of(productType, productId, occasion)
            .filter((rule) => isApplicable(rule, purchase))
          expect(new Set(indexed)).toEqual(new Set(looked))
          expect(indexed).toHaveLength(looked.length)
        },
      ),
      runs(150),
    )
    expect(found).toBeGreaterThan(100)
  })

  it('leave out rules that could not apply, before the price is known', () => {
    const rule = (changes: Partial<DiscountRule>): DiscountRule => ({
      ...(fc.sample(anyRules, { numRuns: 50, seed: 1 }).flat()[0] as DiscountRule),
      appliesTo: 'all',
      productId: null,
      minPeople: null,
      userEligibility: 'all',
      promotion: null,
      ...changes,
    })
    const rules = [
      rule({ id: 'for all' }),
      rule({ id: 'for ten', minPeople: 10 }),
      rule({ id: 'for vips', userEligibility: 'vip' }),
      rule({ id: 'elsewhere', appliesTo: 'specific', productId: 'b' }),
      rule({ id: 'here', appliesTo: 'specific', productId: 'a' }),
      rule({ id: 'tours', appliesTo: 'tour' }),
    ]
    const occasion = { at: day(0), eligibilities: new Set(['all' as const]), people: 9 }
    const ids = automaticRules(rules)
      .of('cenote', 'a', occasion)
      .map(({ id }) => id)
    expect(ids).toEqual(['for all', 'here'])
  })
})
