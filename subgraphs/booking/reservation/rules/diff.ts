import { ages } from '../../../../schema/ages.ts'
import type { Guest } from '../guest.ts'
import { mailsGuest } from './guest-terms.ts'
import { participantsOf } from './participants.ts'
import { balanceDueCents } from './payment.ts'
import { isSameValue } from './same-value.ts'
import { requestedTransport } from './transport.ts'
import {
  cenoteIdOf,
  isSameVisit,
  tourIdOf,
  type Change,
  type Reservation,
  type ReservedService,
} from '../reservation.ts'

const guestFields = [
  'name',
  'email',
  'phone',
  'nationality',
  'dateOfBirth',
  'emergencyContact',
  'preferences',
  'loyaltyMember',
  'firstName',
  'lastName',
  'country',
  'postalCode',
  'locales',
  'notes',
] as const satisfies readonly (keyof Guest)[]

/** The changed fields of a modification, in the order of the body's fields. */
export function changesBetween(before: Reservation, after: Reservation): Change[] {
  const changes: Change[] = []
  const compare = (field: string, oldValue: unknown, newValue: unknown): void => {
    if (!isSameValue(oldValue ?? null, newValue ?? null))
      changes.push({ field, oldValue: oldValue ?? null, newValue: newValue ?? null })
  }
  for (const name of ['visitDate', 'visitTime'] as const) compare(name, before[name], after[name])
  compare('cenoteId', cenoteIdOf(before), cenoteIdOf(after))
  compare('tourId', tourIdOf(before), tourIdOf(after))
  for (const age of ages) compare(`visitors.${age}`, before[age], after[age])
  if (before.participants || after.participants) compare('participants', shownPeople(before), shownPeople(after))
  compare('specialRequests', before.specialRequests, after.specialRequests)
  compare('resellerReference', before.resellerReference, after.resellerReference)
  for (const name of guestFields) compare(`guest.${name}`, before.guest[name], after.guest[name])
  const [old, chosen] = [selectedServices(before), selectedServices(after)]
  const added = [...chosen.keys()].filter((id) => !old.has(id))
  const removed = [...old.keys()].filter((id) => !chosen.has(id))
  if (added.length + removed.length > 0) changes.push({ field: 'services', added, removed })
  for (const [id, service] of chosen) {
    const known = old.get(id)
    if (!known) continue
    compare(`services.${id}.quantity`, known.quantity, service.quantity)
    compare(`services.${id}.pickup`, known.pickup, service.pickup)
  }
  compare('transport', requestedTransport(before.transport), requestedTransport(after.transport))
  compare('promoCode', before.couponCode, after.couponCode)
  const [hadTerms, hasTerms] = [before.guestTerms, after.guestTerms]
  for (const name of ['cancel', 'change'] as const)
    compare(`guestMay.${name}`, hadTerms?.guestMay?.[name], hasTerms?.guestMay?.[name])
  for (const name of ['hidePrice', 'tickets'] as const) compare(name, hadTerms?.[name], hasTerms?.[name])
  compare('mailsGuest', mailsGuest(before), mailsGuest(after))
  // A move ends it, too, and is named itself.
  if (isSameVisit(before, after)) compare('disrupted', before.disrupted, after.disrupted)
  return changes
}

/** With categories as the API has them. */
const shownPeople = (reservation: Reservation): unknown =>
  participantsOf(reservation).map((one) => ({ ...one, category: one.category.toUpperCase() }))

/** The selected services, without those included in the visit. */
export const selectedServices = ({ services }: Pick<Reservation, 'services'>): Map<string, ReservedService> =>
  new Map(services.filter(({ included }) => !included).map((service) => [service.id, service]))

export interface Modification extends Difference {
  readonly reservation: Reservation
}

/**
 * The part of a modification's response beside the reservation. Instants are ISO 8601 texts, because it is stored as
 * JSON.
 */
export interface Difference {
  readonly changes: readonly Change[]
  readonly previousTotalCents: number
  /** Null when the balance does not rise. */
  readonly additionalPayment: { readonly amountCents: number; readonly deadline: string } | null
}

const minute = 60_000

/** The changes of a modification; the hold counts from now for what is still to be paid, beyond any credit. */
export function differenceBetween(before: Reservation, after: Reservation, holdMinutes: number): Difference {
  const amountCents = balanceDueCents(after) - balanceDueCents(before)
  const { status, paymentDeadline, updatedAt, visitAt } = after
  const hold = new Date(Math.min(updatedAt.getTime() + holdMinutes * minute, visitAt.getTime()))
  return {
    changes: changesBetween(before, after),
    previousTotalCents: before.pricing.totalCents,
    additionalPayment:
      amountCents > 0 ? { amountCents, deadline: (status === 'pending' ? paymentDeadline : hold).toISOString() } : null,
  }
}
