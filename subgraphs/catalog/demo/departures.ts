import { addDays, localDateTime } from '../../../platform/values/clock.ts'

/** The facts of a demo tour that its exceptions depend on. */
export interface DepartingTour {
  readonly slug: string
  readonly timezone: string
  readonly departures: { readonly times: readonly { readonly capacity: number }[] }
}

/**
 * Demo tours with a cancelled and an extra departure. Their dates follow from the day of the first start, so they are not
 * in the demo file.
 */
export const withExceptions = (tours: readonly DepartingTour[], now: Date): readonly object[] =>
  tours.map((tour) => {
    if (tour.slug !== 'tulum-cenotes-classic') return tour
    const { date: today } = localDateTime(now, tour.timezone)
    const capacity = tour.departures.times[0]?.capacity
    const exceptions = [
      { date: addDays(today, 8), startTime: '13:00', cancelled: true },
      { date: addDays(today, 9), startTime: '10:00', capacity },
    ]
    return { ...tour, departures: { ...tour.departures, exceptions } }
  })
