import { shownParty, type PartyCounts } from './ages.ts'
import { lowerName, presentFields, wholeUnits } from './present-fields.ts'
import type { CancellationReason, ReservationStatus } from './reservation-statuses.ts'

/** A name as GraphQL or as the database writes it. */
type EitherCase<T extends string> = T | Uppercase<T>

type Residency = 'quintana_roo' | 'mexico' | 'foreign'
type OmissionReason = 'not_combinable' | 'better_without' | 'min_spend_not_met' | 'not_applicable'

interface Staff {
  readonly id: string | null
  readonly name: string | null
}

export interface PriceView {
  readonly subtotalCents: number
  readonly taxesCents: number
  readonly feesCents: number
  readonly totalCents: number
  readonly currency: string
  readonly breakdown: readonly {
    readonly type: string
    readonly name: string | null
    readonly quantity: number
    readonly unitPriceCents: number
    readonly totalCents: number
  }[]
  readonly discounts: readonly {
    readonly type: string
    readonly name: string
    readonly amountCents: number
    readonly percentage: number
  }[]
  readonly notAppliedDiscounts: readonly NotAppliedView[]
  readonly residency: EitherCase<Residency> | null
}

interface NotAppliedView {
  readonly code: string
  readonly reason: EitherCase<OmissionReason>
}

export interface VisitorsView extends PartyCounts {
  readonly total: number
}

interface LaterPaymentView {
  readonly id: string
  readonly method: string | null
  readonly provider: string | null
  readonly transactionId: string | null
  readonly paidAt: string
}

export interface PaidView {
  readonly amountPaidCents: number
  readonly balanceDueCents: number
}

/** Totals of payments and refunds, and the balance owed either way. */
export interface AccountView extends PaidView {
  readonly amountReturnedCents: number
  readonly creditDueCents: number
}

export interface PaymentView extends AccountView {
  readonly payment:
    | (LaterPaymentView & {
        readonly status: string
        readonly additional: readonly (LaterPaymentView & { readonly amountCents: number })[]
        readonly returns: readonly { readonly id: string; readonly amountCents: number; readonly returnedAt: string }[]
      })
    | null
}

export interface CheckInView {
  readonly checkedInAt: string
  readonly expectedDeparture: string
  readonly actualVisitors: PartyCounts
  readonly staff: Staff | null
}

export interface CompletionView {
  readonly completedAt: string
  readonly actualDurationMinutes: number
  readonly totalVisitMinutes: number
  readonly staff: Staff | null
}

export interface ReviewRequestView {
  readonly sent: boolean
  readonly link: string
  readonly expiresAt: string
}

export interface RefundView {
  readonly eligible: boolean
  readonly amountCents: number
  readonly settledCents: number
  readonly feesCents: number
  readonly processingTime: string
  readonly refundId: string | null
  readonly status: string
}

interface PlaceView {
  readonly latitude: number
  readonly longitude: number
}

export interface TransportView {
  readonly option: EitherCase<'meeting_point' | 'hotel_pickup' | 'private_transfer'>
  readonly meetingPoint: {
    readonly id: string
    readonly name: string
    readonly address: string
    readonly coordinates: PlaceView
  } | null
  readonly pickup: {
    readonly date: string
    readonly time: string
    readonly place: string | null
    readonly coordinates: PlaceView | null
    readonly hotel: string | null
    readonly address: string | null
    readonly room: string | null
    readonly notes: string | null
  }
}

/** The product of a reservation, with the name it had when the reservation was made. */
interface ProductView {
  readonly id: string
  readonly type: 'cenote' | 'tour'
  readonly name: string
}

