import { byAge, type Party } from '../../../schema/ages.ts'
import type { Language } from '../../../platform/values/i18n.ts'
import { balanceDueCents, type Reservation } from '../reservation/index.ts'
import { pickupOf, type Pickup } from './pickup.ts'

/** A reservation as a manifest reads it. */
export type StoredParty = Pick<
  Reservation,
  | 'bookingReference'
  | 'status'
  | 'partnerName'
  | 'productId'
  | 'productType'
  | 'visitDate'
  | 'visitTime'
  | 'visitAt'
  | 'timezone'
  | 'guest'
  | 'services'
  | 'transport'
  | 'specialRequests'
  | 'notes'
  | 'checkIn'
  | 'pricing'
  | 'payment'
  | keyof Party
>

/** A row of a manifest. */
export interface ManifestParty extends StoredParty {
  readonly pickup: Pickup | null
  /** The tour that brings it; null for a party of the product itself. */
  readonly via: { readonly tourId: string; readonly name: string } | null
}

/** In the order of their pickups, those without last, then by guest. */
export function inOrder(
  parties: readonly StoredParty[],
  language: Language,
): (StoredParty & { pickup: Pickup | null })[] {
  const { compare } = new Intl.Collator(language)
  const minuteOf = ({ pickup }: { readonly pickup: Pickup | null }): number => pickup?.at.getTime() ?? Infinity
  return parties
    .map((party) => ({ ...party, pickup: pickupOf(party, language) }))
    .sort(
      (a, b) =>
        (minuteOf(a) === minuteOf(b) ? 0 : minuteOf(a) - minuteOf(b)) ||
        compare(a.guest.name, b.guest.name) ||
        compare(a.bookingReference, b.bookingReference),
    )
}

export interface Totals {
  readonly reservations: number
  readonly visitors: Party
  readonly checkedIn: number
  /** By currency. */
  readonly balances: readonly { readonly currency: string; readonly balanceDueCents: number }[]
}

export function totalsOf(parties: readonly StoredParty[]): Totals {
  const balances = new Map<string, number>()
  for (const party of parties) {
    const { currency } = party.pricing
    balances.set(currency, (balances.get(currency) ?? 0) + balanceDueCents(party))
  }
  return {
    reservations: parties.length,
    visitors: byAge((age) => parties.reduce((sum, party) => sum + party[age], 0)),
    checkedIn: parties.filter(({ checkIn }) => checkIn !== null).length,
    balances: [...balances]
      .map(([currency, cents]) => ({ currency, balanceDueCents: cents }))
      .sort((a, b) => (a.currency < b.currency ? -1 : 1)),
  }
}
