import type { Statements } from '../../../../platform/postgres/database.ts'
import { refusalOf } from '../../../../platform/postgres/reconcile.ts'
import { requireBookedPlaces } from '../affected.ts'
import { deactivationOf } from '../schedule/deactivate.ts'
import { raiseFence } from '../store/standing.ts'
import { settleStanding } from '../../disruption/index.ts'
import { decisionOf, openingHours, todayAt, type CalendarFacts, type CenoteFacts } from './facts.ts'

/** A cenote whose schedule or capacity changes; the caller has locked its calendar. */
export interface ChangedOpening {
  readonly cenoteId: string
  /** Of the cenote with the change. */
  readonly version: number
  readonly before: Pick<CenoteFacts, 'schedule'>
  readonly after: Pick<CenoteFacts, 'schedule' | 'capacity'>
}

/**
 * Makes sure that a changed schedule keeps every booked place, and that none is taken with the facts of before
 * (docs/decisions/0201-ownership-of-availability-and-prices.md). Returns why it cannot be done.
 */
export const settleOpening = (
  client: Statements,
  { cenoteId, version, before, after }: ChangedOpening,
  now: Date,
): Promise<string | undefined> =>
  refusalOf(async () => {
    await requireBookedPlaces(client, cenoteId, todayAt(before, now), {
      before: { schedule: openingHours(before.schedule) },
      after: { ...after, schedule: openingHours(after.schedule) },
    })
    await raiseFence(client, cenoteId, version)
  })

/**
 * Settles what becomes of the reservations at a cenote that is taken off sale, and that none is made with the facts of
 * before. Returns why it cannot be done.
 */
export const settleDeactivation = (
  client: Statements,
  {
    cenoteId,
    version,
    schedule,
  }: { readonly cenoteId: string; readonly version: number } & Pick<CenoteFacts, 'schedule'>,
  facts: Pick<CalendarFacts, 'now' | 'reservations'>,
): Promise<string | undefined> =>
  refusalOf(async () => {
    const closing = deactivationOf(cenoteId, 'cenote', todayAt({ schedule }, facts.now))
    await settleStanding(client, closing, decisionOf(facts), facts.now)
    await raiseFence(client, cenoteId, version)
  })
