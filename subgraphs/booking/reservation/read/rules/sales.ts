import type { ProductType } from '../../reservation.ts'

export const salesDimensions = ['day', 'month', 'partner', 'product', 'status'] as const
export type SalesDimension = (typeof salesDimensions)[number]

/** The sums of a report. */
export interface SalesAmounts {
  readonly reservations: number
  readonly visitors: number
  readonly grossCents: number
  readonly discountCents: number
  readonly taxCents: number
  readonly feeCents: number
  readonly totalCents: number
  readonly paidCents: number
  readonly refundedCents: number
  readonly balanceCents: number
  readonly soldReservations: number
  readonly soldVisitors: number
  readonly soldTotalCents: number
  readonly cancelledReservations: number
  readonly cancelledTotalCents: number
  readonly refundDueCents: number
}

/** Reservations in one currency that have the same value of each requested dimension. */
export interface SalesRow extends SalesAmounts, Readonly<Partial<Record<SalesDimension, string>>> {
  readonly currency: string
  /** Of the product. */
  readonly productType?: ProductType
}

const keyOf = (row: SalesRow, by: readonly SalesDimension[]): string[] => [
  ...by.map((dimension) => row[dimension] ?? ''),
  row.currency,
]

const amountNames = [
  'reservations',
  'visitors',
  'grossCents',
  'discountCents',
  'taxCents',
  'feeCents',
  'totalCents',
  'paidCents',
  'refundedCents',
  'balanceCents',
  'soldReservations',
  'soldVisitors',
  'soldTotalCents',
  'cancelledReservations',
  'cancelledTotalCents',
  'refundDueCents',
] as const satisfies readonly (keyof SalesAmounts)[]

/** Adds up the rows of parts of a report. */
export class SalesRows {
  readonly #by: readonly SalesDimension[]
  readonly #rows = new Map<string, SalesRow>()

  constructor(by: readonly SalesDimension[]) {
    this.#by = by
  }

  get size(): number {
    return this.#rows.size
  }

  add(rows: readonly SalesRow[]): void {
    for (const row of rows) {
      const key = keyOf(row, this.#by).join('\n')
      const before = this.#rows.get(key)
      this.#rows.set(key, before ? { ...row, ...sumOf(before, row) } : row)
    }
  }

  /** By their dimensions, then by currency. */
  sorted(): SalesRow[] {
    return [...this.#rows.values()]
      .map((row) => ({ row, key: keyOf(row, this.#by) }))
      .sort((a, b) => compare(a.key, b.key))
      .map(({ row }) => row)
  }
}

const sumOf = (a: SalesAmounts, b: SalesAmounts): SalesAmounts =>
  Object.fromEntries(amountNames.map((name) => [name, a[name] + b[name]])) as unknown as SalesAmounts

function compare(a: readonly string[], b: readonly string[]): number {
  const at = a.findIndex((value, index) => value !== b[index])
  if (at < 0) return 0
  return (a[at] ?? '') < (b[at] ?? '') ? -1 : 1
}
