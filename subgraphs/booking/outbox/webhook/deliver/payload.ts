import { shownAuthor } from '../../../../../platform/trust/author.ts'
import type { Environment } from '../../../../../platform/trust/identity.ts'
import type { AnyEventType } from '../../../../../schema/event-types.ts'
import { reservationRepresentation, type ReservationView } from '../../../../../schema/reservation-representation.ts'
import {
  amountPaidCents,
  amountReturnedCents,
  balanceDueCents,
  creditDueCents,
  cancellationDeadline,
  cancellationPolicy,
  isOpenTo,
  noteIn,
  refundTimeIn,
  shownTransport,
  textIn,
  visitorsOf,
} from '../../../reservation/index.ts'
import { octoNotification } from './octo-notification.ts'
import { pingType } from '../webhook.ts'
import type { DeliveryContent, ProductChange, ReservationReport } from '../due-delivery.ts'

/**
 * The text that a receiver is sent, the same at every attempt. In the sandbox it says so, except in OCTO's format, whose
 * receivers read in the booking whether it is one of tests.
 */
export function bodyOf(content: DeliveryContent, environment: Environment): string {
  if (content.format === 'octo') return JSON.stringify(octoNotification(content))
  return JSON.stringify({
    ...messageOf(content),
    ...(environment === 'sandbox' ? { _sandbox: true } : {}),
  })
}

function messageOf({ type, webhookId, createdAt, event }: DeliveryContent): {
  type: string
  timestamp: string
  data: object
} {
  if (type === pingType) return { type, timestamp: createdAt.toISOString(), data: { webhookId } }
  if (event === null) throw new Error('The event of a delivery is not stored any more')
  const timestamp = event.occurredAt.toISOString()
  if (event.reservation === undefined) return { type, timestamp, data: changeOf(type, event.change) }
  const { productId, productType, productNames, language } = event.reservation
  const name = productNames[language]
  return {
    type,
    timestamp,
    data: {
      ...reservationRepresentation(viewOf(event), { id: productId, type: productType, name }),
      version: event.reservation.version,
      by: shownAuthor(event.author, false),
    },
  }
}

/** A change of what is sold, with the facts that belong to its type. */
function changeOf(type: AnyEventType, { productType, productId, dateFrom, dateTo, changed }: ProductChange): object {
  const product = { productType, productId }
  if (type === 'availability.updated') return { ...product, dateFrom, dateTo }
  return type === 'pricing.updated' ? product : { ...product, changed }
}

const instant = (date: Date): string => date.toISOString()

/** A reservation at the instant of its event. */
function viewOf({ reservation, occurredAt, reviewRequestSent }: ReservationReport): ReservationView {
  const { pricing, cancellation, status, completion, payment, refund } = reservation
  // No caller is here: the partner reads it in the language in which it created the reservation.
  const { language } = reservation
  const { notApplied = [], residency = null } = pricing
  return {
    id: reservation.id,
    bookingReference: reservation.bookingReference,
    confirmationCode: reservation.confirmationCode,
    resellerReference: reservation.resellerReference,
    externalId: reservation.externalId,
    status,
    expiresAt: status === 'pending' ? instant(reservation.paymentDeadline) : null,
    visitDate: reservation.visitDate,
    visitTime: reservation.visitTime,
    visitors: visitorsOf(reservation),
    guest: reservation.guest,
    pricing: {
      ...pricing,
      breakdown: pricing.breakdown.map((line) => ({ ...line, name: line.name && textIn(line.name, language) })),
      discounts: pricing.discounts.map((discount) => ({ ...discount, name: textIn(discount.name, language) })),
      notAppliedDiscounts: notApplied,
      residency,
    },
    payment: payment && {
      id: payment.id,
      status: payment.status,
      method: payment.method,
      provider: payment.provider,
      transactionId: payment.transactionId,
      paidAt: payment.paidAt,
      additional: payment.additional ?? [],
      returns: payment.returns ?? [],
    },
    amountPaidCents: amountPaidCents(reservation),
    amountReturnedCents: amountReturnedCents(reservation),
    balanceDueCents: balanceDueCents(reservation),
    creditDueCents: creditDueCents(reservation),
    services: reservation.services.map((service) => ({ ...service, name: textIn(service.name, language) })),
    transport: shownTransport(reservation, language),
    specialRequests: reservation.specialRequests,
    notes: reservation.notes,
    cancellation: {
      allowed: isOpenTo('cancel', reservation, occurredAt, false),
      deadline: instant(cancellationDeadline(reservation.visitAt)),
      policy: cancellationPolicy,
      refundCeiling: reservation.refundCeiling,
      ...(cancellation
        ? { ...cancellation, note: noteIn(cancellation.note, language) }
        : { reason: null, cancelledAt: null, cancelledBy: null, note: null }),
    },
    confirmationSent: reservation.confirmationSent,
    reminderSent: reservation.reminderSent,
    disrupted: reservation.disrupted,
    checkIn: reservation.checkIn,
    completion,
    reviewRequest: completion?.review ? { sent: reviewRequestSent, ...completion.review } : null,
    refund: refund && { ...refund, processingTime: refundTimeIn(refund.processingTime, language) },
    metadata: reservation.metadata,
    createdAt: instant(reservation.createdAt),
    updatedAt: instant(reservation.updatedAt),
  }
}
