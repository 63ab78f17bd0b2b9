import { cutPage, positionOf, readPageArguments, type PageArguments } from '../../../platform/graphql/connection.ts'
import { apiError } from '../../../schema/errors.ts'
import { partnerOf } from '../caller.ts'
import type { ReservationContext } from './context.ts'
import type { ReservationLoaders } from './loaders.ts'
import type {
  MutationResolvers,
  ReservationStatus,
  Resolvers,
  CancellationReason as GraphQLCancellationReason,
} from '../generated/resolvers.ts'
import { cancel, quote } from './commands/cancel.ts'
import { withOperationKey } from '../idempotency/index.ts'
import { refusePage } from '../paging.ts'
import { searchOf } from '../search.ts'
import { bindingDeadline, cancellationDeadline, policy, refundTiers } from './rules/cancellation.ts'
import { asOf } from './rules/expiry.ts'
import { checkIn } from './commands/check-in.ts'
import { complete } from './commands/complete.ts'
import { confirm } from './commands/confirm.ts'
import { extend } from './commands/extend.ts'
import { fileAddress, signedFile } from './notifications/files.ts'
import { canApply, isVoid, type Status } from './rules/lifecycle.ts'
import { textIn } from './rules/language.ts'
import { modify } from './commands/modify.ts'
import { markNoShow } from './commands/no-show.ts'
import { amountPaidCents, balanceDueCents } from './rules/payment.ts'
import { refund } from './commands/refund.ts'
import { countReservations, keysetOf, listReservations, type Direction, type SortField } from './store/list.ts'
import { isUuid } from '../../../platform/values/uuid.ts'
import { findReservation } from './store/read.ts'
import { peopleOf, type Reservation, type ReservationPage, type VisitorCounts } from './reservation.ts'
import { reserve } from './commands/reserve.ts'
import { reserveEach } from './commands/reserve-each.ts'

const toGraphQL = (status: Status): ReservationStatus => status.toUpperCase() as ReservationStatus
const visitorsOf = ({ adults, children, seniors }: VisitorCounts) => ({
  total: peopleOf({ adults, children, seniors }),
  adults,
  children,
  seniors,
})
const sortFields: Readonly<Record<string, SortField>> = {
  CREATED_AT: 'createdAt',
  UPDATED_AT: 'updatedAt',
  VISIT_DATE: 'visitDate',
}

/** The gateway's reference to a reservation; batched. */
async function resolveReference({ id }: { id: string }, context: RequestContext): Promise<Reservation> {
  const reservation = isUuid(id) ? await context.reservations.byId.load(id) : null
  if (!reservation) throw apiError('RESERVATION_NOT_FOUND', { reservationId: id })
  return asOf(reservation, context.clock.now())
}

/** What these resolvers read through loaders, beside what commands need. */
type RequestContext = ReservationContext & { readonly reservations: ReservationLoaders }

