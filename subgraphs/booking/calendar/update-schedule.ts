import { inTransaction } from '../../../platform/postgres/database.ts'
import { localDateTime } from '../../../platform/values/clock.ts'
import type { UpdateCenoteScheduleInput } from '../generated/resolvers.ts'
import type { CalendarContext } from './context.ts'
import { requireBookedPlaces } from './affected.ts'
import { operatingIdentity } from './operating-identity.ts'
import { lockCalendar, raiseFence } from './store/standing.ts'

/**
 * Changes a cenote's schedule and capacity in the catalog while no place can be taken, so that the change keeps every
 * booked place (docs/decisions/0201-ownership-of-availability-and-prices.md); returns the cenote's id. Errors:
 * CENOTE_NOT_FOUND, EDIT_CONFLICT, ERROR_VALIDACION, RESERVATIONS_AFFECTED.
 */
export async function updateCenoteSchedule(
  { id, version, schedule, capacity }: UpdateCenoteScheduleInput,
  context: CalendarContext,
): Promise<string> {
  const { services, database, clock } = context
  const identity = operatingIdentity(context)
  const input = { id, version, ...(schedule ? { schedule } : {}), ...(capacity ? { capacity } : {}) }
  const before = await services.upstream.cenote(id, identity)
  await services.upstream.applySchedule(input, true, identity)
  const after = { schedule: schedule ?? before.schedule, capacity: capacity ?? before.capacity }
  await inTransaction(database.pool, async (client) => {
    await lockCalendar(client, before.id)
    const { date: today } = localDateTime(clock.now(), before.schedule.timezone)
    await requireBookedPlaces(client, before.id, today, { before, after })
    // Refused when the catalog has changed since the facts above were read.
    const applied = await services.upstream.applySchedule(input, false, identity)
    await raiseFence(client, before.id, applied)
  })
  return before.id
}
