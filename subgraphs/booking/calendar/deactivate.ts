import { inTransaction } from '../../../platform/postgres/database.ts'
import { localDateTime } from '../../../platform/values/clock.ts'
import { findByOperation, settleStanding, decisionOf } from '../disruption/index.ts'
import type { DeactivateCenoteInput } from '../generated/resolvers.ts'
import type { CalendarContext } from './context.ts'
import { lockCalendar, raiseFence } from './store/standing.ts'

/**
 * Takes a cenote off sale in the catalog while no place can be taken, so that every reservation that stands is known
 * (docs/decisions/0201-ownership-of-availability-and-prices.md); returns the cenote's id. Errors: CENOTE_NOT_FOUND,
 * EDIT_CONFLICT, EXISTING_RESERVATIONS, INSUFFICIENT_PERMISSIONS.
 */
export async function deactivateCenote(
  { id, version, ...given }: DeactivateCenoteInput,
  context: CalendarContext,
): Promise<string> {
  const { services, database, clock, operation } = context
  const decision = decisionOf(given, context)
  const identity = operation === undefined ? context.identity : { ...context.identity, operation }
  const { id: cenoteId, schedule } = await services.upstream.cenote(id, identity)
  await services.upstream.applyDeactivation({ id, version }, true, identity)
  // A copy of this very request has done all of it.
  if (operation !== undefined && (await findByOperation(database.pool, operation))) return cenoteId
  await inTransaction(database.pool, async (client) => {
    await lockCalendar(client, cenoteId)
    const { date: from } = localDateTime(clock.now(), schedule.timezone)
    const scope = { cenoteId, from, to: null, times: null }
    await settleStanding(client, { cause: 'deactivation', scope, reason: null, text: null }, decision, clock.now())
    const applied = await services.upstream.applyDeactivation({ id, version }, false, identity)
    await raiseFence(client, cenoteId, applied)
  })
  return cenoteId
}
