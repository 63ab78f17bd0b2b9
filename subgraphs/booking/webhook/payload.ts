import { shownAuthor } from '../../../platform/trust/author.ts'
import type { Environment } from '../../../platform/trust/identity.ts'
import type { AnyEventType } from '../../../schema/event-types.ts'
import { reservationRepresentation, type ReservationView } from '../../../schema/reservation-representation.ts'
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
  type Reservation,
} from '../reservation/index.ts'
import { octoNotification } from './octo-notification.ts'
import { pingType } from './webhook.ts'
import type { DeliveryContent, ProductChange, ReservationReport } from './due-delivery.ts'

/**
 * The text that a receiver is sent, the same at every attempt. In the sandbox it says so, except in OCTO's format, whose
 * receivers read in the booking whether it is one of tests.
 */
export async function bodyOf(
  content: DeliveryContent,
  environment: Environment,
  nameOfProduct: NameOfProduct,
): Promise<string> {
  if (content.format === 'octo') return JSON.stringify(octoNotification(content))
  return JSON.stringify({
    ...(await messageOf(content, environment, nameOfProduct)),
    ...(environment === 'sandbox' ? { _sandbox: true } : {}),
  })
}

async function messageOf(
  { type, webhookId, createdAt, event }: DeliveryContent,
  environment: Environment,
  nameOfProduct: NameOfProduct,
): Promise<{ type: string; timestamp: string; data: object }> {
  if (type === pingType) return { type, timestamp: createdAt.toISOString(), data: { webhookId } }
  if (event === null) throw new Error('The event of a delivery is not stored any more')
  const timestamp = event.occurredAt.toISOString()
  if (event.reservation === undefined) return { type, timestamp, data: changeOf(type, event.change) }
  const { productId, productType } = event.reservation
  const name = await productNameOf(event, environment, nameOfProduct)
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

/** Reservations of an earlier version do not say how their product is called. */
const productNameOf = (
  { reservation }: ReservationReport,
  environment: Environment,
  nameOfProduct: NameOfProduct,
): string | Promise<string> =>
  reservation.productNames?.[reservation.language] ?? nameOfProduct(reservation, environment)

/** The name of a reservation's product, in the language of the reservation. */
export type NameOfProduct = (reservation: Reservation, environment: Environment) => Promise<string>

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
      provider: payment.provider ?? null,
      transactionId: payment.transactionId,
      paidAt: payment.paidAt,
      additional: (payment.additional ?? []).map((one) => ({ ...one, provider: one.provider ?? null })),
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
