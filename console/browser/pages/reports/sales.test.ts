import { expect, it } from '@jest/globals'
import { totalsOf, type SalesRow } from './sales.ts'

const row = (currency: string, totalCents: number): SalesRow => ({
  day: '2026-12-01',
  month: null,
  product: null,
  status: null,
  currency,
  soldReservations: 1,
  soldVisitors: 2,
  soldTotalCents: totalCents,
  cancelledReservations: 3,
  cancelledTotalCents: 9,
  paidCents: 1,
  refundedCents: 0,
  refundDueCents: 4,
  balanceCents: totalCents - 1,
  grossCents: totalCents + 9,
  discountCents: 0,
  taxCents: 0,
  feeCents: 0,
})

it('the totals of a report are those of its rows, by currency', () => {
  const totals = totalsOf([row('MXN', 100), row('USD', 7), row('MXN', 50)])
  expect(totals).toEqual([
    expect.objectContaining({
      currency: 'MXN',
      day: null,
      soldReservations: 2,
      soldVisitors: 4,
      soldTotalCents: 150,
      cancelledReservations: 6,
      refundDueCents: 8,
      balanceCents: 148,
    }),
    expect.objectContaining({
      currency: 'USD',
      day: null,
      soldReservations: 1,
      soldVisitors: 2,
      soldTotalCents: 7,
      cancelledReservations: 3,
      refundDueCents: 4,
      balanceCents: 6,
    }),
  ])
})
