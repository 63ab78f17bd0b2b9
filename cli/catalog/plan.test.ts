import { expect, it } from '@jest/globals'
import { Plan } from './plan.ts'

const warningsOf = (before: object, after: object): string[] => {
  const plan = new Plan()
  plan.add('cenotes', 'change', 'gran-cenote', before, after)
  return plan.warnings()
}

it('warns of amounts that become more than 20 times larger or smaller, with their path and values', () => {
  const before = { pricing: { adultCents: 50_000, childCents: 1_000 }, meetingPoints: [{ id: 'm', priceCents: 400 }] }
  const after = { pricing: { adultCents: 500, childCents: 20_000 }, meetingPoints: [{ id: 'm', priceCents: 40_000 }] }
  expect(warningsOf(before, after)).toEqual([
    'cenotes gran-cenote.pricing.adultCents: 50000 -> 500, in cents',
    'cenotes gran-cenote.meetingPoints.m.priceCents: 400 -> 40000, in cents',
  ])
  expect(warningsOf({ centsPerKm: 800 }, { centsPerKm: 8 })).toHaveLength(1)
})

it('warns of no amount from or to 0, and of no other number', () => {
  expect(warningsOf({ adultCents: 0, childCents: 5 }, { adultCents: 50_000, childCents: 0 })).toEqual([])
  expect(
    warningsOf(
      { capacity: 1, value: 1, discountType: 'percentage' },
      { capacity: 90, value: 50, discountType: 'percentage' },
    ),
  ).toEqual([])
  const fixed = (value: number) => ({ value, discountType: 'fixed_amount' })
  expect(warningsOf(fixed(100), fixed(10_000))).toHaveLength(1)
})

it('names at most 50 of them, and counts the others', () => {
  const many = (cents: number) =>
    Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`p${index}Cents`, cents]))
  expect(warningsOf(many(1), many(100)).at(-1)).toBe('and 10 more')
})
