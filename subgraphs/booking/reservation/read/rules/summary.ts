import type { ProductType } from '../../reservation.ts'

/** Reservations of one slot in one currency. */
export interface SummaryRow {
  readonly productId: string
  readonly productType: ProductType
  readonly visitDate: string
  readonly visitTime: string
  readonly currency: string
  readonly reservations: number
  readonly visitors: number
  readonly arrivedVisitors: number
  readonly totalCents: number
  readonly paidCents: number
  readonly returnedCents: number
  readonly creditDueCents: number
  readonly refundDueCents: number
}

type Amounts = Pick<SummaryRow, 'totalCents' | 'paidCents' | 'returnedCents' | 'creditDueCents' | 'refundDueCents'>
const none: Amounts = { totalCents: 0, paidCents: 0, returnedCents: 0, creditDueCents: 0, refundDueCents: 0 }

/** Prices and payments by currency, in order of their codes. */
export function amountsOf(
  rows: readonly (Amounts & Pick<SummaryRow, 'currency'>)[],
): (Amounts & { currency: string })[] {
  const amounts = new Map<string, Amounts>()
  for (const { currency, ...row } of rows) {
    const before = amounts.get(currency) ?? none
    amounts.set(currency, {
      totalCents: before.totalCents + row.totalCents,
      paidCents: before.paidCents + row.paidCents,
      returnedCents: before.returnedCents + row.returnedCents,
      creditDueCents: before.creditDueCents + row.creditDueCents,
      refundDueCents: before.refundDueCents + row.refundDueCents,
    })
  }
  return [...amounts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([currency, amount]) => ({ currency, ...amount }))
}

/** The numbers of one slot. */
export type SlotNumbers = Pick<
  SummaryRow,
  'productId' | 'productType' | 'visitDate' | 'visitTime' | 'reservations' | 'visitors' | 'arrivedVisitors'
>

/** Numbers by slot, whatever the currency, in the order of the rows. */
export function slotsOf(rows: readonly SlotNumbers[]): SlotNumbers[] {
  const slots = new Map<string, SlotNumbers>()
  for (const { productId, productType, visitDate, visitTime, ...numbers } of rows) {
    const key = `${visitDate} ${visitTime} ${productId}`
    const before = slots.get(key) ?? { reservations: 0, visitors: 0, arrivedVisitors: 0 }
    slots.set(key, {
      productId,
      productType,
      visitDate,
      visitTime,
      reservations: before.reservations + numbers.reservations,
      visitors: before.visitors + numbers.visitors,
      arrivedVisitors: before.arrivedVisitors + numbers.arrivedVisitors,
    })
  }
  return [...slots.values()]
}
