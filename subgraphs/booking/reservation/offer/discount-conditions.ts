import type { ReservationContext } from '../context.ts'
import type { PriceCalculationInput } from '../../upstream/index.ts'
import { hasEarlierVisit } from '../store/read.ts'
import type { Guest } from '../rules/guest.ts'
import type { Reservation } from '../reservation.ts'

type DiscountConditions = Required<
  Pick<PriceCalculationInput, 'visitDate' | 'residency' | 'isLoyaltyMember' | 'isFirstVisit'>
>

/** The conditions of discount rules besides the purchase: the guest and the day. */
export async function discountConditions(
  reservation: Pick<Reservation, 'partnerId' | 'visitDate' | 'guest' | 'guestEmail'> & {
    readonly pricing: Pick<Reservation['pricing'], 'residency'>
    /** Of a reservation that exists already: only visits reserved before it are earlier ones. */
    readonly existing?: Pick<Reservation, 'id' | 'createdAt'>
  },
  { database, clock }: ReservationContext,
): Promise<DiscountConditions> {
  const { partnerId, visitDate, guest, guestEmail, pricing, existing } = reservation
  return {
    visitDate,
    residency: pricing.residency ? (pricing.residency.toUpperCase() as Uppercase<typeof pricing.residency>) : null,
    isLoyaltyMember: isMember(guest),
    // Without an address a guest cannot be recognized.
    isFirstVisit:
      guestEmail !== '' && !(await hasEarlierVisit(database.pool, { partnerId, guestEmail, existing }, clock.now())),
  }
}

const isMember = ({ loyaltyMember }: Pick<Guest, 'loyaltyMember'>): boolean =>
  typeof loyaltyMember === 'object' && loyaltyMember !== null && Object.keys(loyaltyMember).length > 0
