import type { FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { reviewRepresentation } from '../cenote/index.ts'
import { topLevelOf } from '../field-selection.ts'
import type {
  CancelReservationInput,
  CancelReservationMutation,
  CheckInFieldsFragment,
  CheckInReservationInput,
  CheckInReservationMutation,
  CompleteReservationInput,
  CompleteReservationMutation,
  CompletionFieldsFragment,
  ConfirmReservationMutation,
  CreatedReservationFragment,
  CreateReservationInput,
  ExtendReservationMutation,
  ListReservationsQueryVariables,
  MarkReservationNoShowMutation,
  ModifyReservationInput,
  ModifyReservationMutation,
  QuoteCancellationQuery,
  RefundFieldsFragment,
  RefundReservationInput,
  RefundReservationMutation,
  ReservationFilter,
  ReservationItemFragment,
  ReservationPriceFragment,
  ReservationSort,
} from '../generated/operations.ts'
import { lowerName, presentFields, wholeUnits } from '../present-fields.ts'
import { instantOfText, namesIn } from '../validation.ts'
import { isFlat } from './schema.ts'
import type {
  CancelBody,
  CancellationQuote,
  CancelledReservation,
  CheckInBody,
  CompleteBody,
  CompletedReservation,
  ConfirmedReservation,
  CreateBody,
  CreatedReservation,
  ExtendedReservation,
  FlatCreateBody,
  MissedReservation,
  ModifiedReservation,
  ModifyBody,
  RefundBody,
  RefundedReservation,
  Reservation,
  ReservationListQuery,
  VisitorsBody,
} from './schema.ts'

/** Where a request says it comes from. */
export interface RequestOrigin {
  readonly userAgent: string | undefined
  readonly referrer: string | undefined
}

const headerLimit = 500

export const originOf = ({ headers }: FastifyRequest): RequestOrigin => ({
  userAgent: headers['user-agent'],
  referrer: headers.referer,
})

/** The mutation's input out of a creation body of either variant. */
export const inputOfCreateBody = (
  body: Static<typeof CreateBody> | Static<typeof FlatCreateBody>,
  origin: RequestOrigin,
): CreateReservationInput =>
  isFlat(body)
    ? inputOfFlatBody(body as Static<typeof FlatCreateBody>, origin)
    : inputOfBody(body as Static<typeof CreateBody>, origin)

/** The mutation's input out of the full body (specification 4.2). */
function inputOfBody(body: Static<typeof CreateBody>, origin: RequestOrigin): CreateReservationInput {
  const { visitors, metadata, services = [], ...rest } = body
  const { name, email, phone, nationality, dateOfBirth, emergencyContact, preferences, loyaltyMember } = body.guest
  return {
    ...presentFields({
      cenoteId: rest.cenoteId,
      visitDate: rest.visitDate,
      visitTime: rest.visitTime,
      specialRequests: rest.specialRequests,
      promoCode: rest.promoCode,
      quoteToken: rest.quoteToken,
    }),
    visitors: countsOf(visitors),
    guest: presentFields({
      name,
      email,
      phone,
      nationality,
      dateOfBirth,
      emergencyContact,
      preferences,
      loyaltyMember,
    }),
    services: services.map(({ id, quantity = 1, pickup }) => presentFields({ id, quantity, pickup })),
    metadata: presentFields({
      source: metadata?.source,
      affiliateId: metadata?.affiliateId,
      userAgent: origin.userAgent?.slice(0, headerLimit),
      referrer: origin.referrer?.slice(0, headerLimit),
    }),
  }
}

/**
 * The mutation's input out of the flat body (decisions 6): the integer counts adults, name and phone stay empty.
 * Date and time are taken as written; the time is only a wish, which holds when it names a slot.
 */
function inputOfFlatBody(body: Static<typeof FlatCreateBody>, origin: RequestOrigin): CreateReservationInput {
  return {
    ...presentFields({
      cenoteId: body.cenoteId,
      visitDate: body.date.slice(0, 10),
      preferredTime: body.date.length > 10 ? body.date.slice(11, 16) : undefined,
    }),
    visitors: { adults: body.visitors, children: 0, seniors: 0 },
    guest: { name: '', email: body.email, phone: '' },
    services: [],
    metadata: presentFields({
      userAgent: origin.userAgent?.slice(0, headerLimit),
      referrer: origin.referrer?.slice(0, headerLimit),
    }),
  }
}

/** An amount in cents; undefined for `auto`, which leaves it to the rules. */
const centsOf = (amount: 'auto' | number | undefined): number | undefined =>
  typeof amount === 'number' ? Math.round(amount * 100) : undefined

export const refundInput = (id: string, body: Static<typeof RefundBody>): RefundReservationInput => ({
  ...presentFields({ amountCents: centsOf(body.amount) }),
  id,
})

/** The mutation's input out of the check-in body. */
export const checkInInput = (id: string, body: Static<typeof CheckInBody>): CheckInReservationInput => ({
  ...presentFields({
    checkedInAt: body.checkedInAt,
    actualVisitors: body.actualVisitors && countsOf(body.actualVisitors),
    staff: body.staff,
    notes: body.notes,
  }),
  id,
})

/** The mutation's input out of the completion body. */
export const completeInput = (id: string, body: Static<typeof CompleteBody>): CompleteReservationInput => ({
  ...presentFields({
    completedAt: body.completedAt,
    actualDurationMinutes: body.actualDuration,
    staff: body.staff,
    notes: body.notes,
  }),
  id,
  requestReview: body.feedback?.requestReview ?? false,
  followUpEmail: body.feedback?.followUpEmail ?? false,
})

const countsOf = ({ adults, children = 0, seniors = 0 }: Static<typeof VisitorsBody>) => ({ adults, children, seniors })

/** The mutation's input out of the cancellation body; a refund amount is whole units there and cents here. */
export function cancelInput(id: string, body: Static<typeof CancelBody>): CancelReservationInput {
  const { refund } = body
  return {
    ...presentFields({ note: body.note, refundMethod: refund?.method, refundAmountCents: centsOf(refund?.amount) }),
    id,
    reason: body.reason.toUpperCase() as Uppercase<typeof body.reason>,
    refundRequested: refund?.requested ?? true,
    notifyGuest: body.notifyGuest ?? false,
  }
}

const guestFields = [
  'name',
  'email',
  'phone',
  'nationality',
  'dateOfBirth',
  'emergencyContact',
  'preferences',
  'loyaltyMember',
] as const

/** The mutation's input out of the modification body: null empties, what is absent stays. */
export function modifyInput(
  id: string,
  body: Static<typeof ModifyBody>,
  options: { dryRun: boolean; expectedVersions: number[] | undefined },
): ModifyReservationInput {
  const { visitTime, visitors, specialRequests, guest, services } = body
  return {
    ...presentFields({
      visitTime,
      visitors: visitors && pick(visitors, ['adults', 'children', 'seniors']),
      guest: guest && pick(guest, guestFields),
      services: services?.map(({ action, ...service }) => ({
        ...pick(service, ['id', 'quantity', 'pickup']),
        action: action.toUpperCase() as Uppercase<typeof action>,
      })),
      expectedVersions: options.expectedVersions,
    }),
    ...(specialRequests === undefined ? {} : { specialRequests }),
    id,
    dryRun: options.dryRun,
  }
}

/** An object with the named members it has: others would be no input of the contract. */
const pick = <T extends object, N extends keyof T>(object: T, names: readonly N[]): Pick<T, N> =>
  Object.fromEntries(names.filter((name) => name in object).map((name) => [name, object[name]])) as Pick<T, N>

type ListQuery = Static<typeof ReservationListQuery>

const sortFields = { createdAt: 'CREATED_AT', updatedAt: 'UPDATED_AT', visitDate: 'VISIT_DATE' } as const

/** Filter and sort of the list in GraphQL's terms. */
export function listVariables(query: ListQuery): { filter: ReservationFilter; sort: ReservationSort } {
  return {
    filter: presentFields({
      status: query.status && (query.status.toUpperCase() as Uppercase<typeof query.status>),
      cenoteId: query.cenoteId,
      guestEmail: query.guestEmail,
      dateFrom: query.dateFrom,
      dateTo: query.dateTo,
      createdAfter: instantOfText(query.createdAfter, 'start'),
      createdBefore: instantOfText(query.createdBefore, 'end'),
    }),
    sort: {
      field: sortFields[query.sortBy ?? 'createdAt'],
      direction: query.sortDirection === 'asc' ? 'ASC' : 'DESC',
    },
  }
}

const detailFields = ['qrCode', 'statusHistory', 'timeline', 'documents', 'communications', 'modifications']

/** Which parts of a reservation an operation resolves: `fields` narrows, `expand` adds, a list has no detail. */
export function partsOf(
  query: { fields?: string; expand?: string },
  detail: boolean,
): Pick<ListReservationsQueryVariables, 'cenote' | 'reviews' | 'detail'> {
  const wanted = topLevelOf(namesIn(query.fields))
  const expanded = new Set(namesIn(query.expand))
  const named = detailFields.some((name) => wanted?.has(name))
  return {
    cenote: expanded.has('cenote'),
    reviews: expanded.has('reviews'),
    detail: wanted === null ? detail : named,
  }
}

/** Names of `fields` together with the expansions, which come whether named there or not. */
export function selectedFields(query: { fields?: string; expand?: string }): string[] {
  const fields = namesIn(query.fields)
  return fields.length === 0 ? [] : [...fields, ...namesIn(query.expand)]
}

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
  }
}

