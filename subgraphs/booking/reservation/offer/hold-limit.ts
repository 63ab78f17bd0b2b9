import { declareBound, type BoundedCaller } from '../../../../platform/process/bounds.ts'
import type { Identity } from '../../../../platform/trust/identity.ts'
import { directPartner } from '../../../../schema/built-in-partners.ts'
import { apiError } from '../../../../schema/errors.ts'

/** Maximum places that a partner's pending reservations may hold on one day of visit, by the plan of its key. */
export interface HoldLimits {
  readonly basic: number
  readonly pro: number
  /** In the live environment; the sandbox has none. */
  readonly enterprise: number
}

/** The limit that applies to the caller; null for none, as for sales of `direct`. */
export function holdLimitOf({
  identity: { plan, environment, partnerId },
  services: { holdLimits },
}: {
  readonly identity: Pick<Identity, 'plan' | 'environment' | 'partnerId'>
  readonly services: { readonly holdLimits: HoldLimits }
}): number | null {
  if (plan === undefined || partnerId === directPartner.id || (plan === 'enterprise' && environment === 'sandbox'))
    return null
  return holdLimits[plan]
}

const bound = declareBound({
  name: 'places-held-unpaid',
  what: 'Places of pending reservations on one day of visit',
  per: 'partner and environment',
  default: '[by pricing tier](../partner-api/keys-and-limits.md#places-held-unpaid)',
  setting: 'HOLD_LIMIT_BASIC, HOLD_LIMIT_PRO, HOLD_LIMIT_ENTERPRISE',
  response: '422 `HOLD_LIMIT_EXCEEDED`',
})

/** The refusal of a caller whose partner would hold more places than it may. */
export function holdLimitExceeded(
  details: { limit: number; held: number; requested: number; date: string },
  by: BoundedCaller,
): Error {
  bound.reached(by)
  return apiError('HOLD_LIMIT_EXCEEDED', details)
}
