import type { SalesReportRowFragment } from '../../generated/operations.ts'

export type SalesRow = SalesReportRowFragment

/** Counts and amounts of what is sold, of what is cancelled, and of the money of both. */
export const sums = [
  'soldReservations',
  'soldVisitors',
  'soldTotalCents',
  'cancelledReservations',
  'cancelledTotalCents',
  'paidCents',
  'refundedCents',
  'refundDueCents',
  'balanceCents',
] as const
/** Parts of the prices, those of cancelled reservations included. */
export const priceParts = ['grossCents', 'discountCents', 'taxCents', 'feeCents'] as const

type Sum = (typeof sums)[number] | (typeof priceParts)[number]
export const isAmount = (name: Sum): boolean => name.endsWith('Cents')

/** The sums of all rows, one for each currency. */
export function totalsOf(rows: readonly SalesRow[]): SalesRow[] {
  const totals = new Map<string, SalesRow>()
  for (const row of rows) {
    const known = totals.get(row.currency)
    const added = Object.fromEntries([...sums, ...priceParts].map((name) => [name, (known?.[name] ?? 0) + row[name]]))
    totals.set(row.currency, { ...row, day: null, month: null, partner: null, product: null, status: null, ...added })
  }
  return [...totals.values()]
}
