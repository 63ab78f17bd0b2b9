import { minute } from '../../../../platform/values/clock.ts'
import { ages } from '../../../../schema/ages.ts'
import type { Guest } from './guest.ts'
import { mailsGuest } from './guest-terms.ts'
import { participantsOf } from './participants.ts'
import { balanceDueCents } from './payment.ts'
import { isSameValue } from '../../../../platform/values/json.ts'
import { requestedTransport } from './transport.ts'
import {
  cenoteIdOf,
  isSameVisit,
  tourIdOf,
  type Change,
  type Reservation,
  type ReservedService,
} from '../reservation.ts'

const guestFields = Object.keys({
  name: true,
  email: true,
  phone: true,
  nationality: true,
  dateOfBirth: true,
  emergencyContact: true,
  preferences: true,
  loyaltyMember: true,
  firstName: true,
  lastName: true,
  country: true,
  postalCode: true,
  locales: true,
  notes: true,
} satisfies Record<keyof Guest, true>) as (keyof Guest)[]

/** Fields printed on a ticket. Tickets issued before a change of one of them are out of date. */
export const ticketFields = [
  'visitDate',
  'visitTime',
  'cenoteId',
  'tourId',
  'transport',
  ...ages.map((age) => `visitors.${age}`),
]

/** Returns a comparison of the fields that `read` extracts from a reservation. */
const compared =
  (read: (reservation: Reservation, other: Reservation) => Readonly<Record<string, unknown>>) =>
  (before: Reservation, after: Reservation): Change[] => {
    const [old, current] = [read(before, after), read(after, before)]
    return Object.keys(current)
      .map((field) => ({ field, oldValue: old[field] ?? null, newValue: current[field] ?? null }))
      .filter(({ oldValue, newValue }) => !isSameValue(oldValue, newValue))
  }

/**
 * Lists the changes of each member that a modification reports, in the order of the fields of a request body. Members
 * without an entry cannot be modified or are derived from others; store/every-member.test.ts names them.
 */
const reports: Partial<Record<keyof Reservation, (before: Reservation, after: Reservation) => Change[]>> = {
  visitDate: compared(({ visitDate }) => ({ visitDate })),
  visitTime: compared(({ visitTime }) => ({ visitTime })),
  productId: compared((reservation) => ({ cenoteId: cenoteIdOf(reservation), tourId: tourIdOf(reservation) })),
  adults: compared(({ adults }) => ({ 'visitors.adults': adults })),
  children: compared(({ children }) => ({ 'visitors.children': children })),
  seniors: compared(({ seniors }) => ({ 'visitors.seniors': seniors })),
  infants: compared(({ infants }) => ({ 'visitors.infants': infants })),
  teens: compared(({ teens }) => ({ 'visitors.teens': teens })),
  participants: compared((reservation, other) =>
    reservation.participants || other.participants ? { participants: shownPeople(reservation) } : {},
  ),
  specialRequests: compared(({ specialRequests }) => ({ specialRequests })),
  resellerReference: compared(({ resellerReference }) => ({ resellerReference })),
  guest: compared(({ guest }) =>
    Object.fromEntries<unknown>(guestFields.map((name) => [`guest.${name}`, guest[name]])),
  ),
  services: serviceChanges,
  transport: compared(({ transport }) => ({ transport: requestedTransport(transport) })),
  couponCode: compared(({ couponCode }) => ({ promoCode: couponCode })),
  guestTerms: compared(({ guestTerms }) => ({
    'guestMay.cancel': guestTerms?.guestMay?.cancel,
    'guestMay.change': guestTerms?.guestMay?.change,
    hidePrice: guestTerms?.hidePrice,
    tickets: guestTerms?.tickets,
    mailsGuest: mailsGuest({ guestTerms }),
  })),
  // A move ends a disruption too, and is reported as a move.
  disrupted: compared(({ disrupted, ...visit }, other) => (isSameVisit(visit, other) ? { disrupted } : {})),
}

/** Returns the changed fields of a modification. */
export const changesBetween = (before: Reservation, after: Reservation): Change[] =>
  Object.values(reports).flatMap((report) => report(before, after))

/** Lists services that were added or removed, and changes to the quantity or pickup of the others. */
function serviceChanges(before: Reservation, after: Reservation): Change[] {
  const [old, chosen] = [selectedServices(before), selectedServices(after)]
  const added = [...chosen.keys()].filter((id) => !old.has(id))
  const removed = [...old.keys()].filter((id) => !chosen.has(id))
  const details = [...chosen.keys()]
    .filter((id) => old.has(id))
    .flatMap((id) =>
      compared((reservation) => {
        const { quantity, pickup } = selectedServices(reservation).get(id) ?? {}
        return { [`services.${id}.quantity`]: quantity, [`services.${id}.pickup`]: pickup }
      })(before, after),
    )
  return added.length + removed.length > 0 ? [{ field: 'services', added, removed }, ...details] : details
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

const mailedMembers = [
  'productId',
  'productType',
  'productNames',
  'visitDate',
  'visitTime',
  'timezone',
  'transport',
  ...ages,
] as const satisfies readonly (keyof Reservation)[]

/** The part of a reservation whose changes are mailed to its guest: the day, hour, product, party and pickup. */
export type GuestFacingVisit = Pick<Reservation, (typeof mailedMembers)[number]> & {
  /** ISO 8601. */
  readonly visitAt: string
}

export const guestFacingVisit = (reservation: Reservation): GuestFacingVisit => ({
  ...(Object.fromEntries(mailedMembers.map((name) => [name, reservation[name]])) as Pick<
    Reservation,
    (typeof mailedMembers)[number]
  >),
  visitAt: reservation.visitAt.toISOString(),
})

/** Whether there is nothing to mail. A renamed product alone, or another price of the pickup, is nothing. */
export const isSameToGuest = (before: GuestFacingVisit, after: GuestFacingVisit): boolean =>
  isSameValue(mailedPart(before), mailedPart(after))

function mailedPart({ productNames, transport, ...visit }: GuestFacingVisit): object {
  const { meetingPoint, option, pickup, minutesBefore } = transport ?? {}
  return { ...visit, meetingPointId: meetingPoint?.id, option, pickup, minutesBefore }
}
