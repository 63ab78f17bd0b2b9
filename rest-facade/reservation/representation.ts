import type { Static } from 'typebox'
import { reviewRepresentation } from '../cenote/index.ts'
import type {
  AuthorFieldsFragment,
  CancelReservationMutation,
  ChangeFieldsFragment,
  CheckInReservationMutation,
  CommunicationFieldsFragment,
  CompleteReservationMutation,
  ConfirmReservationMutation,
  CreatedReservationFragment,
  ExtendReservationMutation,
  MarkReservationNoShowMutation,
  ModifyReservationMutation,
  PaymentDueFieldsFragment,
  QuoteCancellationQuery,
  RecordPaymentMutation,
  RefundFieldsFragment,
  RefundReservationMutation,
  ReservationItemFragment,
  SendingFieldsFragment,
  SnapshotItemFragment,
} from '../generated/operations.ts'
import { lowerName, presentFields, wholeUnits } from '../../schema/present-fields.ts'
import {
  accountRepresentation,
  checkInRepresentation,
  completionRepresentation,
  notAppliedRepresentation,
  paidRepresentation,
  priceRepresentation,
  productRepresentation,
  refundRepresentation,
  reservationRepresentation as baseRepresentation,
  reviewRequestRepresentation,
  transportRepresentation,
  visitorsRepresentation,
} from '../../schema/reservation-representation.ts'
import type {
  CancellationQuote,
  CancelledReservation,
  ConfirmedReservation,
  CreatedReservation,
  ExtendedReservation,
  MissedReservation,
  ModifiedReservation,
  PaidReservation,
  RefundedReservation,
} from './response-schema.ts'
import { productType } from '../schemas/product-type.ts'
import type { Author, Changes, Communication, Modifications, Reservation } from './reservation-schema.ts'

/** The REST representation of a reservation, with the parts that a request may add. */
export function reservationRepresentation(
  reservation: ReservationItemFragment,
  parts: { cenote: boolean },
): Static<typeof Reservation> {
  const { cenote, tour } = reservation
  const completed = reservation.status === 'COMPLETED'
  return {
    ...baseRepresentation(reservation, productOf(reservation)),
    ...(parts.cenote && tour ? { cenote: null, tour: tourRepresentation(tour) } : {}),
    ...presentFields({
      partner: reservation.partner,
      cenote:
        parts.cenote && cenote?.name !== undefined && cenote.location !== undefined
          ? presentFields({
              id: cenote.id,
              name: cenote.name,
              location: cenote.location,
              contact: cenote.contact && presentFields(cenote.contact),
            })
          : undefined,
      reviews: completed ? cenote?.reviews?.map(reviewRepresentation) : undefined,
      qrCode: reservation.qrCode,
      statusHistory: reservation.statusHistory?.map(({ status, by, ...change }) => ({
        status: lowerName(status),
        ...change,
        by: authorRepresentation(by),
      })),
      timeline: reservation.timeline,
      documents: reservation.documents?.map(({ type, ...document }) =>
        presentFields({ type: lowerName(type), ...document }),
      ),
      communications: reservation.communications?.map(communicationRepresentation),
      modifications: reservation.modifications && modificationsRepresentation(reservation.modifications),
      guestMay: reservation.guestMay,
      hidePrice: reservation.hidePrice,
      tickets: reservation.tickets && lowerName(reservation.tickets),
      returnUrl: reservation.returnUrl,
      cancelUrl: reservation.cancelUrl,
    }),
  }
}

/** A reservation as it was at an event. */
export const snapshotRepresentation = ({ partner, ...snapshot }: SnapshotItemFragment) => ({
  ...baseRepresentation(snapshot, productOf(snapshot)),
  ...presentFields({ partner }),
})

/** A product with its type by the name that REST has for it. */
const productOf = ({ product, productName }: Pick<ReservationItemFragment, 'product' | 'productName'>) => ({
  id: product.id,
  type: productType(product),
  name: productName,
})

