import { partyOf, peopleOf, type Party } from '../../../schema/ages.ts'
import type { CancellationReason } from '../../../schema/reservation-statuses.ts'
import { placesOf, type PartyPlaces } from '../availability/index.ts'
import type { GuestMay, TicketKind } from '../partner-settings/index.ts'
import type {
  NotAppliedReason,
  PriceDiscountType,
  PriceLineType,
  RefundStatus,
  ReservationPaymentStatus,
  ReservationServiceType,
} from '../generated/resolvers.ts'
import type { Language, LocalizedText } from '../../../platform/values/i18n.ts'
import type { Author } from '../../../platform/trust/author.ts'
import type { DocumentType } from '../../../schema/file-kinds.ts'
import type { Guest } from './rules/guest.ts'
import type { Status } from './rules/lifecycle.ts'
import type { Participant } from './rules/participants.ts'

/** A reservation as it is stored, and as events remember it. Amounts in cents. */
export interface Reservation extends Party {
  readonly id: string
  readonly partnerId: string
  /** When it was made; null for a sale of the operator's own. */
  readonly partnerName: string | null
  readonly bookingReference: string
  readonly confirmationCode: string
  /** The partner's own reference. */
  readonly resellerReference: string | null
  /** A UUID that the partner chose, in lower case; it names the reservation as its id does. */
  readonly externalId: string | null
  /** The visit requested with the external id, to compare repetitions with; null without one. */
  readonly requested: RequestedVisit | null
  /** It was made to hold places, and needs the name of a guest before it can be confirmed. */
  readonly isHold: boolean
  readonly status: Status
  /** Of the cenote or tour. */
  readonly productId: string
  readonly productType: ProductType
  /** As it was called when it was reserved. */
  readonly productNames: LocalizedText
  /** The places of cenotes that a tour's party took, sorted, each once; null for cenotes. */
  readonly stops: readonly StopPlace[] | null
  /** How the party gets there; null without transport. */
  readonly transport: Transport | null
  /** YYYY-MM-DD in the product's time zone. */
  readonly visitDate: string
  /** HH:MM in the product's time zone. */
  readonly visitTime: string
  readonly timezone: string
  readonly visitAt: Date
  readonly dayEndsAt: Date
  /** Null when nothing was given of the people of the party. */
  readonly participants: readonly Participant[] | null
  readonly guest: Guest
  readonly guestEmail: string
  /** Of the request that created it. */
  readonly language: Language
  readonly pricing: Pricing
  readonly services: readonly ReservedService[]
  readonly specialRequests: string | null
  readonly notes: Notes | null
  readonly metadata: Metadata
  readonly payment: Payment | null
  readonly cancellation: Cancellation | null
  readonly refund: StoredRefund | null
  readonly documents: readonly StoredDocument[]
  readonly checkIn: CheckIn | null
  readonly completion: Completion | null
  readonly confirmationSent: boolean
  readonly reminderSent: boolean
  /** It stands in a day or slot that was closed since, or of a product that was taken off sale, and was kept. */
  readonly disrupted: boolean
  /** The share of what was paid that a cancellation refunds at most, 0 to 1: that of the moment when it was last moved. */
  readonly refundCeiling: number
  /** End of the hold: `holdEndsAt`, cut at the start of the visit. */
  readonly paymentDeadline: Date
  /** When the hold would end were the visit later. */
  readonly holdEndsAt: Date
  /** When the hold was prolonged by its length; it can be once. */
  readonly extendedAt: Date | null
  /** Coupon whose use is counted for it; null once a change has dropped it. */
  readonly couponCode: string | null
  /** Null when the settings of the partner hold. */
  readonly guestTerms: GuestTerms | null
  readonly version: number
  readonly createdAt: Date
  readonly updatedAt: Date
}

export type ProductType = 'cenote' | 'tour'

export { cenoteMinutes } from '../../../schema/visit-terms.ts'

/** Terms of one reservation in place of the settings of its partner, which hold for those that are absent. */
export interface GuestTerms {
  readonly guestMay?: Partial<GuestMay>
  readonly hidePrice?: boolean
  readonly tickets?: TicketKind
  /** Only false is stored. */
  readonly mailsGuest?: boolean
  /** Where the payment page sends the guest when it is paid, and when it is not. */
  readonly returnUrl?: string
  readonly cancelUrl?: string
}

