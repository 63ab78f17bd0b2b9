import type { SummaryRow } from '../store/summary.ts'

/** Prices and payments by currency, in order of their codes. */
export function amountsOf(
  rows: readonly Pick<SummaryRow, 'currency' | 'totalCents' | 'paidCents'>[],
): { currency: string; totalCents: number; paidCents: number }[] {
  const amounts = new Map<string, { totalCents: number; paidCents: number }>()
  for (const { currency, totalCents, paidCents } of rows) {
    const before = amounts.get(currency) ?? { totalCents: 0, paidCents: 0 }
    amounts.set(currency, { totalCents: before.totalCents + totalCents, paidCents: before.paidCents + paidCents })
  }
  return [...amounts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([currency, amount]) => ({ currency, ...amount }))
}

type Slot = Pick<SummaryRow, 'cenoteId' | 'visitDate' | 'visitTime' | 'reservations' | 'visitors' | 'arrivedVisitors'>

/** Numbers by slot, whatever the currency, in the order of the rows. */
export function slotsOf(rows: readonly Slot[]): Slot[] {
  const slots = new Map<string, Slot>()
  for (const { cenoteId, visitDate, visitTime, ...numbers } of rows) {
    const key = `${visitDate} ${visitTime} ${cenoteId}`
    const before = slots.get(key) ?? { reservations: 0, visitors: 0, arrivedVisitors: 0 }
    slots.set(key, {
      cenoteId,
      visitDate,
      visitTime,
      reservations: before.reservations + numbers.reservations,
      visitors: before.visitors + numbers.visitors,
      arrivedVisitors: before.arrivedVisitors + numbers.arrivedVisitors,
    })
  }
  return [...slots.values()]
}
