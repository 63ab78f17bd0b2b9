import { localDateTime } from '../../../../platform/values/clock.ts'
import {
  decisionOf,
  scopeOfProduct,
  settleStanding,
  type Closing,
  type Decision,
  type DisruptedTour,
} from '../../disruption/index.ts'
import type { DeactivateCenoteInput, DeactivateTourInput } from '../../generated/resolvers.ts'
import type { ProductType } from '../../reservation/index.ts'
import { changeInCatalog, operatingIdentity } from './change-in-catalog.ts'
import type { CalendarContext } from '../context.ts'
import { disruptionBy } from '../override/override-slots.ts'

/**
 * Takes a cenote off sale; returns the cenote's id. Errors: CENOTE_NOT_FOUND, EDIT_CONFLICT, EXISTING_RESERVATIONS,
 * INSUFFICIENT_PERMISSIONS.
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
function deactivate(
  { id, type, version, timezone }: Product,
  decision: Decision,
  context: CalendarContext,
): Promise<string | null> {
  const { applyDeactivation, applyTourDeactivation } = context.services.upstream
  const apply = type === 'tour' ? applyTourDeactivation : applyDeactivation
  return changeInCatalog({ productId: id, input: { id, version }, apply }, context, (client) => {
    const now = context.clock.now()
    return settleStanding(client, deactivationOf(id, type, localDateTime(now, timezone).date), decision, now)
  })
}

/** The closing of a product that is taken off sale, from a date on. */
export const deactivationOf = (id: string, type: ProductType, from: string): Closing => ({
  cause: 'deactivation',
  scope: scopeOfProduct(id, type, from),
  reason: null,
  text: null,
})