const visitorsOf = ({ total, adults, children, seniors }: ReservationItemFragment['visitors']) => ({
  total,
  breakdown: { adults, children, seniors },
})

/** A reservation as specification 2.3 shows it; amounts in whole units of its currency. */
export function reservationRepresentation(
  reservation: ReservationItemFragment,
  parts: { cenote: boolean },
): Static<typeof Reservation> {
  const { guest, payment, services, cancellation, notes, metadata, cenote } = reservation
  const completed = reservation.status === 'COMPLETED'
  return {
    ...presentFields({
      id: reservation.id,
      bookingReference: reservation.bookingReference,
      status: lowerName(reservation.status),
      cenoteId: cenote.id,
      visitDate: reservation.visitDate,
      visitTime: reservation.visitTime,
      visitors: visitorsOf(reservation.visitors),
      guest: presentFields(guest),
      pricing: price(reservation.pricing),
      payment: payment && presentFields(payment),
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
      statusHistory: reservation.statusHistory?.map(({ status, ...change }) =>
        presentFields({ status: lowerName(status), ...change }),
      ),
      timeline: reservation.timeline,
      documents: reservation.documents?.map((document) => presentFields(document)),
      communications: reservation.communications?.map((message) => presentFields(message)),
      modifications: reservation.modifications,
      createdAt: reservation.createdAt,
      updatedAt: reservation.updatedAt,
    }),
  }
}