/** A tour as the expansion shows it: where it begins, if it has a meeting point. */
function tourRepresentation({
  id,
  name,
  meetingPoints = [],
}: NonNullable<ReservationItemFragment['tour']>): Static<typeof Reservation>['tour'] {
  const start = meetingPoints.find(({ type, isActive }) => type === 'MEETING_POINT' && isActive)
  const location = start && { latitude: start.latitude, longitude: start.longitude, address: start.address }
  return { id, name: name ?? '', ...presentFields({ location }) }
}

/** A message to the guest. */
export const communicationRepresentation = ({
  type,
  status,
  attempts,
  ...message
}: CommunicationFieldsFragment): Static<typeof Communication> => ({
  ...presentFields({ ...message, type: lowerName(type), status: lowerName(status) }),
  attempts: attempts.map(({ outcome, ...attempt }) => ({ ...attempt, outcome: lowerName(outcome) })),
})

/** The author of a change; null when it is not known. */
export const authorRepresentation = (by: AuthorFieldsFragment | null): Static<typeof Author> | null =>
  by && { type: lowerName(by.type), keyId: by.keyId, keyLabel: by.keyLabel }

const changesRepresentation = (changes: readonly ChangeFieldsFragment[]): Static<typeof Changes> =>
  changes.map(({ field, oldValue, newValue, added, removed }) =>
    added && removed ? { field: 'services' as const, added, removed } : { field, oldValue, newValue },
  )

/** `VISIT_TIME` as REST writes it: `visitTime`. */
const camelName = (name: string): string =>
  name.toLowerCase().replace(/_(.)/g, (_match, letter: string) => letter.toUpperCase())

const modificationsRepresentation = ({
  history,
  allowedChanges,
  ...open
}: NonNullable<ReservationItemFragment['modifications']>): Static<typeof Modifications> => ({
  ...open,
  allowedChanges: allowedChanges.map(camelName),
  history: history.map(({ at, by, changes, previousTotalCents, newTotalCents, differenceCents }) => ({
    at,
    by: authorRepresentation(by),
    changes: changesRepresentation(changes),
    pricing: {
      previousTotal: wholeUnits(previousTotalCents),
      newTotal: wholeUnits(newTotalCents),
      difference: wholeUnits(differenceCents),
    },
  })),
})

/** Response of POST /reservations. */
export function createdRepresentation({
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
    ...productRepresentation(productOf(reservation)),
    visitDate: reservation.visitDate,
    visitTime: reservation.visitTime,
    visitors: visitorsRepresentation(visitors),
    pricing: priceRepresentation(pricing),
    transport: transportRepresentation(reservation),
    payment: paymentDueRepresentation(paymentDue),
    cancellation: reservation.cancellation,
    confirmationCode: reservation.confirmationCode,
    ...presentFields({ resellerReference: reservation.resellerReference, externalId: reservation.externalId }),
    qrCode: reservation.qrCode,
    createdAt: reservation.createdAt,
    expiresAt: reservation.expiresAt,
  }
}

/** The payment due before confirming, and how to pay it. */
function paymentDueRepresentation(
  paymentDue: PaymentDueFieldsFragment | null,
): Static<typeof CreatedReservation>['payment'] {
  if (!paymentDue) return { required: false, deadline: null, methods: [] }
  const { deadline, methods, creditCardUrl } = paymentDue
  return { required: true, deadline, methods, instructions: { creditCard: { url: creditCardUrl } } }
}

/** The refund of a reservation; one of 0 when there is none. */
const refundOrNone = (refund: RefundFieldsFragment | null): Static<typeof CancelledReservation>['refund'] =>
  refund
    ? refundRepresentation(refund)
    : {
        eligible: false,
        amount: 0,
        settled: 0,
        fees: 0,
        processingTime: null,
        refundId: null,
        status: 'not_applicable',
      }

