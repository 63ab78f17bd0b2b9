import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { runs } from '../../../../tests/testkit/long-form.ts'
import { percentOf } from '../../money.ts'
import { combineDiscounts, type Discount } from './discount-combination.ts'

const discount = (changes: Partial<Discount>): Discount => ({
  id: 'a',
  origin: 'automatic',
  percent: 10,
  amountCents: null,
  maxCents: null,
  priority: 1,
  stackable: true,
  excludeTransport: false,
  ...changes,
})

const anyDiscounts = fc
  .array(
    fc.record({
      origin: fc.constantFrom('automatic' as const, 'coupon' as const),
      kind: fc.boolean(),
      percent: fc.integer({ min: 1, max: 100 }),
      amountCents: fc.integer({ min: 1, max: 500_000 }),
      maxCents: fc.option(fc.integer({ min: 1, max: 100_000 })),
      priority: fc.integer({ min: 0, max: 3 }),
      stackable: fc.boolean(),
      excludeTransport: fc.boolean(),
    }),
    { maxLength: 6 },
  )
  .map((drafts) =>
    drafts.map(({ kind, ...draft }, index): Discount => ({
      ...draft,
      id: `d${index}`,
      percent: kind ? draft.percent : null,
      amountCents: kind ? null : draft.amountCents,
    })),
  )

const total = (combined: readonly { amountCents: number }[]): number =>
  combined.reduce((sum, { amountCents }) => sum + amountCents, 0)

describe('combining discounts', () => {
  it('lets stackable ones apply in order of priority, each on the remaining amount', () => {
    const combined = combineDiscounts(
      [discount({ id: 'low', percent: 50 }), discount({ id: 'high', priority: 9, percent: null, amountCents: 2_000 })],
      10_000,
      0,
    )
    expect(combined).toEqual([
      { id: 'high', amountCents: 2_000 },
      { id: 'low', amountCents: 4_000 },
    ])
  })

  it('lets only the highest priority apply when one is not stackable', () => {
    expect(
      combineDiscounts(
        [discount({ id: 'alone', stackable: false, priority: 1 }), discount({ id: 'high', priority: 9, percent: 20 })],
        10_000,
        0,
      ),
    ).toEqual([{ id: 'high', amountCents: 2_000 }])
  })

  it('prefers automatic over coupon on a tie, then the larger amount, then the id', () => {
    const tie = { stackable: false, priority: 5 }
    expect(
      combineDiscounts(
        [discount({ ...tie, id: 'c', origin: 'coupon', percent: 90 }), discount({ ...tie, id: 'a', percent: 10 })],
        1_000,
        0,
      )[0]?.id,
    ).toBe('a')
    expect(
      combineDiscounts(
        [discount({ ...tie, id: 'x', percent: 20 }), discount({ ...tie, id: 'a', percent: 10 })],
        1_000,
        0,
      )[0]?.id,
    ).toBe('x')
    expect(combineDiscounts([discount({ ...tie, id: 'b' }), discount({ ...tie, id: 'a' })], 1_000, 0)[0]?.id).toBe('a')
  })

  it('leaves transport out of a percentage that excludes it', () => {
    expect(combineDiscounts([discount({ excludeTransport: true })], 10_000, 4_000)).toEqual([
      { id: 'a', amountCents: 600 },
    ])
  })

  it('never takes more than the subtotal, and takes something with each discount that applies', () => {
    fc.assert(
      fc.property(anyDiscounts, fc.nat(1_000_000), fc.nat(300_000), (discounts, rest, transport) => {
        const combined = combineDiscounts(discounts, rest + transport, transport)
        expect(total(combined)).toBeLessThanOrEqual(rest + transport)
        expect(combined.filter(({ amountCents }) => amountCents <= 0)).toEqual([])
      }),
      runs(100),
    )
  })

  it('never depends on the order of the discounts', () => {
    fc.assert(
      fc.property(anyDiscounts, fc.nat(1_000_000), fc.nat(300_000), (discounts, rest, transport) => {
        const combine = (given: readonly Discount[]) => combineDiscounts(given, rest + transport, transport)
        expect(combine([...discounts].reverse())).toEqual(combine(discounts))
      }),
      runs(100),
    )
  })

  it('lets one discount apply alone whenever an exclusive one is among them', () => {
    const exclusive = discount({ id: 'x', percent: null, amountCents: 1, stackable: false })
    fc.assert(
      fc.property(anyDiscounts, fc.nat(1_000_000), fc.nat(300_000), (discounts, rest, transport) => {
        const combined = combineDiscounts([...discounts, exclusive], 1 + rest + transport, transport)
        expect(combined).toHaveLength(1)
      }),
      runs(100),
    )
  })

  it('is not changed by taking away a discount that takes nothing', () => {
    fc.assert(
      fc.property(anyDiscounts, fc.nat(1_000_000), (discounts, subtotal) => {
        const useless = discount({ id: 'z', percent: null, amountCents: 0, stackable: false, priority: 99 })
        expect(combineDiscounts([...discounts, useless], subtotal, 0)).toEqual(combineDiscounts(discounts, subtotal, 0))
      }),
      runs(100),
    )
  })

  it('is not changed by removing what an exclusive discount excluded', () => {
    let compared = 0
    fc.assert(
      fc.property(anyDiscounts, fc.nat(1_000_000), (discounts, subtotal) => {
        const combined = combineDiscounts(discounts, subtotal, 0)
        const winner = discounts.find(({ id }) => id === combined[0]?.id)
        if (!winner || winner.stackable) return
        for (const loser of discounts.filter((one) => one !== winner)) {
          compared += 1
          const others = discounts.filter((one) => one !== loser)
          expect(combineDiscounts(others, subtotal, 0)).toEqual(combined)
        }
      }),
      runs(200),
    )
    expect(compared).toBeGreaterThan(50)
  })

  it('rounds half a cent up', () => {
    expect(percentOf(5, 10)).toBe(1)
    expect(percentOf(4, 10)).toBe(0)
  })
})
