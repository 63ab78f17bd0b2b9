import { expect, it } from '@jest/globals'
import type { DaySalesFragment } from '../../generated/operations.ts'
import { soldOf } from './sold.ts'

const row = (currency: string, soldReservations: number, soldTotalCents: number, paidCents: number) =>
  ({
    currency,
    soldReservations,
    soldVisitors: soldReservations * 2,
    soldTotalCents,
    paidCents,
    refundedCents: 10,
  }) as DaySalesFragment

it('sums the sold states by currency, and leaves out what was paid for cancelled reservations', () => {
  const rows = [row('MXN', 2, 500, 300), row('MXN', 1, 100, 100), row('MXN', 0, 0, 9_000), row('USD', 1, 70, 70)]
  expect(soldOf(rows)).toEqual({
    reservations: 4,
    people: 8,
    amounts: [
      { currency: 'MXN', totalCents: 600, netPaidCents: 380 },
      { currency: 'USD', totalCents: 70, netPaidCents: 60 },
    ],
  })
})
