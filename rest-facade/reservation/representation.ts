import type { Static } from 'typebox'
import { reviewRepresentation } from '../cenote/index.ts'
import type {
  CancelReservationMutation,
  CheckInFieldsFragment,
  CheckInReservationMutation,
  CompleteReservationMutation,
  CompletionFieldsFragment,
  ConfirmReservationMutation,
  CreatedReservationFragment,
  ExtendReservationMutation,
  MarkReservationNoShowMutation,
  ModifyReservationMutation,
  PaymentDueFieldsFragment,
  PaymentFieldsFragment,
  QuoteCancellationQuery,
  RefundFieldsFragment,
  RefundReservationMutation,
  ReservationItemFragment,
  ReservationPriceFragment,
  ReviewRequestFieldsFragment,
  SendingFieldsFragment,
} from '../generated/operations.ts'
import { lowerName, presentFields, wholeUnits } from '../present-fields.ts'
import { notApplied } from '../pricing/index.ts'
import type {
  CancellationQuote,
  CancelledReservation,
  CompletedReservation,
  ConfirmedReservation,
  CreatedReservation,
  ExtendedReservation,
  MissedReservation,
  ModifiedReservation,
  RefundedReservation,
  Reservation,
} from './response-schema.ts'

function price(pricing: ReservationPriceFragment): NonNullable<Static<typeof Reservation>['pricing']> {
  return {
    subtotal: wholeUnits(pricing.subtotalCents),
    taxes: wholeUnits(pricing.taxesCents),
    fees: wholeUnits(pricing.feesCents),
    total: wholeUnits(pricing.totalCents),
    currency: pricing.currency,
    breakdown: pricing.breakdown.map(({ type, name, quantity, unitPriceCents, totalCents }) => ({
      ...presentFields({ type, name, quantity }),
      unitPrice: wholeUnits(unitPriceCents),
      total: wholeUnits(totalCents),
    })),
    ...(pricing.discounts.length === 0
      ? {}
      : {
          discounts: pricing.discounts.map(({ type, name, amountCents, percentage }) => ({
            type,
            name,
            amount: wholeUnits(amountCents),
            percentage,
          })),
        }),
    ...notApplied(pricing),
    ...(pricing.residency ? { residency: lowerName(pricing.residency) } : {}),
  }
}

const visitorsOf = ({ total, adults, children, seniors }: ReservationItemFragment['visitors']) => ({
  total,
  breakdown: { adults, children, seniors },
})

/** What was paid in all and what is still due, in whole units. */
const paidRepresentation = ({
  amountPaidCents,
  balanceDueCents,
}: Pick<PaymentFieldsFragment, 'amountPaidCents' | 'balanceDueCents'>): { amountPaid: number; balanceDue: number } => ({
  amountPaid: wholeUnits(amountPaidCents),
  balanceDue: wholeUnits(balanceDueCents),
})

function paymentRepresentation(reservation: PaymentFieldsFragment): Static<typeof Reservation>['payment'] {
  if (!reservation.payment) return undefined
  const { additional, ...first } = reservation.payment
  return {
    ...presentFields(first),
    ...paidRepresentation(reservation),
    ...(additional.length === 0
      ? {}
      : {
          additional: additional.map(({ amountCents, ...one }) => ({
            ...presentFields(one),
            amount: wholeUnits(amountCents),
          })),
        }),
  }
}

