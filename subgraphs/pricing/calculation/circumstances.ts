import { memoized } from '../../../platform/values/memoized.ts'
import type { Context } from '../context.ts'
import type { Eligibility } from '../discount/index.ts'
import type { PriceCalculationInput, Residency } from '../generated/resolvers.ts'

const byResidency: Readonly<Record<Residency, readonly Eligibility[]>> = {
  quintana_roo: ['local_resident', 'mexican_national'],
  mexico: ['mexican_national'],
  foreign: [],
}

type Buyer = Pick<PriceCalculationInput, 'residency' | 'isLoyaltyMember' | 'isFirstVisit'>

/**
 * Which rules apply to a buyer. A caller with a key is a known partner; residence is taken as given, because guests
 * prove it at the entrance; booking reports what concerns the guest of a reservation.
 */
export function eligibilitiesOf(
  { identity }: Context,
  { residency, isLoyaltyMember, isFirstVisit }: Buyer,
): Set<Eligibility> {
  const eligibilities = new Set<Eligibility>(['all'])
  if (identity.partnerId !== null) eligibilities.add('authenticated')
  for (const eligibility of residency == null ? [] : byResidency[residency]) eligibilities.add(eligibility)
  if (isLoyaltyMember) eligibilities.add('vip')
  if (isFirstVisit) eligibilities.add('first_purchase')
  return eligibilities
}

/** The instant that rules and promotions of a visit's day are judged at. */
export const visitInstant = (visitDate: string): Date => new Date(noonOf(visitDate))
const noonOf = memoized(10_000, (date) => Date.parse(`${date}T12:00:00Z`))
