import { localDateTime } from '../../../../platform/values/clock.ts'
import { validationError } from '../../../../schema/errors.ts'
import { settleStanding, withDecision, type DisruptedTour } from '../../disruption/index.ts'
import type { UpdateTourDeparturesInput } from '../../generated/resolvers.ts'
import { changeInCatalog, operatingIdentity } from './change-in-catalog.ts'
import type { CalendarContext } from '../context.ts'
import { closedDepartures, lostDepartures, type Timetable } from './lost-departures.ts'
import { disruptionBy } from '../override/override-slots.ts'
import { readBookedSlots } from '../store/standing.ts'

/**
 * Changes when a tour departs, for how many people and where it stops. Errors: TOUR_NOT_FOUND, EDIT_CONFLICT,
 * ERROR_VALIDACION, EXISTING_RESERVATIONS, INSUFFICIENT_PERMISSIONS.
 */
export async function updateTourDepartures(
  input: UpdateTourDeparturesInput,
  context: CalendarContext,
): Promise<DisruptedTour> {
  const { upstream } = context.services
  const { decision, given: change } = withDecision(input, context)
  const before = await upstream.tour(change.id, operatingIdentity(context))
  const applied = { productId: before.id, input: change, apply: upstream.applyDepartures }
  const disruptionId = await changeInCatalog(applied, context, async (client) => {
    const now = context.clock.now()
    const booked = await readBookedSlots(client, before.id, localDateTime(now, before.timezone).date)
    const lost = lostDepartures(booked, { before, after: timetableWith(before, change) })
    // A departure that only became too small takes place.
    if (lost.small.length > 0 && decision.choice === 'cancel')
      throw validationError({ reservations: [{ code: 'NOT_ONE_OF', values: 'KEEP' }] })
    const closing = closedDepartures(before.id, lost)
    return closing && (await settleStanding(client, closing, decision, now))
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
