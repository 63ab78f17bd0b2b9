import { directPartner } from '../../../schema/built-in-partners.ts'
import { isGate, isOperator } from '../caller.ts'
import { shownBy } from '../../../platform/trust/author.ts'
import type { ReservationContext } from './context.ts'
import type { ReservationLoaders } from './loaders.ts'
import type { MutationResolvers, Resolvers } from '../generated/resolvers.ts'
import { cancelReservation, quoteCancellation } from './cancel/cancel.ts'
import { withOperationKey } from '../../../platform/graphql/operation-key.ts'
import { cancellationDeadline, isOpenTo, policy, refundTiers } from './rules/cancellation.ts'
import { effectiveTerms, mailsGuest } from './rules/guest-terms.ts'
import { historyOf } from './read/rules/history.ts'
import {
  namedByTicket,
  ownersContext,
  readableReservation,
  referencedReservation,
  type GateReach,
  type NamesReservation,
} from './read/find.ts'
import { reservationPage } from './read/list.ts'
import { checkIn } from './visit/check-in.ts'
import { complete } from './visit/complete.ts'
import { confirmReservation } from './confirm/confirm.ts'
import { extend } from './expire/extend.ts'
import { checkoutAddress, fileAddress, paymentAddress, visitAddress } from './notifications/addresses.ts'
import { signedFile } from './notifications/files.ts'
import { cancelVisit, changeVisit, resendVisitTicket } from './guest-pages/actions.ts'
import { guestVisit, playCheckout } from './guest-pages/guest.ts'
import { guestVisitResolvers } from './guest-pages/guest-visit.ts'
import { isVoid, type Status } from './rules/lifecycle.ts'
import { mailFailureIn, noteIn, refundTimeIn, textIn } from './rules/wording.ts'
import { shownMessages } from './rules/messages.ts'
import { modifyReservation } from './modify/modify.ts'
import { markNoShow } from './visit/no-show.ts'
import { participantsOf } from './rules/participants.ts'
import {
  amountPaidCents,
  amountReturnedCents,
  balanceDueCents,
  creditDueCents,
  refundDueCents,
} from './rules/payment.ts'
import { recordPayment } from './pay/record-payment.ts'
import { refund } from './pay/refund.ts'
import {
  cenoteIdOf,
  productReference,
  tourIdOf,
  visitorsOf,
  type Change,
  type ProductOf,
  type Reservation,
  type ShownReservation,
} from './reservation.ts'
import type { SalesRow } from './read/rules/sales.ts'
import { resend } from './resend/resend.ts'
import { sendPaymentLink } from './pay/send-payment-link.ts'
import { createReservation } from './create/create.ts'
import { previewReservations, createReservations } from './create/create-each.ts'
import { reservationSummary } from './read/summary.ts'
import { salesReport } from './read/sales.ts'
import { allowedActions, allowedChanges, type Actor } from './read/rules/actions.ts'
import { amountsOf, slotsOf } from './read/rules/summary.ts'
import { shownTransport } from './rules/transport.ts'
import { ticketCode } from './ticket-code.ts'

const changesShown = (changes: readonly Change[]) =>
  changes.map(({ added, removed, ...change }) => ({
    ...change,
    added: added && [...added],
    removed: removed && [...removed],
  }))

const referenceTo = (id: string | null) => (id === null ? null : { id })
const cenoteReference = (one: ProductOf) => referenceTo(cenoteIdOf(one))
const tourReference = (one: ProductOf) => referenceTo(tourIdOf(one))

/** A reference to the product of a report's row; null when the report does not tell products apart. */
const productIn = <R>({ product, productType }: SalesRow, refer: (one: ProductOf) => R): R | null =>
  product === undefined || productType === undefined ? null : refer({ productId: product, productType })

const canBeModified = (reservation: ShownReservation, _arguments: unknown, context: ReservationContext): boolean =>
  isOpenTo('modify', reservation, reservation.reportedAt ?? context.clock.now(), isOperator(context))

const shownTerms = async (reservation: Reservation, { services, database }: ReservationContext) =>
  effectiveTerms(reservation, await services.settings[database.environment].shown(reservation.partnerId))

function actorOn({ partnerId }: Pick<Reservation, 'partnerId'>, context: ReservationContext): Actor {
  if (isGate(context)) return partnerId === directPartner.id ? 'gate of direct' : 'gate'
  return isOperator(context) ? 'operator' : 'partner'
}