/** Whose slot a party takes places of on its way. */
export interface StopPlace {
  readonly cenoteId: string
  readonly date: string
  readonly time: string
}

/** How a party comes, as it was when the transport was last priced. */
export interface Transport {
  readonly option: 'meeting_point' | 'hotel_pickup' | 'private_transfer'
  /** Null for a pickup, and for a product without meeting points. */
  readonly meetingPoint: {
    readonly id: string
    readonly name: LocalizedText
    readonly address: string
    readonly latitude: number
    readonly longitude: number
    /** Whether it was requested by its id: it has its own price then, and that of the pricing option otherwise. */
    readonly isNamed: boolean
  } | null
  /** Null at a meeting point. */
  readonly pickup: {
    readonly latitude: number
    readonly longitude: number
    readonly hotel: string | null
    readonly address: string | null
    readonly room: string | null
    readonly notes: string | null
  } | null
  /** Minutes from the pickup to the start of the visit. */
  readonly minutesBefore: number
}

/** The product of a reservation, with one of its ids: null for the other kind. */
export type ProductOf = Pick<Reservation, 'productId' | 'productType'>
export const cenoteIdOf = ({ productId, productType }: ProductOf): string | null =>
  productType === 'cenote' ? productId : null
export const tourIdOf = ({ productId, productType }: ProductOf): string | null =>
  productType === 'tour' ? productId : null

/** A reference to the product for the catalog, which has all else about it. */
export const productReference = ({ productId, productType }: ProductOf) => ({
  __typename: productType === 'tour' ? ('Tour' as const) : ('Cenote' as const),
  id: productId,
})

/** A reservation that is shown, by an event as it was when that happened. */
export interface ShownReservation extends Reservation {
  /** The moment of the event; now when absent. */
  readonly reportedAt?: Date
  /** Whether this request made it. */
  readonly isNew?: boolean
}

/** The visit of a creation: as it was requested, and the slot that it was given. */
export interface RequestedVisit {
  readonly productId: string
  readonly visitDate: string
  /** The requested hour, whether or not it is a slot; null for none. */
  readonly time: string | null
  readonly visitTime: string
  readonly visitors: Party
}

export interface Pricing {
  readonly subtotalCents: number
  readonly discountsCents: number
  readonly taxesCents: number
  readonly feesCents: number
  readonly totalCents: number
  /** The total without discounts. */
  readonly originalCents: number
  /** Within both totals. */
  readonly taxes: readonly { name: string; originalCents: number; retailCents: number }[]
  readonly currency: string
  readonly breakdown: readonly {
    type: PriceLineType
    name: LocalizedText | null
    quantity: number
    unitPriceCents: number
    totalCents: number
  }[]
  /** The name of a coupon is its code. */
  readonly discounts: readonly {
    type: PriceDiscountType
    name: LocalizedText | string
    amountCents: number
    percentage: number
  }[]
  /** A coupon that was given but has no share in this price, dropped by a change or from the start; absent without. */
  readonly notApplied?: readonly { code: string; reason: NotAppliedReason }[]
  /** Where the guests live, as the price counts it; absent when it was not given. */
  readonly residency?: 'quintana_roo' | 'mexico' | 'foreign'
  /** The price comes from a quote whose currency a reservation cannot be priced in, so it is never calculated again. */
  readonly isQuotedOnly?: boolean
}

export interface ReservedService {
  readonly id: string
  readonly name: LocalizedText
  readonly type: ReservationServiceType
  readonly quantity: number
  readonly priceCents: number
  readonly durationMinutes: number | null
  readonly pickup: { readonly location: string; readonly time: string } | null
  readonly included: boolean
}

export interface Notes {
  readonly internal?: string
  readonly guest?: string
}

export interface Metadata {
  readonly source: string
  readonly userAgent: string
  readonly referrer: string
  readonly affiliateId: string | null
}

/** One payment. Instants inside JSON columns are ISO 8601 texts. */
export interface RecordedPayment {
  readonly id: string
  readonly method: string | null
  readonly provider: string | null
  readonly transactionId: string | null
  readonly paidAt: string
  readonly amountCents: number
  /** Absent without one. */
  readonly note?: string | null
}