/** A reservation as the REST API shows it; amounts in whole units of its currency. */
export function reservationRepresentation(
  reservation: ReservationItemFragment,
  parts: { cenote: boolean },
): Static<typeof Reservation> {
  const { guest, services, cancellation, notes, metadata, cenote } = reservation
  const completed = reservation.status === 'COMPLETED'
  return {
    ...presentFields({
      id: reservation.id,
      bookingReference: reservation.bookingReference,
      confirmationCode: reservation.confirmationCode,
      status: lowerName(reservation.status),
      expiresAt: reservation.expiresAt,
      cenoteId: cenote.id,
      visitDate: reservation.visitDate,
      visitTime: reservation.visitTime,
      visitors: visitorsOf(reservation.visitors),
      guest: presentFields(guest),
      pricing: price(reservation.pricing),
      payment: paymentRepresentation(reservation),
      services:
        services.length === 0
          ? undefined
          : services.map(({ priceCents, durationMinutes, ...service }) =>
              presentFields({ ...service, price: wholeUnits(priceCents), duration: durationMinutes }),
            ),
      specialRequests: reservation.specialRequests,
      notes: notes && presentFields(notes),
      cancellation: presentFields({ ...cancellation, reason: cancellation.reason && lowerName(cancellation.reason) }),
      confirmationSent: reservation.confirmationSent,
      reminderSent: reservation.reminderSent,
    }),
    checkIn: reservation.checkIn && checkInRepresentation(reservation.checkIn),
    ...presentFields({
      completion: reservation.completion && completionRepresentation(reservation.completion),
      reviewRequest: reservation.reviewRequest && reviewRequestRepresentation(reservation.reviewRequest),
      refund: reservation.refund && refundRepresentation(reservation.refund),
      cenote:
        parts.cenote && cenote.name !== undefined && cenote.location !== undefined
          ? presentFields({
              id: cenote.id,
              name: cenote.name,
              location: cenote.location,
              contact: cenote.contact && presentFields(cenote.contact),
            })
          : undefined,
      reviews: completed ? cenote.reviews?.map(reviewRepresentation) : undefined,
      metadata,
      qrCode: reservation.qrCode,
      statusHistory: reservation.statusHistory?.map(({ status, ...change }) => ({
        status: lowerName(status),
        ...change,
      })),
      timeline: reservation.timeline,
      documents: reservation.documents?.map((document) => presentFields(document)),
      communications: reservation.communications?.map((message) => presentFields(message)),
      modifications: reservation.modifications,
      createdAt: reservation.createdAt,
      updatedAt: reservation.updatedAt,
    }),
  }
}

/** Answer of POST /reservations. */
export function createdRepresentation({
  cenote,
  visitors,
  pricing,
  paymentDue,
  status,
  ...reservation
}: CreatedReservationFragment): Static<typeof CreatedReservation> {
  return {
    id: reservation.id,
    bookingReference: reservation.bookingReference,
    status: lowerName(status),
    cenoteId: cenote.id,
    visitDate: reservation.visitDate,
    visitTime: reservation.visitTime,
    visitors: visitorsOf(visitors),
    pricing: price(pricing),
    payment: paymentDueRepresentation(paymentDue),
    cancellation: reservation.cancellation,
    confirmationCode: reservation.confirmationCode,
    qrCode: reservation.qrCode,
    createdAt: reservation.createdAt,
    expiresAt: reservation.expiresAt,
  }
}

/** What is due before confirming, and how to pay it. */
function paymentDueRepresentation(
  paymentDue: PaymentDueFieldsFragment | null,
): Static<typeof CreatedReservation>['payment'] {
  if (!paymentDue) return { required: false, methods: [] }
  const { deadline, methods, creditCardUrl } = paymentDue
  return { required: true, deadline, methods, instructions: { creditCard: { url: creditCardUrl } } }
}

/** What comes back to the guest, in whole units. */
function refundRepresentation(refund: RefundFieldsFragment | null): Static<typeof CancelledReservation>['refund'] {
  return {
    eligible: refund?.eligible ?? false,
    amount: wholeUnits(refund?.amountCents ?? 0),
    settled: wholeUnits(refund?.settledCents ?? 0),
    fees: wholeUnits(refund?.feesCents ?? 0),
    processingTime: refund?.processingTime ?? null,
    refundId: refund?.refundId ?? null,
    status: refund?.status ?? 'not_applicable',
  }
}

const checkInRepresentation = ({ staff, ...checkIn }: CheckInFieldsFragment) => ({
  ...checkIn,
  staff: staff && presentFields(staff),
})

const completionRepresentation = (completion: CompletionFieldsFragment) => ({
  completedAt: completion.completedAt,
  actualDuration: completion.actualDurationMinutes,
  totalVisitTime: completion.totalVisitMinutes,
  staff: completion.staff && presentFields(completion.staff),
})

const reviewRequestRepresentation = (
  review: ReviewRequestFieldsFragment | null,
): Static<typeof CompletedReservation>['reviewRequest'] => ({
  sent: review?.sent ?? false,
  link: review?.link ?? null,
  expires: review?.expiresAt ?? null,
})

/** Answer of PATCH /reservations/{id}. */
export function modifiedRepresentation({
  reservation,
  changes,
  previousTotalCents,
  newTotalCents,
  differenceCents,
  additionalPayment,
}: ModifyReservationMutation['modifyReservation']): Static<typeof ModifiedReservation> {
  return {
    id: reservation.id,
    changes: changes.map(({ field, oldValue, newValue, added, removed }) =>
      added && removed ? { field: 'services' as const, added, removed } : { field, oldValue, newValue },
    ),
    pricing: {
      previousTotal: wholeUnits(previousTotalCents),
      newTotal: wholeUnits(newTotalCents),
      difference: wholeUnits(differenceCents),
      currency: reservation.pricing.currency,
    },
    payment: {
      additionalPaymentRequired: additionalPayment !== null,
      amount: wholeUnits(additionalPayment?.amountCents ?? 0),
      deadline: additionalPayment?.deadline ?? null,
      paymentUrl: additionalPayment?.paymentUrl ?? null,
    },
  }
}