/** Runs a command on a reservation as its partner's own: the operator's staff may name one of any partner. */
const onReservation =
  <Input extends NamesReservation, Result>(
    command: (input: Input, context: ReservationContext) => Promise<Result>,
    gateReach: GateReach = 'direct',
  ) =>
  async (_parent: unknown, { input }: { readonly input: Input }, context: ReservationContext): Promise<Result> =>
    command(input, await ownersContext(input, context, gateReach))

/** The loaders of these resolvers, beside the context of commands. */
type RequestContext = ReservationContext & { readonly reservations: ReservationLoaders }

const reservationFields = {
  isNew: ({ isNew }) => isNew ?? false,
  partner: ({ partnerId }) => ({ id: partnerId }),
  product: productReference,
  productName: ({ productNames }, _arguments, { language }) => productNames[language],
  cenote: cenoteReference,
  tour: tourReference,
  visitors: visitorsOf,
  participants: participantsOf,
  guest: ({ guest }) => guest,
  pricing: ({ pricing }) => pricing,
  payment: ({ payment }) => payment,
  amountPaidCents,
  amountReturnedCents,
  balanceDueCents,
  creditDueCents,
  refundDueCents,
  paymentDue(reservation, _arguments, context) {
    const creditCardUrl = paymentAddress(reservation, context)
    if (creditCardUrl === null) return null
    return { deadline: reservation.paymentDeadline, methods: ['credit_card', 'paypal', 'cash'], creditCardUrl }
  },
  services: ({ services }) => [...services],
  transport: (reservation, _arguments, { language }) => shownTransport(reservation, language),
  notes: ({ notes }) => notes,
  cancellation(reservation, _arguments, context) {
    const { clock, language } = context
    const { visitAt, cancellation } = reservation
    return {
      allowed: isOpenTo('cancel', reservation, reservation.reportedAt ?? clock.now(), isOperator(context)),
      deadline: cancellationDeadline(visitAt),
      policy,
      refundCeiling: reservation.refundCeiling,
      reason: cancellation?.reason ?? null,
      cancelledAt: cancellation?.cancelledAt ?? null,
      cancelledBy: cancellation?.cancelledBy ?? null,
      note: noteIn(cancellation?.note ?? null, language),
    }
  },
  refund: ({ refund }, _arguments, { language }) =>
    refund && { ...refund, processingTime: refundTimeIn(refund.processingTime, language) },
  checkIn: ({ checkIn }) => checkIn && { ...checkIn, actualVisitors: visitorsOf(checkIn.actualVisitors) },
  completion: ({ completion }) => completion,
  async reviewRequest(reservation, _arguments, context) {
    const { completion, reportedAt } = reservation
    if (!completion?.review) return null
    const messages = await context.reservations.communications.load(reservation)
    const sent = messages.some(
      ({ type, sentAt }) => type === 'review_request' && sentAt !== null && (!reportedAt || sentAt < reportedAt),
    )
    return { sent, ...completion.review }
  },
  metadata: ({ metadata }) => metadata,
  visitUrl: (reservation, _arguments, context) => visitAddress(reservation, context),
  qrCode: (reservation, _arguments, context) => ({
    url: fileAddress(reservation, 'qr', context),
    data: ticketCode(reservation, context.services.signingSecret),
    isValid: !isVoid(reservation.status),
  }),
  async statusHistory(reservation, _arguments, context) {
    const changes = await context.reservations.statusChanges.load(reservation)
    return historyOf(reservation, changes).map(({ status, at, note, author }) => ({
      status,
      timestamp: at,
      note: noteIn(note, context.language),
      by: shownBy(author, context),
    }))
  },
  guestMay: async (reservation, _arguments, context) => (await shownTerms(reservation, context)).guestMay,
  hidePrice: async (reservation, _arguments, context) => (await shownTerms(reservation, context)).hidePrice,
  tickets: async (reservation, _arguments, context) => (await shownTerms(reservation, context)).tickets,
  mailsGuest,
  returnUrl: ({ guestTerms }) => guestTerms?.returnUrl ?? null,
  cancelUrl: ({ guestTerms }) => guestTerms?.cancelUrl ?? null,
  timeline: ({ createdAt, paymentDeadline, visitAt, dayEndsAt }) => ({
    created: createdAt,
    paymentDeadline,
    cancellationDeadline: cancellationDeadline(visitAt),
    visitDate: visitAt,
    completionDeadline: dayEndsAt,
  }),
  documents: (reservation, _arguments, context) =>
    reservation.documents.map(({ type, name, generatedAt }) => ({
      type,
      name,
      generatedAt,
      url: fileAddress(reservation, type, context),
      qrCode: type === 'ticket' ? fileAddress(reservation, 'qr', context) : null,
    })),
  async communications(reservation, _arguments, context) {
    const communications = await context.reservations.communications.load(reservation)
    return shownMessages(communications, reservation, context.clock.now())
  },
  modifications: (reservation) => reservation,
  allowedActions: (reservation, _arguments, context) =>
    allowedActions(
      reservation,
      reservation.reportedAt ?? context.clock.now(),
      context.database.environment,
      actorOn(reservation, context),
      context.services.holdMinutes,
    ),
  expiresAt: ({ status, paymentDeadline }) => (status === 'pending' ? paymentDeadline : null),
} satisfies Resolvers<RequestContext>['Reservation']