const resolvers: Resolvers<RequestContext> = {
  Query: {
    async reservation(_parent, { id }, context) {
      const reservation = await findReservation(context.database, partnerOf(context), id)
      if (!reservation) throw apiError('RESERVATION_NOT_FOUND', { reservationId: id })
      return asOf(reservation, context.clock.now())
    },
    reservations: (_parent, { filter, sort, first, after, offset }, context) =>
      page({ filter, sort, first: first ?? 15, after, offset }, context),
    cancellationQuote: (_parent, { input }, context) => quote(input, context),
    reservationPolicy: (_parent, _input, { services }) => ({
      holdMinutes: services.holdMinutes,
      horizonDays: services.horizonDays,
      refundTiers: [...refundTiers],
    }),
    signedFile: (_parent, { token, format, reservation }, context) =>
      signedFile({ token, format: format ?? 'PNG', of: reservation ?? null }, context),
  },
  Mutation: withOperationKey<MutationResolvers<ReservationContext>>({
    createReservation: (_parent, { input }, context) => reserve(input, context),
    createReservations: (_parent, { input }, context) => reserveEach(input, context),
    confirmReservation: (_parent, { input }, context) => confirm(input, context),
    cancelReservation: (_parent, { input }, context) => cancel(input, context),
    modifyReservation: (_parent, { input }, context) => modify(input, context),
    extendReservation: (_parent, { input }, context) => extend(input, context),
    checkInReservation: (_parent, { input }, context) => checkIn(input, context),
    completeReservation: (_parent, { input }, context) => complete(input, context),
    markReservationNoShow: (_parent, { input }, context) => markNoShow(input, context),
    refundReservation: (_parent, { input }, context) => refund(input, context),
  }),
  ReservationModification: {
    changes: ({ changes }) =>
      changes.map(({ added, removed, ...change }) => ({
        ...change,
        added: added && [...added],
        removed: removed && [...removed],
      })),
    newTotalCents: ({ reservation }) => reservation.pricing.totalCents,
    differenceCents: ({ reservation, previousTotalCents }) => reservation.pricing.totalCents - previousTotalCents,
    additionalPayment: ({ additionalPayment, reservation }, _arguments, { services }) =>
      additionalPayment && { ...additionalPayment, paymentUrl: `${services.checkoutUrl}/${reservation.id}` },
  },
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
  ReservationPricing: {
    breakdown: ({ breakdown }, _arguments, { language }) =>
      breakdown.map((line) => ({ ...line, name: line.name && textIn(line.name, language) })),
    discounts: ({ discounts }, _arguments, { language }) =>
      discounts.map((discount) => ({ ...discount, name: textIn(discount.name, language) })),
    residency: ({ residency }) => (residency ? (residency.toUpperCase() as Uppercase<typeof residency>) : null),
    notAppliedDiscounts: ({ notApplied }) =>
      (notApplied ?? []).map(({ code, reason }) => ({
        code,
        reason: reason.toUpperCase() as Uppercase<typeof reason>,
      })),
  },
  Reservation: {
    status: ({ status }) => toGraphQL(status),
    cenote: ({ cenoteId }) => ({ id: cenoteId }),
    visitors: visitorsOf,
    guest: ({ guest }) => guest,
    pricing: ({ pricing }) => pricing,
    payment: ({ payment }) => payment && { ...payment, additional: [...(payment.additional ?? [])] },
    amountPaidCents,
    balanceDueCents,
    paymentDue: ({ status, paymentDeadline, id }, _arguments, { services }) =>
      status === 'pending'
        ? {
            deadline: paymentDeadline,
            methods: ['credit_card', 'paypal', 'cash'],
            creditCardUrl: `${services.checkoutUrl}/${id}`,
          }
        : null,
    services: ({ services }, _arguments, { language }) =>
      services.map((service) => ({ ...service, name: textIn(service.name, language) })),
    notes: ({ notes }) => notes,
    cancellation(reservation, _arguments, { clock }) {
      const { status, visitAt, cancellation, reportedAt } = reservation
      return {
        allowed: canApply('cancel', status) && (reportedAt ?? clock.now()) < bindingDeadline(reservation),
        deadline: cancellationDeadline(visitAt),
        policy,
        reason: cancellation?.reason ? (cancellation.reason.toUpperCase() as GraphQLCancellationReason) : null,
        cancelledAt: cancellation?.cancelledAt ?? null,
        cancelledBy: cancellation?.cancelledBy ?? null,
        note: cancellation?.note ?? null,
      }
    },
    refund: ({ refund }) => refund,
    checkIn: ({ checkIn }) => checkIn && { ...checkIn, actualVisitors: visitorsOf(checkIn.actualVisitors) },
    completion: ({ completion }) => completion,
    async reviewRequest({ id, completion, reportedAt }, _arguments, context) {
      if (!completion?.review) return null
      const messages = await context.reservations.communications.load(id)
      const sent = messages.some(
        ({ type, sentAt }) => type === 'review_request' && sentAt !== null && (!reportedAt || sentAt < reportedAt),
      )
      return { sent, ...completion.review }
    },
    metadata: ({ metadata }) => metadata,
    qrCode: (reservation, _arguments, context) => ({
      url: fileAddress(reservation, 'qr', context),
      data: reservation.bookingReference,
      isValid: !isVoid(reservation.status),
    }),
    async statusHistory(reservation, _arguments, context) {
      // An event's reservation shows its history as it was then.
      const changes = (await context.reservations.statusChanges.load(reservation.id)).filter(
        ({ version }) => version <= reservation.version,
      )
      const history = changes.map(({ status, at, note }) => ({ status: toGraphQL(status), timestamp: at, note }))
      // A hold that has just ended, before the job has recorded it.
      if (reservation.status === 'cancelled' && changes.at(-1)?.status === 'pending' && reservation.cancellation)
        history.push({
          status: 'CANCELLED',
          timestamp: new Date(reservation.cancellation.cancelledAt),
          note: reservation.cancellation.note,
        })
      return history
    },
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
    async communications({ id, status }, _arguments, context) {
      const communications = await context.reservations.communications.load(id)
      // No reminder is sent for a visit that will not take place: the job drops planned ones when they are due.
      return communications.filter((message) => message.status !== 'scheduled' || status === 'confirmed')
    },
    modifications(reservation, _arguments, { clock, language }) {
      const { status, visitAt, reportedAt } = reservation
      const allowed = canApply('modify', status) && (reportedAt ?? clock.now()) < bindingDeadline(reservation)
      return {
        allowed,
        deadline: cancellationDeadline(visitAt),
        allowedChanges: allowed ? ['visitTime', 'visitorCount', 'services'] : [],
        restrictions: [language === 'es' ? 'Sujeto a disponibilidad' : 'Subject to availability'],
      }
    },
    expiresAt: ({ status, paymentDeadline }) => (status === 'pending' ? paymentDeadline : null),
  },
}

