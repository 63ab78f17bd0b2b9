import type { ProductChange } from '../../../shared/store/product-changes.ts'
import { addDays } from '../../../../platform/values/clock.ts'
import { departureDates, type Schedule } from '../../availability/index.ts'
import { createdIds } from './coalesce.ts'
import type { FactsById, SaleDays } from './product-event.ts'

/** When a tour departs and where it stops. */
export interface TourStops {
  readonly tourId: string
  readonly timezone: string
  readonly departures: Schedule
  readonly stops: readonly {
    readonly cenoteId: string
    readonly offsetMinutes: number
    readonly takesPlaces: boolean
  }[]
}

/** Whether a change concerns places that tours may take. */
const isOfPlaces = ({ kind, productId }: ProductChange, facts: FactsById): boolean =>
  kind === 'availability' && productId !== null && facts.get(productId)?.productType === 'cenote'

/** The cenotes of which places have changed; none that was just added, at which no tour stops yet. */
export function cenotesOfPlaces(changes: readonly ProductChange[], facts: FactsById): string[] {
  const created = createdIds(changes)
  const changed = changes.filter((change) => isOfPlaces(change, facts)).map(({ productId }) => productId as string)
  return [...new Set(changed)].filter((id) => !created.has(id))
}

/** The changes of tours that follow from those of the cenotes at which their parties take places. */
export function changesOfTours(
  changes: readonly ProductChange[],
  tours: readonly TourStops[],
  facts: FactsById,
  saleDays: SaleDays,
): ProductChange[] {
  const byCenote = new Map<string, ProductChange[]>()
  for (const change of changes) {
    const { productId } = change
    if (productId === null || !isOfPlaces(change, facts)) continue
    const known = byCenote.get(productId)
    if (known) known.push(change)
    else byCenote.set(productId, [change])
  }
  return tours.flatMap((tour) =>
    tour.stops.flatMap(({ cenoteId, offsetMinutes, takesPlaces }) => {
      const timezone = facts.get(cenoteId)?.timezone
      if (!takesPlaces || timezone === undefined) return []
      return (byCenote.get(cenoteId) ?? []).flatMap((change) => {
        const dates = datesOf(change, tour, { offsetMinutes, timezone }, saleDays)
        return dates ? [{ ...change, productType: 'tour' as const, productId: tour.tourId, ...dates }] : []
      })
    }),
  )
}

/** Days on sale in one time zone may be on sale in another on the day before or after. */
const margin = 1

/** The dates of a tour that a change of a cenote concerns: all of them where it has an open end. */
function datesOf(
  { dateFrom, dateTo }: ProductChange,
  tour: TourStops,
  visit: { readonly offsetMinutes: number; readonly timezone: string },
  saleDays: SaleDays,
): Pick<ProductChange, 'dateFrom' | 'dateTo'> | null {
  if (dateFrom === null || dateTo === null) return { dateFrom: null, dateTo: null }
  // A range without an end would be searched date by date.
  const sold = saleDays(visit.timezone)
  const arrivesLater = margin + Math.ceil(visit.offsetMinutes / 1_440)
  const [first, last] = [addDays(sold.start, -margin), addDays(sold.end, arrivesLater)]
  const days = { start: dateFrom < first ? first : dateFrom, end: dateTo > last ? last : dateTo }
  const dates = days.start <= days.end ? departureDates({ ...tour, schedule: tour.departures }, visit, days) : null
  return dates && { dateFrom: dates.start, dateTo: dates.end }
}
