import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { runs } from '../../../../../tests/testkit/long-form.ts'
import { priceLines } from './pricing.ts'

describe('the lines of a price', () => {
  const line = { type: 'child', name: null } as const

  it('are one where the amount divides evenly, and two a cent apart where it does not', () => {
    expect(priceLines({ ...line, quantity: 3, totalCents: 30_000 })).toEqual([
      { ...line, quantity: 3, unitPriceCents: 10_000, totalCents: 30_000 },
    ])
    // Three at .3333 of 180.00.
    expect(priceLines({ ...line, quantity: 3, totalCents: 17_998 })).toEqual([
      { ...line, quantity: 1, unitPriceCents: 6_000, totalCents: 6_000 },
      { ...line, quantity: 2, unitPriceCents: 5_999, totalCents: 11_998 },
    ])
  })

  it('each equal quantity times unit price, and together the people and the amount', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000 }), fc.nat(2_000_000_000), (quantity, totalCents) => {
        const lines = priceLines({ ...line, quantity, totalCents })
        const sum = (name: 'quantity' | 'totalCents') => lines.reduce((total, one) => total + one[name], 0)
        for (const one of lines) expect(one.quantity * one.unitPriceCents).toBe(one.totalCents)
        expect([sum('quantity'), sum('totalCents')]).toEqual([quantity, totalCents])
        expect(lines.length).toBeLessThanOrEqual(2)
      }),
      runs(100),
    )
  })
})
