import type { SalesReportRowFragment } from '../../generated/operations.ts'

export type SalesRow = SalesReportRowFragment

export const amounts = [
  'grossCents',
  'discountCents',
  'taxCents',
  'feeCents',
  'totalCents',
  'paidCents',
  'refundedCents',
  'balanceCents',
] as const
const summed = ['reservations', 'visitors', ...amounts] as const

/** The sums of all rows, one for each currency. */
export function totalsOf(rows: readonly SalesRow[]): SalesRow[] {
  const totals = new Map<string, SalesRow>()
  for (const row of rows) {
    const known = totals.get(row.currency)
    const sums = Object.fromEntries(summed.map((name) => [name, (known?.[name] ?? 0) + row[name]]))
    totals.set(row.currency, { ...row, day: null, month: null, partner: null, product: null, status: null, ...sums })
  }
  return [...totals.values()]
}