/** A reservation as it is represented, whichever service knows it. Amounts in cents, instants in ISO 8601. */
export interface ReservationView extends PaymentView {
  readonly id: string
  readonly bookingReference: string
  readonly confirmationCode: string
  readonly resellerReference: string | null
  readonly externalId: string | null
  readonly status: EitherCase<ReservationStatus>
  readonly expiresAt: string | null
  readonly visitDate: string
  readonly visitTime: string
  readonly visitors: VisitorsView
  readonly guest: {
    readonly name: string
    readonly email: string
    readonly phone: string
    readonly nationality?: string | null
    readonly dateOfBirth?: string | null
    readonly preferences?: unknown
    readonly loyaltyMember?: unknown
    readonly emergencyContact?: { readonly name: string; readonly phone: string; readonly relationship: string } | null
  }
  readonly pricing: PriceView
  readonly services: readonly {
    readonly id: string
    readonly name: string
    readonly type: string
    readonly quantity: number
    readonly priceCents: number
    readonly durationMinutes: number | null
    readonly included: boolean
    readonly pickup: { readonly location: string; readonly time: string } | null
  }[]
  readonly transport: TransportView | null
  readonly specialRequests: string | null
  readonly notes: { readonly internal?: string | null; readonly guest?: string | null } | null
  readonly cancellation: {
    readonly reason: EitherCase<CancellationReason> | null
    readonly cancelledAt: string | null
    readonly cancelledBy: string | null
    readonly note: string | null
    readonly allowed: boolean
    readonly deadline: string
    readonly refundCeiling: number
    readonly policy: { readonly fullRefund: string; readonly partialRefund: string; readonly noRefund: string }
  }
  readonly confirmationSent: boolean
  readonly reminderSent: boolean
  readonly disrupted: boolean
  readonly checkIn: CheckInView | null
  readonly completion: CompletionView | null
  readonly reviewRequest: ReviewRequestView | null
  readonly refund: RefundView | null
  readonly metadata: {
    readonly source: string
    readonly userAgent: string
    readonly referrer: string
    readonly affiliateId: string | null
  }
  readonly createdAt: string
  readonly updatedAt: string
}

/**
 * A reservation as the REST API and webhooks send it: amounts in whole units of its currency, names of enums in lower
 * case. Members without a value are left out, except `cenoteId`, `tourId`, `transport` and `checkIn`, which are null.
 */
export const reservationRepresentation = (view: ReservationView, product: ProductView) =>
  presentFields(
    {
      id: view.id,
      bookingReference: view.bookingReference,
      confirmationCode: view.confirmationCode,
      resellerReference: view.resellerReference,
      externalId: view.externalId,
      status: lowerName(view.status),
      expiresAt: view.expiresAt,
      ...productRepresentation(product),
      visitDate: view.visitDate,
      visitTime: view.visitTime,
      visitors: visitorsRepresentation(view.visitors),
      guest: guestRepresentation(view.guest),
      pricing: priceRepresentation(view.pricing),
      payment: paymentRepresentation(view),
      services:
        view.services.length === 0
          ? undefined
          : view.services.map(({ type, priceCents, durationMinutes, ...service }) =>
              presentFields({
                ...service,
                type: lowerName(type),
                price: wholeUnits(priceCents),
                duration: durationMinutes,
              }),
            ),
      transport: transportRepresentation(view),
      specialRequests: view.specialRequests,
      notes: view.notes && presentFields(view.notes),
      cancellation: cancellationRepresentation(view.cancellation),
      confirmationSent: view.confirmationSent,
      reminderSent: view.reminderSent,
      disrupted: view.disrupted,
      checkIn: view.checkIn && checkInRepresentation(view.checkIn),
      completion: view.completion && completionRepresentation(view.completion),
      reviewRequest: view.reviewRequest && reviewRequestRepresentation(view.reviewRequest),
      refund: view.refund && refundRepresentation(view.refund),
      metadata: view.metadata,
      createdAt: view.createdAt,
      updatedAt: view.updatedAt,
    },
    ['cenoteId', 'tourId', 'transport', 'checkIn'],
  )

/** The guest's documented members, in the order in which they are stored. */
const guestRepresentation = (guest: ReservationView['guest']) =>
  presentFields(
    Object.fromEntries(Object.entries(guest).filter(([name]) => guestMembers.has(name))) as ReservationView['guest'],
  )

const guestMembers: ReadonlySet<string> = new Set<keyof ReservationView['guest']>([
  'name',
  'email',
  'phone',
  'nationality',
  'dateOfBirth',
  'preferences',
  'loyaltyMember',
  'emergencyContact',
])

/** The product, and its id as that of its kind; that of the other kind is null. */
export const productRepresentation = ({ id, type, name }: ProductView) => ({
  cenoteId: type === 'cenote' ? id : null,
  tourId: type === 'tour' ? id : null,
  product: { type, id, name },
})

/** How the party comes. The day of the pickup is named only when it is not that of the visit. */
export function transportRepresentation({ transport, visitDate }: Pick<ReservationView, 'transport' | 'visitDate'>) {
  if (!transport) return null
  const { option, meetingPoint, pickup } = transport
  return presentFields({
    option: lowerName(option),
    meetingPointId: meetingPoint?.id,
    meetingPoint,
    pickup: presentFields({ ...pickup, date: pickup.date === visitDate ? null : pickup.date }),
  })
}