/** Response of PATCH /reservations/{id}. */
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
    changes: changesRepresentation(changes),
    pricing: {
      previousTotal: wholeUnits(previousTotalCents),
      newTotal: wholeUnits(newTotalCents),
      difference: wholeUnits(differenceCents),
      currency: reservation.pricing.currency,
      ...notAppliedRepresentation(reservation.pricing),
    },
    payment: {
      additionalPaymentRequired: additionalPayment !== null,
      amount: wholeUnits(additionalPayment?.amountCents ?? 0),
      deadline: additionalPayment?.deadline ?? null,
      paymentUrl: additionalPayment?.paymentUrl ?? null,
      ...(reservation.creditDueCents > 0 ? { creditDue: wholeUnits(reservation.creditDueCents) } : {}),
    },
  }
}

/** The refund that cancelling now would compute. */
export function quoteRepresentation({
  reservation,
  refund,
}: NonNullable<QuoteCancellationQuery['cancellationQuote']>): Static<typeof CancellationQuote> {
  return {
    id: reservation.id,
    status: lowerName(reservation.status),
    cancellation: reservation.cancellation,
    refund: refundOrNone(refund),
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

/** Response of POST /reservations/{id}/checkin. */
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

/** Response of POST /reservations/{id}/complete. */
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
    reviewRequest: reviewRequest
      ? reviewRequestRepresentation(reviewRequest)
      : { sent: false, link: null, expires: null },
  }
}

export const missedRepresentation = ({
  status,
  ...reservation
}: MarkReservationNoShowMutation['markReservationNoShow']): Static<typeof MissedReservation> => ({
  ...reservation,
  status: lowerName(status),
})

/** Response of POST /reservations/{id}/refund. */
export const refundedRepresentation = (
  reservation: RefundReservationMutation['refundReservation'],
): Static<typeof RefundedReservation> => ({
  id: reservation.id,
  status: lowerName(reservation.status),
  refund: refundRepresentation(reservation.refund ?? creditRefund(reservation)),
  payment: { ...accountRepresentation(reservation), currency: reservation.pricing.currency },
})

/** The credit of an active reservation in the form of a refund: the credits returned so far, and the rest. */
const creditRefund = ({
  amountReturnedCents,
  creditDueCents,
  payment,
}: RefundReservationMutation['refundReservation']): RefundFieldsFragment => ({
  eligible: true,
  amountCents: amountReturnedCents + creditDueCents,
  settledCents: amountReturnedCents,
  feesCents: 0,
  processingTime: 'none',
  refundId: payment?.returns.at(-1)?.id ?? null,
  status: creditDueCents === 0 ? 'COMPLETED' : 'PROCESSING',
})

/** Whether a message of a type was accepted by the mail server, and when; the latest counts. */
function sending(messages: readonly SendingFieldsFragment[], type: string): { sent: boolean; sentAt: string | null } {
  const message = messages.findLast((candidate) => candidate.type === type)
  const sentAt = message?.sentAt ?? null
  return { sent: sentAt !== null, sentAt }
}

/** Response of POST /reservations/{id}/confirm; `paymentId` is that of the payment to record. */
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
      status: lowerName(payment.status),
      confirmedAt: recorded.paidAt,
      ...paidRepresentation(reservation),
    },
    documents: { confirmation: addressOf('CONFIRMATION'), ticket: addressOf('TICKET') },
    communications: { confirmationEmail: sending(reservation.communications, 'CONFIRMATION_EMAIL') },
  }
}

/** Response of POST /reservations/{id}/payments. */
export const paidRecordRepresentation = ({
  reservation,
  paymentId,
  amountCents,
  method,
  transactionId,
  note,
  paidAt,
}: RecordPaymentMutation['recordPayment']): Static<typeof PaidReservation> => ({
  id: reservation.id,
  status: lowerName(reservation.status),
  payment: {
    id: paymentId,
    amount: wholeUnits(amountCents),
    method,
    transactionId,
    note,
    paidAt,
    ...accountRepresentation(reservation),
    currency: reservation.pricing.currency,
  },
})

/** Response of POST /reservations/{id}/cancel. */
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
      cancelledBy: cancellation.cancelledBy && lowerName(cancellation.cancelledBy),
      note: cancellation.note,
    },
    refund: refundOrNone(refund),
    communications: { cancellationEmail: sending(reservation.communications, 'CANCELLATION_EMAIL') },
  }
}
