import { directPartner } from '../../../../schema/built-in-partners.ts'
import type { Identity } from '../../../../platform/trust/identity.ts'

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
