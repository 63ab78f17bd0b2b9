import type { Static } from 'typebox'
import type { FieldErrors } from '../../../../schema/field-errors.ts'
import { namedTwice } from '../../../shared/form.ts'
import type {
  DepartureExceptionForm,
  DepartureTimeForm,
  TourDeparturesForm,
  TourStopForm,
} from '../../generated/forms.ts'

export type GivenDepartures = Static<typeof TourDeparturesForm>
type DepartureTime = Static<typeof DepartureTimeForm>
type GivenException = Static<typeof DepartureExceptionForm>
type GivenStop = Static<typeof TourStopForm>

/** A departure on one date that is cancelled or has a capacity. */
type DepartureException = Omit<GivenException, 'cancelled'> & { readonly cancelled: boolean }

/** When a tour departs, as it is stored. */
export interface Departures {
  readonly times: DepartureTime[]
  readonly exceptions: DepartureException[]
}

/** A stop of a tour, as it is stored. */
export type Stop = GivenStop & { readonly takesPlaces: boolean }

const weekdays: DepartureTime['weekdays'] = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
]

/** Departures on every day, all year. */
export const dailyDepartures = (startTimes: readonly string[], capacity: number): GivenDepartures => ({
  times: [...startTimes].sort().map((startTime) => ({ weekdays, startTime, capacity })),
})

/** Whether a tour ever departs. */
export const hasDepartures = ({ times, exceptions = [] }: GivenDepartures): boolean =>
  times.length > 0 || exceptions.length > 0

/** Departures with their defaults. Without exceptions those of before remain: what was cancelled stays cancelled. */
export const normalizedDepartures = (
  { times, exceptions }: GivenDepartures,
  before: GivenDepartures | undefined,
): Departures => ({
  times,
  exceptions: (exceptions ?? before?.exceptions ?? []).map((exception) => ({
    ...exception,
    cancelled: exception.cancelled ?? false,
  })),
})

export const normalizedStop = (stop: GivenStop): Stop => ({
  ...stop,
  cenoteId: stop.cenoteId.toLowerCase(),
  takesPlaces: stop.takesPlaces ?? false,
})

/** The errors of departures; `path` is where they are in the form, with a dot at its end. */
export const departuresErrors = ({ times, exceptions = [] }: GivenDepartures, path = ''): FieldErrors => ({
  ...timesErrors(times, `${path}times`),
  ...exceptionsErrors(exceptions, `${path}exceptions`),
})

function timesErrors(times: readonly DepartureTime[], list: string): FieldErrors {
  const errors: FieldErrors = {}
  times.forEach((time, index) => {
    const { from, until } = time
    Object.assign(errors, namedTwice(`${list}.${index}.weekdays`, time.weekdays))
    if (from !== undefined && until !== undefined && until < from)
      errors[`${list}.${index}.until`] = [{ code: 'BEFORE_FROM' }]
    const overlapped = times.findIndex((earlier, position) => position < index && overlap(earlier, time))
    if (overlapped !== -1) errors[`${list}.${index}`] = [{ code: 'OVERLAPS', field: `${list}.${overlapped}` }]
  })
  return errors
}

/** Whether two departures have the start time and a weekday in common, and their seasons a day. */
const overlap = (one: DepartureTime, other: DepartureTime): boolean =>
  one.startTime === other.startTime &&
  one.weekdays.some((weekday) => other.weekdays.includes(weekday)) &&
  beginsInTime(one, other) &&
  beginsInTime(other, one)
/** Whether one season begins before the other is over. */
const beginsInTime = ({ from }: DepartureTime, { until }: DepartureTime): boolean =>
  from === undefined || until === undefined || from <= until

function exceptionsErrors(exceptions: readonly GivenException[], list: string): FieldErrors {
  const errors = namedTwice(
    list,
    exceptions.map(({ date, startTime }) => `${date} ${startTime}`),
  )
  exceptions.forEach(({ cancelled = false, capacity }, index) => {
    if (cancelled === (capacity === undefined)) return
    errors[`${list}.${index}.capacity`] = [
      { code: cancelled ? 'EXCLUDED_BY' : 'REQUIRED_WITH', field: 'cancelled', value: String(cancelled) },
    ]
  })
  return errors
}
