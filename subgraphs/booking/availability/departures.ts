import { clocksChangeOn, existsLocally, weekdayOf, type Weekday } from '../../../platform/values/clock.ts'
import { sharedStops, type DepartureException, type DepartureTime, type TourTerms } from './tour-terms.ts'

/** A departure of a date. */
export interface Departure {
  readonly time: string
  readonly capacity: number
  readonly isCancelled: boolean
}

/** Computed once from the departures of a tour, for all dates. */
interface Timetable {
  /** By weekday, in order of time. */
  readonly times: ReadonlyMap<Weekday, readonly DepartureTime[]>
  /** By date, those that cancel or change a departure by its time. */
  readonly exceptions: ReadonlyMap<string, ReadonlyMap<string, DepartureException>>
}
const timetables = new WeakMap<TourTerms['departures'], Timetable>()

function timetableOf(departures: TourTerms['departures']): Timetable {
  const known = timetables.get(departures)
  if (known) return known
  const times = new Map<Weekday, DepartureTime[]>()
  for (const time of [...departures.times].sort((a, b) => (a.startTime < b.startTime ? -1 : 1)))
    for (const weekday of time.weekdays) times.set(weekday, [...(times.get(weekday) ?? []), time])
  const exceptions = new Map<string, Map<string, DepartureException>>()
  for (const exception of departures.exceptions) {
    const ofDate = exceptions.get(exception.date) ?? new Map<string, DepartureException>()
    exceptions.set(exception.date, ofDate.set(exception.startTime, exception))
  }
  const timetable = { times, exceptions }
  timetables.set(departures, timetable)
  return timetable
}

/** Departures of a date, in order. One at a time that the clocks skip, where they are put forward that night, is not there. */
export function departuresOn(
  { departures, timezone }: Pick<TourTerms, 'departures' | 'timezone'>,
  date: string,
): readonly Departure[] {
  const { times, exceptions } = timetableOf(departures)
  const changed = exceptions.get(date)
  let found: Departure[] = []
  for (const { startTime: time, capacity, from, until } of times.get(weekdayOf(date)) ?? []) {
    if ((from != null && date < from) || (until != null && until < date)) continue
    const exception = changed?.get(time)
    const isCancelled = exception?.cancelled === true
    found.push({ time, capacity: (isCancelled ? null : exception?.capacity) ?? capacity, isCancelled })
  }
  if (changed) found = withExtra(found, [...changed.values()])
  return clocksChangeOn(date, timezone) ? found.filter(({ time }) => existsLocally(date, time, timezone)) : found
}

/** Departures and those that exceptions add to them: a capacity at a time of which there is none. */
function withExtra(usual: readonly Departure[], exceptions: readonly DepartureException[]): Departure[] {
  const known = new Set(usual.map(({ time }) => time))
  const extra = exceptions
    .filter(({ startTime, cancelled }) => !cancelled && !known.has(startTime))
    .map(({ startTime: time, capacity }) => ({ time, capacity: capacity ?? 0, isCancelled: false }))
  return [...usual, ...extra].sort((a, b) => (a.time < b.time ? -1 : 1))
}

/** Whether a departure with these facts could ever take a party at a time, or at any. */
export function mayHold(
  terms: TourTerms,
  { visitors, time, isAnyParty }: { visitors: number; time?: string | null | undefined; isAnyParty?: boolean },
): boolean {
  const { isActive, minParty, departures } = terms
  return (
    isActive &&
    (isAnyParty === true || visitors >= minParty) &&
    sharedStops(terms).every(
      ({ cenote: { isActive: isOpen, capacity } }) => isOpen && visitors <= Math.min(capacity.hourly, capacity.daily),
    ) &&
    [...departures.times, ...departures.exceptions].some(
      ({ startTime, capacity }) => (!time || startTime === time) && visitors <= (capacity ?? 0),
    )
  )
}

/** The earliest and the latest time of any departure; null when there is none. */
export function timesOfDay({
  departures,
}: Pick<TourTerms, 'departures'>): { readonly first: string; readonly last: string } | null {
  const times = [...departures.times, ...departures.exceptions].map(({ startTime }) => startTime).sort()
  const [first, last] = [times[0], times.at(-1)]
  return first === undefined || last === undefined ? null : { first, last }
}