/** What cancelling would do now. */
export function quoteRepresentation({
  reservation,
  refund,
}: NonNullable<QuoteCancellationQuery['cancellationQuote']>): Static<typeof CancellationQuote> {
  return {
    id: reservation.id,
    status: lowerName(reservation.status),
    cancellation: reservation.cancellation,
    refund: refundRepresentation(refund),
    currency: reservation.pricing.currency,
  }
}

export const extendedRepresentation = ({
  id,
  status,
  expiresAt,
  paymentDue,
}: ExtendReservationMutation['extendReservation']): Static<typeof ExtendedReservation> => ({
  id,
  status: lowerName(status),
  expiresAt,
  payment: paymentDueRepresentation(paymentDue),
})

/** Answer of POST /reservations/{id}/checkin. */
export function checkedInRepresentation(reservation: CheckInReservationMutation['checkInReservation']): object {
  const { id, status, checkIn, pricing } = reservation
  return {
    id,
    status: lowerName(status),
    checkIn: checkIn && checkInRepresentation(checkIn),
    ...(reservation.balanceDueCents > 0
      ? { payment: { ...paidRepresentation(reservation), currency: pricing.currency } }
      : {}),
  }
}

/** Answer of POST /reservations/{id}/complete. */
export function completedRepresentation({
  id,
  status,
  completion,
  reviewRequest,
}: CompleteReservationMutation['completeReservation']): object {
  return {
    id,
    status: lowerName(status),
    completion: completion && completionRepresentation(completion),
    reviewRequest: reviewRequestRepresentation(reviewRequest),
  }
}

export const missedRepresentation = ({
  status,
  ...reservation
}: MarkReservationNoShowMutation['markReservationNoShow']): Static<typeof MissedReservation> => ({
  ...reservation,
  status: lowerName(status),
})

export const refundedRepresentation = ({
  id,
  status,
  refund,
}: RefundReservationMutation['refundReservation']): Static<typeof RefundedReservation> => ({
  id,
  status: lowerName(status),
  refund: refundRepresentation(refund),
})

/** Whether a message of a type went out, and when; the latest counts. */
function sending(messages: readonly SendingFieldsFragment[], type: string): { sent: boolean; sentAt: string | null } {
  const message = messages.findLast((candidate) => candidate.type === type)
  return { sent: message?.status === 'sent', sentAt: message?.sentAt ?? null }
}

/** Answer of POST /reservations/{id}/confirm; `paymentId` is that of the payment to record. */
export function confirmedRepresentation(
  reservation: ConfirmReservationMutation['confirmReservation'],
  paymentId: string | undefined,
): Static<typeof ConfirmedReservation> {
  const { payment, documents } = reservation
  const recorded = payment && (payment.additional.find(({ id }) => id === paymentId) ?? payment)
  const addressOf = (type: string): string | null =>
    documents.findLast((document) => document.type === type)?.url ?? null
  return {
    id: reservation.id,
    status: lowerName(reservation.status),
    confirmationCode: reservation.confirmationCode,
    payment: recorded && {
      id: recorded.id,
      status: payment.status,
      confirmedAt: recorded.paidAt,
      ...paidRepresentation(reservation),
    },
    documents: { confirmation: addressOf('confirmation'), ticket: addressOf('ticket') },
    communications: { confirmationEmail: sending(reservation.communications, 'confirmation_email') },
  }
}

/** Answer of POST /reservations/{id}/cancel. */
export function cancelledRepresentation(
  reservation: CancelReservationMutation['cancelReservation'],
): Static<typeof CancelledReservation> {
  const { cancellation, refund } = reservation
  return {
    id: reservation.id,
    status: lowerName(reservation.status),
    cancellation: {
      reason: cancellation.reason && lowerName(cancellation.reason),
      cancelledAt: cancellation.cancelledAt,
      cancelledBy: cancellation.cancelledBy,
      note: cancellation.note,
    },
    refund: refundRepresentation(refund),
    communications: { cancellationEmail: sending(reservation.communications, 'cancellation_email') },
  }
}
