import { expect, it } from '@jest/globals'
import { SalesRows, type SalesRow } from './sales.ts'

const row = (currency: string, totalCents: number, more: Partial<SalesRow> = {}): SalesRow => ({
  currency,
  reservations: 1,
  visitors: 2,
  grossCents: totalCents,
  discountCents: 0,
  taxCents: 0,
  feeCents: 0,
  totalCents,
  paidCents: 0,
  refundedCents: 0,
  balanceCents: totalCents,
  soldReservations: 1,
  soldVisitors: 2,
  soldTotalCents: totalCents,
  cancelledReservations: 0,
  cancelledTotalCents: 0,
  refundDueCents: 0,
  ...more,
})

it('the parts of a report add up by the values of its dimensions and by currency, in their order', () => {
  const rows = new SalesRows(['product', 'month'])
  rows.add([row('USD', 5, { product: 'b', month: '2026-01' }), row('MXN', 1, { product: 'b', month: '2026-01' })])
  rows.add([row('MXN', 2, { product: 'b', month: '2026-01' }), row('MXN', 4, { product: 'a', month: '2026-02' })])
  expect(rows.sorted()).toEqual([
    row('MXN', 4, { product: 'a', month: '2026-02' }),
    row('MXN', 3, {
      product: 'b',
      month: '2026-01',
      reservations: 2,
      visitors: 4,
      soldReservations: 2,
      soldVisitors: 4,
    }),
    row('USD', 5, { product: 'b', month: '2026-01' }),
  ])
})

it('a report without dimensions is one row for each currency', () => {
  const rows = new SalesRows([])
  rows.add([row('MXN', 1), row('MXN', 2)])
  expect(rows.sorted().map(({ currency, totalCents }) => [currency, totalCents])).toEqual([['MXN', 3]])
})
