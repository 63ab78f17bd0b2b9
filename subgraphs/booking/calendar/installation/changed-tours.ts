import type { Statements } from '../../../../platform/postgres/database.ts'
import { refusalOf } from '../../../../platform/postgres/reconcile.ts'
import { localDateTime } from '../../../../platform/values/clock.ts'
import { settleStanding } from '../../disruption/index.ts'
import { deactivationOf } from '../schedule/deactivate.ts'
import { closedDepartures, lostDepartures, type Timetable } from '../schedule/lost-departures.ts'
import { raiseFence, readBookedSlots } from '../store/standing.ts'
import { decisionOf, weekdaysOf, type CalendarFacts } from './facts.ts'

/** When a tour departs, as files and the catalog's database spell it, with weekdays in lower case. */
interface StoredTimetable {
  readonly timezone: string
  readonly departures: {
    readonly times: readonly (Omit<Timetable['departures']['times'][number], 'weekdays'> & {
      readonly weekdays: readonly string[]
    })[]
    readonly exceptions: Timetable['departures']['exceptions']
  }
}

const timetable = ({ timezone, departures: { times, exceptions } }: StoredTimetable): Timetable => ({
  timezone,
  departures: { times: times.map((time) => ({ ...time, weekdays: weekdaysOf(time.weekdays) })), exceptions },
})

/** A tour whose departures change or that is taken off sale; the caller has locked its calendar. */
export interface ChangedTour {
  readonly tourId: string
  /** Of the tour with the change. */
  readonly version: number
  /** Whether it is taken off sale. */
  readonly isDeactivated: boolean
  readonly before: StoredTimetable
  readonly after: StoredTimetable
}

/**
 * Settles what becomes of the reservations of a tour whose departures are taken away, or of all when it is taken off sale,
 * and that none is made with the facts of before. Returns why it cannot be done.
 */
export const settleTour = (
  client: Statements,
  { tourId, version, isDeactivated, before, after }: ChangedTour,
  facts: Pick<CalendarFacts, 'now' | 'reservations'>,
): Promise<string | undefined> =>
  refusalOf(async () => {
    const { now, reservations } = facts
    const today = localDateTime(now, before.timezone).date
    const booked = await readBookedSlots(client, tourId, today)
    const lost = lostDepartures(booked, { before: timetable(before), after: timetable(after) })
    const closing = isDeactivated ? deactivationOf(tourId, 'tour', today) : closedDepartures(tourId, lost)
    // A departure that only became too small takes place: its reservations stand and cannot be cancelled.
    const isOnlySmaller = !isDeactivated && lost.small.length > 0 && reservations === 'cancel'
    const decision = decisionOf(isOnlySmaller ? { reservations: null } : facts)
    if (closing) await settleStanding(client, closing, decision, now)
    await raiseFence(client, tourId, version)
  })
