/** The occupancy of a day, in steps of a fifth: 0 is empty, 5 is full. */
export function occupancyLevel({ total, booked }: { readonly total: number; readonly booked: number }): number {
  if (booked <= 0) return 0
  if (total <= 0 || booked >= total) return 5
  return Math.min(4, Math.ceil((booked / total) * 5))
}

/** The share that is booked; a little is not shown as nothing. */
export function occupancyText(
  { total, booked }: { readonly total: number; readonly booked: number },
  percent: (share: number) => string,
): string {
  if (booked <= 0) return ''
  const share = total <= 0 ? 1 : booked / total
  return share < 0.01 ? `<${percent(0.01)}` : percent(share)
}

/** Whether anything is booked on any of the days. */
export const isBooked = (days: readonly { readonly capacity?: { readonly booked: number } | null }[]): boolean =>
  days.some(({ capacity }) => (capacity?.booked ?? 0) > 0)