export const reservationResolvers = {
  ...resolvers,
  Reservation: { ...resolvers.Reservation, __resolveReference: resolveReference },
}

interface ListArguments extends PageArguments {
  readonly filter?: ReservationFilterInput | null | undefined
  readonly sort?: { readonly field: string; readonly direction?: string } | null | undefined
}

interface ReservationFilterInput {
  readonly status?: ReservationStatus | null
  readonly isActive?: boolean | null
  readonly search?: string | null
  readonly cenoteId?: string | null
  readonly guestEmail?: string | null
  readonly dateFrom?: string | null
  readonly dateTo?: string | null
  readonly createdAfter?: Date | null
  readonly createdBefore?: Date | null
}

async function page({ filter, sort, ...args }: ListArguments, context: ReservationContext): Promise<ReservationPage> {
  const { first, after, offset } = readPageArguments(args, refusePage)
  const field = sortFields[sort?.field ?? 'CREATED_AT'] ?? 'createdAt'
  const direction: Direction = sort?.direction === 'ASC' ? 'asc' : 'desc'
  const partnerId = partnerOf(context)
  const conditions = {
    partnerId,
    status: filter?.status ? (filter.status.toLowerCase() as Status) : undefined,
    isActive: filter?.isActive ?? undefined,
    search: searchOf(filter?.search),
    cenoteId: filter?.cenoteId ?? undefined,
    guestEmail: filter?.guestEmail ?? undefined,
    dateFrom: filter?.dateFrom ?? undefined,
    dateTo: filter?.dateTo ?? undefined,
    createdAfter: filter?.createdAfter ?? undefined,
    createdBefore: filter?.createdBefore ?? undefined,
  }
  // An empty address is no guest's, also not of those whose address is unknown.
  if ((filter?.cenoteId != null && !isUuid(filter.cenoteId)) || filter?.guestEmail === '')
    return { edges: [], hasNextPage: false, hasPreviousPage: false, count: () => Promise.resolve(0) }
  const { database, services, clock } = context
  const now = clock.now()
  const scope = ['reservations', database.environment, conditions, field, direction]
  const { cursors } = services
  const position = positionOf<readonly string[]>(after, { cursors, scope, refuse: refusePage })
  const found = await listReservations(
    database,
    conditions,
    now,
    { field, direction },
    { take: first + 1, ...(offset ? { skip: offset } : {}), ...(position ? { after: position } : {}) },
  )
  const { rows, hasNextPage } = cutPage(found, first)
  return {
    edges: rows.map((reservation) => ({
      cursor: cursors.encode(scope, keysetOf(reservation, field)),
      node: asOf(reservation, now),
    })),
    hasNextPage,
    hasPreviousPage: position !== null || offset > 0,
    count: () => countReservations(database, conditions, now),
  }
}