/** Answer of POST /reservations (specification 4.2). */
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

type PaymentDue = CreatedReservationFragment['paymentDue']

/** What is due before confirming, and how to pay it. */
function paymentDueRepresentation(paymentDue: PaymentDue): Static<typeof CreatedReservation>['payment'] {
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
  review: CompleteReservationMutation['completeReservation']['reviewRequest'],
): Static<typeof CompletedReservation>['reviewRequest'] => ({
  sent: review?.sent ?? false,
  link: review?.link ?? null,
  expires: review?.expiresAt ?? null,
})

/** Answer of PATCH /reservations/{id} (specification 4.2). */
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

/** Answer of POST /reservations/{id}/checkin (specification 4.2). */
export function checkedInRepresentation({
  id,
  status,
  checkIn,
}: CheckInReservationMutation['checkInReservation']): object {
  return { id, status: lowerName(status), checkIn: checkIn && checkInRepresentation(checkIn) }
}

/** Answer of POST /reservations/{id}/complete (specification 4.2). */
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

interface Message {
  readonly type: string
  readonly status: string
  readonly sentAt: string | null
}

/** Whether a message of a type went out, and when; the latest counts. */
function sending(messages: readonly Message[], type: string): { sent: boolean; sentAt: string | null } {
  const message = messages.findLast((candidate) => candidate.type === type)
  return { sent: message?.status === 'sent', sentAt: message?.sentAt ?? null }
}

/** Answer of POST /reservations/{id}/confirm (specification 4.2). */
export function confirmedRepresentation(
  reservation: ConfirmReservationMutation['confirmReservation'],
): Static<typeof ConfirmedReservation> {
  const { payment, documents } = reservation
  const addressOf = (type: string): string | null =>
    documents.findLast((document) => document.type === type)?.url ?? null
  return {
    id: reservation.id,
    status: lowerName(reservation.status),
    confirmationCode: reservation.confirmationCode,
    payment: payment && { id: payment.id, status: payment.status, confirmedAt: payment.paidAt },
    documents: { confirmation: addressOf('confirmation'), ticket: addressOf('ticket') },
    communications: { confirmationEmail: sending(reservation.communications, 'confirmation_email') },
  }
}

/** Answer of POST /reservations/{id}/cancel (specification 4.2). */
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
