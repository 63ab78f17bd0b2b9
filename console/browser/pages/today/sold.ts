import type { DaySalesFragment } from '../../generated/operations.ts'

interface Amount {
  readonly currency: string
  readonly totalCents: number
  /** Paid and not refunded. */
  readonly netPaidCents: number
}

/** The sold reservations of a report by state, and their amounts by currency. */
export function soldOf(rows: readonly DaySalesFragment[]): {
  readonly reservations: number
  readonly people: number
  readonly amounts: readonly Amount[]
} {
  const sold = rows.filter(({ soldReservations }) => soldReservations > 0)
  const amounts = new Map<string, Amount>()
  for (const { currency, soldTotalCents, paidCents, refundedCents } of sold) {
    const before = amounts.get(currency)
    amounts.set(currency, {
      currency,
      totalCents: (before?.totalCents ?? 0) + soldTotalCents,
      netPaidCents: (before?.netPaidCents ?? 0) + paidCents - refundedCents,
    })
  }
  return {
    reservations: sold.reduce((sum, row) => sum + row.soldReservations, 0),
    people: sold.reduce((sum, row) => sum + row.soldVisitors, 0),
    amounts: [...amounts.values()],
  }
}
