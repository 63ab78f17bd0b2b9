import { inTransaction } from '../../../platform/postgres/database.ts'
import { localDateTime } from '../../../platform/values/clock.ts'
import { validationError } from '../../../schema/errors.ts'
import { findByOperation, settleStanding, withDecision, type DisruptedTour } from '../disruption/index.ts'
import type { UpdateTourDeparturesInput } from '../generated/resolvers.ts'
import type { CalendarContext } from './context.ts'
import { closedDepartures, lostDepartures, type Timetable } from './lost-departures.ts'
import { operatingIdentity } from './operating-identity.ts'
import { disruptionBy } from './override-slots.ts'
import { lockCalendar, raiseFence, readBookedSlots } from './store/standing.ts'

/**
 * Changes when a tour departs, for how many people and where it stops, in the catalog, while no place of it can be taken,
 * so that every reservation of a departure that is taken away is known
 * (docs/decisions/0201-ownership-of-availability-and-prices.md). Errors: TOUR_NOT_FOUND, EDIT_CONFLICT, ERROR_VALIDACION,
 * EXISTING_RESERVATIONS, INSUFFICIENT_PERMISSIONS.
 */
export async function updateTourDepartures(
  input: UpdateTourDeparturesInput,
  context: CalendarContext,
): Promise<DisruptedTour> {
  const { services, database, clock, operation } = context
  const { decision, given: change } = withDecision(input, context)
  const identity = operatingIdentity(context)
  const before = await services.upstream.tour(change.id, identity)
  await services.upstream.applyDepartures(change, true, identity)
  // A copy of this very request has done all of it.
  const isDone = operation !== undefined && (await findByOperation(database.pool, operation))
  if (isDone) return { id: before.id, disruption: isDone }
  const after = timetableWith(before, change)
  const disruptionId = await inTransaction(database.pool, async (client) => {
    await lockCalendar(client, before.id)
    const now = clock.now()
    const booked = await readBookedSlots(client, before.id, localDateTime(now, before.timezone).date)
    const lost = lostDepartures(booked, { before, after })
    // A departure that only became too small takes place.
    if (lost.small.length > 0 && decision.choice === 'cancel')
      throw validationError({ reservations: [{ code: 'NOT_ONE_OF', values: 'KEEP' }] })
    const closing = closedDepartures(before.id, lost)
    const settled = closing && (await settleStanding(client, closing, decision, now))
    // Refused when the catalog has changed since the facts above were read.
    const applied = await services.upstream.applyDepartures(change, false, identity)
    await raiseFence(client, before.id, applied)
    return settled
  })
  return { id: before.id, disruption: await disruptionBy(disruptionId, context) }
}

/** The departures of a tour after a change, which the catalog has found to be valid. */
function timetableWith(
  { timezone, departures }: Timetable,
  change: Omit<UpdateTourDeparturesInput, 'id' | 'version'>,
): Timetable {
  return {
    timezone: change.timezone ?? timezone,
    departures: {
      times: change.times ?? departures.times,
      exceptions:
        change.exceptions?.map(({ cancelled, ...exception }) => ({ ...exception, cancelled: cancelled ?? false })) ??
        departures.exceptions,
    },
  }
}