/** A part of a credit that went back to the guest. */
export interface ReturnedCredit {
  readonly id: string
  readonly amountCents: number
  readonly returnedAt: string
}

/** The first payment, and later ones after a change that made the reservation more expensive. */
export interface Payment extends RecordedPayment {
  readonly status: ReservationPaymentStatus
  /** All that was paid, additional payments included; the price may have changed since. */
  readonly amountCents: number
  readonly additional?: readonly RecordedPayment[]
  /** The part refunded after changes that made the reservation cheaper; absent when there was none. */
  readonly returnedCents?: number
  readonly returns?: readonly ReturnedCredit[]
}

export interface Cancellation {
  readonly reason: CancellationReason
  readonly cancelledAt: string
  readonly cancelledBy: 'guest' | 'partner' | 'operator' | 'system'
  readonly note: string | null
}

export interface StoredRefund {
  readonly eligible: boolean
  readonly amountCents: number
  /** The refunded part of the amount. */
  readonly settledCents: number
  readonly feesCents: number
  readonly processingTime: string
  readonly refundId: string | null
  readonly status: RefundStatus
  readonly method: string | null
}

export interface Staff {
  readonly id: string | null
  readonly name: string | null
}

export const staffOf = (staff: Partial<Staff> | null | undefined): Staff | null =>
  staff ? { id: staff.id ?? null, name: staff.name ?? null } : null

export interface CheckIn {
  readonly checkedInAt: string
  readonly expectedDeparture: string
  readonly actualVisitors: Party
  readonly staff: Staff | null
}

export interface Completion {
  readonly completedAt: string
  readonly actualDurationMinutes: number
  readonly totalVisitMinutes: number
  readonly staff: Staff | null
  /** Where the guest may review the visit; null when no review was requested. */
  readonly review: { readonly link: string; readonly expiresAt: string } | null
}

export interface StoredDocument {
  readonly type: DocumentType
  readonly name: string
  readonly generatedAt: string
}

/** Where and when a visit takes place. */
export type Visit = Pick<Reservation, 'productId' | 'visitDate' | 'visitTime'>

export const isSameDay = (a: Visit, b: Visit): boolean => a.productId === b.productId && a.visitDate === b.visitDate

export const isSameVisit = (a: Visit, b: Visit): boolean => isSameDay(a, b) && a.visitTime === b.visitTime

export { peopleOf }

/** The places that a reservation takes, and for how many people. */
export const heldPlaces = (reservation: Reservation): PartyPlaces => ({
  places: placesOf(reservation),
  people: peopleOf(reservation),
})

/** The counts of visitors with their total. */
export const visitorsOf = (party: Party) => ({ total: peopleOf(party), ...partyOf(party) })

/** A reservation with one more line in its internal notes. */
export const withInternalNote = (
  { notes }: Pick<Reservation, 'notes'>,
  line: string | null | undefined,
): Reservation['notes'] =>
  line ? { ...notes, internal: notes?.internal ? `${notes.internal}\n${line}` : line } : notes

/** A state that a reservation came into. */
export interface StatusChange {
  readonly reservationId: string
  readonly version: number
  readonly status: Status
  readonly at: Date
  readonly note: string | null
  readonly author: Author
}

/** The difference between a reservation before and after; for services, those added and removed. */
export interface Change {
  readonly field: string
  readonly oldValue?: unknown
  readonly newValue?: unknown
  readonly added?: readonly string[]
  readonly removed?: readonly string[]
}

/** A modification that was made, with the version that it left. */
export interface PastModification {
  readonly reservationId: string
  readonly version: number
  readonly at: Date
  readonly author: Author
  readonly changes: readonly Change[]
  readonly previousTotalCents: number
  readonly newTotalCents: number
}

export interface ReservationEdge {
  readonly cursor: string
  readonly node: Reservation
}

export interface ReservationPage {
  readonly edges: readonly ReservationEdge[]
  readonly hasNextPage: boolean
  readonly hasPreviousPage: boolean
  /** Counted only when selected. */
  count(): Promise<number>
}