const resolvers: Resolvers<RequestContext> = {
  Query: {
    reservation: (_parent, named, context) => readableReservation(named, context),
    reservations: (_parent, args, context) => reservationPage(args, context),
    reservationSummary: (_parent, { filter }, context) => reservationSummary(filter, context),
    salesReport: async (_parent, { filter, by }, context) => ({ rows: await salesReport(filter, by, context) }),
    reservationPreview: (_parent, { input }, context) => previewReservations(input, context),
    cancellationQuote: onReservation(quoteCancellation),
    reservationPolicy: (_parent, _input, { services }) => ({
      holdMinutes: services.holdMinutes,
      horizonDays: services.horizonDays,
      refundTiers: [...refundTiers],
    }),
    guestVisit: (_parent, { token, language }, context) =>
      guestVisit({ token, kinds: ['visit'], language: language ?? undefined }, context),
    checkoutVisit: (_parent, { token, reservation, language }, context) =>
      guestVisit({ token, kinds: ['checkout'], of: reservation, language: language ?? undefined }, context),
    signedFile: (_parent, { token, format, reservation }, context) =>
      signedFile({ token, format: format ?? 'png', of: reservation ?? null }, context),
  },
  Mutation: withOperationKey<MutationResolvers<ReservationContext>>({
    createReservation: (_parent, { input }, context) => createReservation(input, context),
    createReservations: (_parent, { input }, context) => createReservations(input, context),
    confirmReservation: onReservation(confirmReservation),
    playCheckout: (_parent, { input }, context) => playCheckout(input, context),
    cancelVisit: (_parent, { input }, context) => cancelVisit(input, context),
    changeVisit: (_parent, { input }, context) => changeVisit(input, context),
    resendVisitTicket: (_parent, { input }, context) => resendVisitTicket(input, context),
    recordPayment: onReservation(recordPayment, 'every partner'),
    cancelReservation: onReservation(cancelReservation),
    modifyReservation: onReservation(modifyReservation),
    extendReservation: onReservation(extend),
    checkInReservation: async (parent, { input }, context) => {
      const id = await namedByTicket(input.id, context)
      return onReservation(checkIn, 'every partner')(parent, { input: { ...input, id } }, context)
    },
    completeReservation: onReservation(complete),
    markReservationNoShow: onReservation(markNoShow),
    refundReservation: onReservation(refund),
    resendCommunication: onReservation(resend),
    sendPaymentLink: onReservation(sendPaymentLink),
  }),
  PaymentRecord: {
    paymentId: ({ payment }) => payment.id,
    amountCents: ({ payment }) => payment.amountCents,
    method: ({ payment }) => payment.method,
    transactionId: ({ payment }) => payment.transactionId,
    note: ({ payment }) => payment.note ?? null,
    paidAt: ({ payment }) => payment.paidAt as never,
  },
  ReservationModification: {
    changes: ({ changes }) => changesShown(changes),
    newTotalCents: ({ reservation }) => reservation.pricing.totalCents,
    differenceCents: ({ reservation, previousTotalCents }) => reservation.pricing.totalCents - previousTotalCents,
    additionalPayment: ({ additionalPayment, reservation }, _arguments, context) =>
      additionalPayment && { ...additionalPayment, paymentUrl: checkoutAddress(reservation, context) },
  },
  GuestVisit: guestVisitResolvers,
  ReservationConnection: {
    edges: ({ edges }) => [...edges],
    nodes: ({ edges }) => edges.map(({ node }) => node),
    pageInfo: ({ edges, hasNextPage, hasPreviousPage }) => ({
      hasNextPage,
      hasPreviousPage,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    }),
    totalCount: (connection) => connection.count(),
  },
  ReservationSummary: {
    reservations: ({ rows }) => rows.reduce((sum, { reservations }) => sum + reservations, 0),
    visitors: ({ rows }) => rows.reduce((sum, { visitors }) => sum + visitors, 0),
    amounts: ({ rows }) => amountsOf(rows),
    slots: ({ rows }) => slotsOf(rows),
  },
  SlotSummary: { product: productReference, cenote: cenoteReference },
  SalesRow: {
    partner: ({ partner }) => (partner === undefined ? null : { id: partner }),
    productId: ({ product }) => product ?? null,
    product: (row) => productIn(row, productReference),
    cenote: (row) => productIn(row, cenoteReference),
    tour: (row) => productIn(row, tourReference),
    status: ({ status }) => (status as Status | undefined) ?? null,
  },
  ReservationPricing: {
    breakdown: ({ breakdown }, _arguments, { language }) =>
      breakdown.map((line) => ({ ...line, name: line.name && textIn(line.name, language) })),
    discounts: ({ discounts }, _arguments, { language }) =>
      discounts.map((discount) => ({ ...discount, name: textIn(discount.name, language) })),
    residency: ({ residency }) => residency ?? null,
    notAppliedDiscounts: ({ notApplied }) => [...(notApplied ?? [])],
  },
  ReservationPayment: {
    paymentId: ({ id }) => id,
    additional: ({ additional }) => [...(additional ?? [])],
    returns: ({ returns }) => [...(returns ?? [])],
  },
  AdditionalReservationPayment: { paymentId: ({ id }) => id },
  ReservationService: {
    cenoteServiceId: ({ id }) => id,
    name: ({ name }, _arguments, { language }) => textIn(name, language),
  },
  ReservationMeetingPoint: { meetingPointId: ({ id }) => id },
  Staff: { staffId: ({ id }) => id },
  Guest: { locales: ({ locales }) => (locales ? [...locales] : null) },
  Participant: {
    participantId: ({ id }) => id,
    contact: ({ contact }) => contact ?? null,
  },
  ParticipantContact: { locales: ({ locales }) => [...(locales ?? [])] },
  Modifications: {
    allowed: canBeModified,
    deadline: ({ visitAt }) => cancellationDeadline(visitAt),
    allowedChanges: (reservation, _arguments, context) =>
      canBeModified(reservation, _arguments, context) ? [...allowedChanges] : [],
    restrictions: (_parent, _arguments, { language }) => [
      language === 'es' ? 'Sujeto a disponibilidad' : 'Subject to availability',
    ],
    async history(reservation, _arguments, context) {
      // Details read the history of states anyway. When it has an entry for each version, nothing was modified.
      const statusChanges = await context.reservations.statusChanges.load(reservation)
      if (statusChanges.filter(({ version }) => version <= reservation.version).length >= reservation.version) return []
      const made = await context.reservations.modifications.load(reservation)
      return made
        .filter(({ version }) => version <= reservation.version)
        .map(({ at, author, changes, previousTotalCents, newTotalCents }) => ({
          at,
          by: shownBy(author, context),
          changes: changesShown(changes),
          previousTotalCents,
          newTotalCents,
          differenceCents: newTotalCents - previousTotalCents,
        }))
    },
  },
  Communication: {
    communicationId: ({ id }) => id,
    attempts: ({ deliveryAttempts }, _arguments, { language }) =>
      deliveryAttempts.map(({ at, failure }) => ({
        at: new Date(at),
        outcome: failure === null ? 'sent' : 'failed',
        error: failure && mailFailureIn(failure, language),
      })),
    testMail: (communication, _arguments, context) => context.reservations.storedMessages.load(communication),
  },
}

const { isNew: _, ...snapshotResolvers } = reservationFields

export const reservationResolvers = {
  ...resolvers,
  Reservation: {
    ...reservationFields,
    __resolveReference: ({ id }: { id: string }, context: RequestContext): Promise<Reservation> =>
      referencedReservation(id, context),
  },
  ReservationSnapshot: { ...snapshotResolvers, reservationId: ({ id }: Reservation): string => id },
}
