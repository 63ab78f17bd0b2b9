/** The occupancy of a day, in steps of a fifth: 0 is empty, 5 is full. */
export function occupancyLevel({ total, booked }: { readonly total: number; readonly booked: number }): number {
  if (booked <= 0) return 0
  if (total <= 0 || booked >= total) return 5
  return Math.min(4, Math.ceil((booked / total) * 5))
}

/** Whether anything is booked on any of the days. */
export const isBooked = (days: readonly { readonly capacity?: { readonly booked: number } | null }[]): boolean =>
  days.some(({ capacity }) => (capacity?.booked ?? 0) > 0)