/** The terms and, once cancelled, the cancellation, whose note is null when it has none. */
const cancellationRepresentation = ({
  note,
  reason,
  cancelledBy,
  ...cancellation
}: ReservationView['cancellation']) => ({
  ...presentFields({
    ...cancellation,
    reason: reason && lowerName(reason),
    cancelledBy: cancelledBy && lowerName(cancelledBy),
  }),
  ...(cancellation.cancelledAt === null ? {} : { note }),
})

export const priceRepresentation = (price: PriceView) => ({
  subtotal: wholeUnits(price.subtotalCents),
  taxes: wholeUnits(price.taxesCents),
  fees: wholeUnits(price.feesCents),
  total: wholeUnits(price.totalCents),
  currency: price.currency,
  breakdown: price.breakdown.map(({ type, name, quantity, unitPriceCents, totalCents }) => ({
    ...presentFields({ type: lowerName(type), name, quantity }),
    unitPrice: wholeUnits(unitPriceCents),
    total: wholeUnits(totalCents),
  })),
  ...(price.discounts.length === 0
    ? {}
    : {
        discounts: price.discounts.map(({ type, name, amountCents, percentage }) => ({
          type: lowerName(type),
          name,
          amount: wholeUnits(amountCents),
          percentage,
        })),
      }),
  ...notAppliedRepresentation(price),
  ...(price.residency ? { residency: lowerName(price.residency) } : {}),
})

/** A coupon that has no share in a price; no member when there is none. */
export const notAppliedRepresentation = ({
  notAppliedDiscounts,
}: {
  readonly notAppliedDiscounts: readonly NotAppliedView[]
}): { notApplied?: { code: string; reason: OmissionReason }[] } =>
  notAppliedDiscounts.length === 0
    ? {}
    : { notApplied: notAppliedDiscounts.map(({ code, reason }) => ({ code, reason: lowerName(reason) })) }

export const visitorsRepresentation = (visitors: VisitorsView) => ({
  total: visitors.total,
  breakdown: shownParty(visitors),
})

/** The total paid and the amount still due. */
export const paidRepresentation = ({ amountPaidCents, balanceDueCents }: PaidView) => ({
  amountPaid: wholeUnits(amountPaidCents),
  balanceDue: wholeUnits(balanceDueCents),
})

/** The same with what went back and what is still to go back. */
export const accountRepresentation = (view: AccountView) => ({
  amountPaid: wholeUnits(view.amountPaidCents),
  amountReturned: wholeUnits(view.amountReturnedCents),
  balanceDue: wholeUnits(view.balanceDueCents),
  creditDue: wholeUnits(view.creditDueCents),
})

/** The first payment with what was paid in all and is due either way, those that followed it, and what went back. */
function paymentRepresentation(view: PaymentView) {
  if (!view.payment) return undefined
  const { additional, returns, status, ...first } = view.payment
  return {
    ...presentFields({ ...first, status: lowerName(status) }),
    ...accountRepresentation(view),
    ...(additional.length === 0
      ? {}
      : {
          additional: additional.map(({ amountCents, ...one }) => ({
            ...presentFields(one),
            amount: wholeUnits(amountCents),
          })),
        }),
    ...(returns.length === 0
      ? {}
      : { returns: returns.map(({ amountCents, ...one }) => ({ ...one, amount: wholeUnits(amountCents) })) }),
  }
}

export const checkInRepresentation = ({ staff, ...checkIn }: CheckInView) => ({
  ...checkIn,
  actualVisitors: shownParty(checkIn.actualVisitors),
  staff: staff && presentFields(staff),
})

export const completionRepresentation = (completion: CompletionView) => ({
  completedAt: completion.completedAt,
  actualDuration: completion.actualDurationMinutes,
  totalVisitTime: completion.totalVisitMinutes,
  staff: completion.staff && presentFields(completion.staff),
})

export const reviewRequestRepresentation = ({ sent, link, expiresAt }: ReviewRequestView) => ({
  sent,
  link,
  expires: expiresAt,
})

export const refundRepresentation = (refund: RefundView) => ({
  eligible: refund.eligible,
  amount: wholeUnits(refund.amountCents),
  settled: wholeUnits(refund.settledCents),
  fees: wholeUnits(refund.feesCents),
  processingTime: refund.processingTime,
  refundId: refund.refundId,
  status: lowerName(refund.status),
})
