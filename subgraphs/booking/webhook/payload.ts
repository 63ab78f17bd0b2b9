import type { Environment } from '../../../platform/trust/identity.ts'
import {
  amountPaidCents,
  balanceDueCents,
  cancellationDeadline,
  cancellationPolicy,
  isOpenTo,
  peopleOf,
  textIn,
  type Reservation,
} from '../reservation/index.ts'
import { pingType } from './webhook.ts'
import type { DueDelivery, ReportedEvent } from './due-delivery.ts'

/** The text that a receiver is sent, the same at every attempt. In the sandbox it says so. */
export function bodyOf({ type, webhookId, createdAt, event }: DueDelivery, environment: Environment): string {
  return JSON.stringify({
    ...(event === null
      ? { type: pingType, timestamp: createdAt.toISOString(), data: { webhookId } }
      : {
          type,
          timestamp: event.occurredAt.toISOString(),
          data: {
            ...reservationRepresentation(event),
            version: event.reservation.version,
          },
        }),
    ...(environment === 'sandbox' ? { _sandbox: true } : {}),
  })
}

const wholeUnits = (cents: number): number => cents / 100
const instant = (date: Date): string => date.toISOString()

/**
 * A reservation as the REST API shows it, at the instant of its event. The REST facade has the same representation for
 * the events it lists, because neither service imports the other; a test compares the two.
 */
function reservationRepresentation({
  reservation,
  occurredAt,
  reviewRequestSent,
}: ReportedEvent): Record<string, unknown> {
  const { guest, pricing, services, cancellation, status, visitAt, checkIn, completion, refund } = reservation
  // No caller is here: the partner reads it in the language in which it created the reservation.
  const { language } = reservation
  return present(
    {
      id: reservation.id,
      bookingReference: reservation.bookingReference,
      confirmationCode: reservation.confirmationCode,
      status,
      expiresAt: status === 'pending' ? instant(reservation.paymentDeadline) : null,
      cenoteId: reservation.cenoteId,
      visitDate: reservation.visitDate,
      visitTime: reservation.visitTime,
      visitors: {
        total: peopleOf(reservation),
        breakdown: { adults: reservation.adults, children: reservation.children, seniors: reservation.seniors },
      },
      guest: present(guest),
      pricing: {
        subtotal: wholeUnits(pricing.subtotalCents),
        taxes: wholeUnits(pricing.taxesCents),
        fees: wholeUnits(pricing.feesCents),
        total: wholeUnits(pricing.totalCents),
        currency: pricing.currency,
        breakdown: pricing.breakdown.map(({ unitPriceCents, totalCents, ...line }) => ({
          ...present({ ...line, name: line.name && textIn(line.name, language) }),
          unitPrice: wholeUnits(unitPriceCents),
          total: wholeUnits(totalCents),
        })),
        ...(pricing.discounts.length > 0 && {
          discounts: pricing.discounts.map(({ amountCents, ...discount }) => ({
            ...discount,
            name: textIn(discount.name, language),
            amount: wholeUnits(amountCents),
          })),
        }),
        ...(pricing.residency && { residency: pricing.residency }),
        ...(pricing.notApplied && { notApplied: pricing.notApplied }),
      },
      payment: paymentOf(reservation),
      services:
        services.length > 0
          ? services.map(({ priceCents, durationMinutes, ...service }) =>
              present({
                ...service,
                name: textIn(service.name, language),
                price: wholeUnits(priceCents),
                duration: durationMinutes,
              }),
            )
          : null,
      specialRequests: reservation.specialRequests,
      notes: reservation.notes && present(reservation.notes),
      cancellation: present({
        allowed: isOpenTo('cancel', reservation, occurredAt),
        deadline: instant(cancellationDeadline(visitAt)),
        policy: cancellationPolicy,
        ...cancellation,
      }),
      confirmationSent: reservation.confirmationSent,
      reminderSent: reservation.reminderSent,
      completion: completion && {
        completedAt: completion.completedAt,
        actualDuration: completion.actualDurationMinutes,
        totalVisitTime: completion.totalVisitMinutes,
        staff: staffOf(completion),
      },
      reviewRequest: completion?.review && {
        sent: reviewRequestSent,
        link: completion.review.link,
        expires: completion.review.expiresAt,
      },
      refund: refund && {
        eligible: refund.eligible,
        amount: wholeUnits(refund.amountCents),
        settled: wholeUnits(refund.settledCents),
        fees: wholeUnits(refund.feesCents),
        processingTime: refund.processingTime,
        refundId: refund.refundId,
        status: refund.status,
      },
      metadata: reservation.metadata,
      createdAt: instant(reservation.createdAt),
      updatedAt: instant(reservation.updatedAt),
    },
    {
      checkIn: checkIn && {
        checkedInAt: checkIn.checkedInAt,
        expectedDeparture: checkIn.expectedDeparture,
        actualVisitors: checkIn.actualVisitors,
        staff: staffOf(checkIn),
      },
    },
  )
}

/** The first payment with what was paid in all and is still due, and those that followed it. */
function paymentOf(reservation: Reservation): object | null {
  if (!reservation.payment) return null
  const { id, status, method, provider, transactionId, paidAt, additional = [] } = reservation.payment
  return present({
    id,
    status,
    method,
    provider,
    transactionId,
    paidAt,
    amountPaid: wholeUnits(amountPaidCents(reservation)),
    balanceDue: wholeUnits(balanceDueCents(reservation)),
    additional:
      additional.length > 0
        ? additional.map(({ amountCents, ...one }) => ({ ...present(one), amount: wholeUnits(amountCents) }))
        : null,
  })
}

const staffOf = ({ staff }: { staff: object | null }): object | null => staff && present(staff)

/** Without the members that have no value; `always` are there all the same. */
function present(object: object, always: object = {}): Record<string, unknown> {
  return {
    ...Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null && value !== undefined)),
    ...always,
  }
}
