import { inTransaction } from '../../../platform/postgres/database.ts'
import { localDateTime } from '../../../platform/values/clock.ts'
import {
  decisionOf,
  findByOperation,
  scopeOfProduct,
  settleStanding,
  type Decision,
  type DisruptedTour,
} from '../disruption/index.ts'
import type { DeactivateCenoteInput, DeactivateTourInput } from '../generated/resolvers.ts'
import type { ProductType } from '../reservation/index.ts'
import type { CalendarContext } from './context.ts'
import { disruptionBy } from './override-slots.ts'
import { operatingIdentity } from './operating-identity.ts'
import { lockCalendar, raiseFence } from './store/standing.ts'

/**
 * Takes a cenote off sale in the catalog while no place can be taken, so that every reservation that stands is known
 * (docs/decisions/0201-ownership-of-availability-and-prices.md); returns the cenote's id. Errors: CENOTE_NOT_FOUND,
 * EDIT_CONFLICT, EXISTING_RESERVATIONS, INSUFFICIENT_PERMISSIONS.
 */
export async function deactivateCenote(input: DeactivateCenoteInput, context: CalendarContext): Promise<string> {
  const decision = decisionOf(input, context)
  const { id, schedule } = await context.services.upstream.cenote(input.id, operatingIdentity(context))
  const cenote = { id, type: 'cenote', version: input.version, timezone: schedule.timezone } as const
  await deactivate(cenote, decision, context)
  return id
}

/** The same with a tour. Errors: TOUR_NOT_FOUND in place of CENOTE_NOT_FOUND. */
export async function deactivateTour(input: DeactivateTourInput, context: CalendarContext): Promise<DisruptedTour> {
  const decision = decisionOf(input, context)
  const { id, timezone } = await context.services.upstream.tour(input.id, operatingIdentity(context))
  const tour = { id, type: 'tour', version: input.version, timezone } as const
  const disruptionId = await deactivate(tour, decision, context)
  return { id, disruption: await disruptionBy(disruptionId, context) }
}

interface Product {
  readonly id: string
  readonly type: ProductType
  readonly version: number
  readonly timezone: string
}

/** Returns the id of the disruption; null without any. */
async function deactivate(
  { id, type, version, timezone }: Product,
  decision: Decision,
  context: CalendarContext,
): Promise<string | null> {
  const { services, database, clock, operation } = context
  const identity = operatingIdentity(context)
  const { applyDeactivation, applyTourDeactivation } = services.upstream
  const apply = type === 'tour' ? applyTourDeactivation : applyDeactivation
  await apply({ id, version }, true, identity)
  // A copy of this very request has done all of it.
  if (operation !== undefined && (await findByOperation(database.pool, operation))) return null
  return inTransaction(database.pool, async (client) => {
    await lockCalendar(client, id)
    const { date: from } = localDateTime(clock.now(), timezone)
    const scope = scopeOfProduct(id, type, from)
    const closing = { cause: 'deactivation', scope, reason: null, text: null } as const
    const disruptionId = await settleStanding(client, closing, decision, clock.now())
    const applied = await apply({ id, version }, false, identity)
    await raiseFence(client, id, applied)
    return disruptionId
  })
}
