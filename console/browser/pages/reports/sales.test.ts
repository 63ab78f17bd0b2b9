import { expect, it } from '@jest/globals'
import { totalsOf, type SalesRow } from './sales.ts'

const row = (currency: string, totalCents: number): SalesRow => ({
  day: '2026-12-01',
  month: null,
  product: null,
  status: null,
  currency,
  reservations: 1,
  visitors: 2,
  grossCents: totalCents,
  discountCents: 0,
  taxCents: 0,
  feeCents: 0,
  totalCents,
  paidCents: 1,
  refundedCents: 0,
  balanceCents: totalCents - 1,
})

it('the totals of a report are those of its rows, by currency', () => {
  const totals = totalsOf([row('MXN', 100), row('USD', 7), row('MXN', 50)])
  expect(totals).toEqual([
    expect.objectContaining({
      currency: 'MXN',
      day: null,
      reservations: 2,
      visitors: 4,
      totalCents: 150,
      balanceCents: 148,
    }),
    expect.objectContaining({
      currency: 'USD',
      day: null,
      reservations: 1,
      visitors: 2,
      totalCents: 7,
      balanceCents: 6,
    }),
  ])
})
