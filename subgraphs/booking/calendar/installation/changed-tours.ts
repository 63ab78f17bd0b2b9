import type { Statements } from '../../../../platform/postgres/database.ts'
import { refusalOf } from '../../../../platform/postgres/reconcile.ts'
import { localDateTime } from '../../../../platform/values/clock.ts'
import { scopeOfProduct, settleStanding } from '../../disruption/index.ts'
import { closedDepartures, lostDepartures, type DeparturesChange } from '../lost-departures.ts'
import { raiseFence, readBookedSlots } from '../store/standing.ts'
import { decisionOf, type CalendarFacts } from './facts.ts'

/** A tour whose departures change or that is taken off sale; the caller has locked its calendar. */
export interface ChangedTour extends DeparturesChange {
  readonly tourId: string
  /** Of the tour with the change. */
  readonly version: number
  /** Whether it is taken off sale. */
  readonly isDeactivated: boolean
}

/**
 * Settles what becomes of the reservations of a tour whose departures are taken away, or of all when it is taken off sale,
 * and that none is made with the facts of before. Returns why it cannot be done.
 */
export const settleTour = (
  client: Statements,
  { tourId, version, isDeactivated, ...change }: ChangedTour,
  facts: Pick<CalendarFacts, 'now' | 'reservations'>,
): Promise<string | undefined> =>
  refusalOf(async () => {
    const { now, reservations } = facts
    const today = localDateTime(now, change.before.timezone).date
    const lost = lostDepartures(await readBookedSlots(client, tourId, today), change)
    const closing = isDeactivated
      ? ({
          cause: 'deactivation',
          scope: scopeOfProduct(tourId, 'tour', today),
          reason: null,
          text: null,
        } as const)
      : closedDepartures(tourId, lost)
    // A departure that only became too small takes place: its reservations can be kept, not cancelled.
    const isOnlySmaller = !isDeactivated && lost.small.length > 0 && reservations === 'cancel'
    const decision = decisionOf(isOnlySmaller ? { reservations: null } : facts)
    if (closing) await settleStanding(client, closing, decision, now)
    await raiseFence(client, tourId, version)
  })
