import { localDateTime } from '../../../../platform/values/clock.ts'
import type { UpdateCenoteScheduleInput } from '../../generated/resolvers.ts'
import type { CalendarContext } from '../context.ts'
import { requireBookedPlaces } from '../affected.ts'
import { changeInCatalog, operatingIdentity } from './change-in-catalog.ts'

/**
 * Changes a cenote's schedule and capacity if it keeps every booked place; returns the cenote's id. Errors:
 * CENOTE_NOT_FOUND, EDIT_CONFLICT, ERROR_VALIDACION, RESERVATIONS_AFFECTED.
 */
export async function updateCenoteSchedule(
  { id, version, schedule, capacity }: UpdateCenoteScheduleInput,
  context: CalendarContext,
): Promise<string> {
  const { upstream } = context.services
  const input = { id, version, ...(schedule ? { schedule } : {}), ...(capacity ? { capacity } : {}) }
  const before = await upstream.cenote(id, operatingIdentity(context))
  const after = { schedule: schedule ?? before.schedule, capacity: capacity ?? before.capacity }
  await changeInCatalog({ productId: before.id, input, apply: upstream.applySchedule }, context, async (client) => {
    const { date: today } = localDateTime(context.clock.now(), before.schedule.timezone)
    await requireBookedPlaces(client, before.id, today, { before, after })
  })
  return before.id
}
