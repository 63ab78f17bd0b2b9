import type { FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { topLevelOf } from '../schemas/field-selection.ts'
import type {
  CancelReservationInput,
  CheckInReservationInput,
  CompleteReservationInput,
  ConfirmReservationInput,
  CreateReservationInput,
  ListReservationsQueryVariables,
  ModifyReservationInput,
  RefundReservationInput,
  ReservationFilter,
  ReservationSort,
  StaffInput,
} from '../generated/operations.ts'
import { filterVariables } from '../schemas/pagination.ts'
import { ages } from '../../schema/ages.ts'
import { presentFields } from '../../schema/present-fields.ts'
import { namesIn } from '../schemas/validation.ts'
import { GuestBody, isFlat, type CreateBody, type FlatBulkItem, type HoldBody } from './creation-schema.ts'
import type {
  ActualVisitorsBody,
  CancelBody,
  CheckInBody,
  CompleteBody,
  ConfirmBody,
  RefundBody,
  StaffBody,
} from './lifecycle-schema.ts'
import type { ModifyBody } from './modification-schema.ts'
import type { ReservationExportQuery, ReservationListQuery } from './query-schema.ts'

/** Headers that say where a request came from. */
export interface RequestOrigin {
  readonly userAgent: string | undefined
  readonly referrer: string | undefined
}

/** The reservation that a request names. */
export interface NamedReservation {
  readonly id: string
  readonly partnerId?: string
}

export const namedBy = ({
  params,
  query,
}: {
  readonly params: { readonly id: string }
  readonly query: { readonly partnerId?: string }
}): NamedReservation => ({ ...presentFields({ partnerId: query.partnerId }), id: params.id })

const guestFields = Object.keys(GuestBody.properties) as (keyof Static<typeof GuestBody>)[]

export const originOf = ({ headers }: FastifyRequest): RequestOrigin => ({
  userAgent: headers['user-agent'],
  referrer: headers.referer,
})

/** The mutation's input from a creation body of either variant. */
export const inputOfCreateBody = (
  body: Static<typeof CreateBody> | Static<typeof HoldBody> | Static<typeof FlatBulkItem>,
  origin: RequestOrigin,
): CreateReservationInput =>
  isFlat(body)
    ? inputOfFlatBody(body as Static<typeof FlatBulkItem>, origin)
    : inputOfBody(body as Static<typeof CreateBody> | Static<typeof HoldBody>, origin)

/** The mutation's input from the full body. */
function inputOfBody(
  body: Static<typeof CreateBody> | Static<typeof HoldBody>,
  origin: RequestOrigin,
): CreateReservationInput {
  const { visitors, guest, metadata, services = [], ...rest } = body
  return {
    ...presentFields({
      partnerId: rest.partnerId,
      cenoteId: rest.cenoteId,
      tourId: rest.tourId,
      visitDate: rest.visitDate,
      visitTime: rest.visitTime,
      specialRequests: rest.specialRequests,
      promoCode: rest.promoCode,
      quoteToken: rest.quoteToken,
      hold: rest.hold,
      holdMinutes: rest.holdMinutes,
      resellerReference: rest.resellerReference,
      externalId: rest.externalId,
      hidePrice: rest.hidePrice,
      tickets: rest.tickets && ticketsInput(rest.tickets),
      returnUrl: rest.returnUrl,
      cancelUrl: rest.cancelUrl,
      guestMay: rest.guestMay && presentFields({ cancel: rest.guestMay.cancel, change: rest.guestMay.change }),
      residency: rest.residency && (rest.residency.toUpperCase() as Uppercase<typeof rest.residency>),
    }),
    visitors: countsOf(visitors),
    ...presentFields({ guest: guest && pick(guest, guestFields) }),
    services: services.map(({ id, quantity = 1, pickup }) => presentFields({ id, quantity, pickup })),
    ...presentFields({ transport: rest.transport && transportInput(rest.transport) }),
    metadata: presentFields({
      source: metadata?.source,
      affiliateId: metadata?.affiliateId,
      userAgent: origin.userAgent,
      referrer: origin.referrer,
    }),
  }
}

const ticketsInput = (tickets: 'party' | 'person') => tickets.toUpperCase() as Uppercase<typeof tickets>

/** How the party comes. */
const transportInput = ({ option, ...transport }: Static<typeof CreateBody>['transport'] & object) => ({
  ...pick(transport, ['meetingPointId', 'pickup']),
  option: option.toUpperCase() as Uppercase<typeof option>,
})

/** The mutation's input from the flat body: the integer counts adults, name and phone stay empty. */
function inputOfFlatBody(
  { partnerId, cenoteId, tourId, date, visitors, email, resellerReference, externalId }: Static<typeof FlatBulkItem>,
  origin: RequestOrigin,
): CreateReservationInput {
  return {
    ...presentFields({ partnerId, cenoteId, tourId, resellerReference, externalId }),
    ...visitOf(date),
    visitors: countsOf({ adults: visitors }),
    ...(email === undefined ? {} : { guest: { name: '', email, phone: '' } }),
    services: [],
    metadata: presentFields({
      userAgent: origin.userAgent,
      referrer: origin.referrer,
    }),
  }
}

/** A date with an offset is an instant, converted to a day in the time zone of the product; any other is local there. */
function visitOf(date: string): Pick<CreateReservationInput, 'visitAt' | 'visitDate' | 'preferredTime'> {
  if (/(Z|[+-]\d{2}:\d{2})$/i.test(date) && date.length > 10)
    return { visitAt: new Date(date.toUpperCase()).toISOString() }
  return presentFields({
    visitDate: date.slice(0, 10),
    preferredTime: date.length > 10 ? date.slice(11, 16) : undefined,
  })
}

/** An amount in cents; undefined for `auto`, which the rules compute. */
export const centsOf = (amount: 'auto' | number | undefined): number | undefined =>
  typeof amount === 'number' ? Math.round(amount * 100) : undefined

export const refundInput = (named: NamedReservation, body: Static<typeof RefundBody>): RefundReservationInput => ({
  ...presentFields({ amountCents: centsOf(body.amount) }),
  ...named,
})

const staffInput = ({ id, name }: Static<typeof StaffBody>): StaffInput => presentFields({ id, name })

/** The mutation's input from the check-in body. */
export const checkInInput = (named: NamedReservation, body: Static<typeof CheckInBody>): CheckInReservationInput => ({
  ...presentFields({
    checkedInAt: body.checkedInAt,
    actualVisitors: body.actualVisitors && countsOf(body.actualVisitors),
    staff: body.staff && staffInput(body.staff),
    notes: body.notes,
  }),
  ...named,
  requirePaid: body.requirePaid ?? false,
})

/** The mutation's input from the completion body. */
export const completeInput = (
  named: NamedReservation,
  body: Static<typeof CompleteBody>,
): CompleteReservationInput => ({
  ...presentFields({
    completedAt: body.completedAt,
    actualDurationMinutes: body.actualDuration,
    staff: body.staff && staffInput(body.staff),
    notes: body.notes,
  }),
  ...named,
  requestReview: body.feedback?.requestReview ?? false,
  followUpEmail: body.feedback?.followUpEmail ?? false,
})

/** Infants and teens are sent when they are given: they are 0 otherwise. */
const countsOf = ({ adults, children = 0, seniors = 0, infants, teens }: Static<typeof ActualVisitorsBody>) => ({
  adults,
  children,
  seniors,
  ...presentFields({ infants, teens }),
})

/** The mutation's input from the cancellation body; the refund amount is converted from whole units to cents. */
export function cancelInput(named: NamedReservation, body: Static<typeof CancelBody>): CancelReservationInput {
  const { refund } = body
  return {
    ...presentFields({ note: body.note, refundMethod: refund?.method, refundAmountCents: centsOf(refund?.amount) }),
    ...named,
    reason: body.reason.toUpperCase() as Uppercase<typeof body.reason>,
    refundRequested: refund?.requested ?? true,
    notifyGuest: body.notifyGuest ?? false,
  }
}

/** The mutation's input from the modification body: null clears a field, an absent one does not change. */
export function modifyInput(
  named: NamedReservation,
  body: Static<typeof ModifyBody>,
  options: { dryRun: boolean; expectedVersions: number[] | undefined },
): ModifyReservationInput {
  const {
    visitDate,
    visitTime,
    cenoteId,
    tourId,
    transport,
    specialRequests,
    resellerReference,
    promoCode,
    disrupted,
    notifyGuest,
    guestMay,
    hidePrice,
    tickets,
  } = body
  return {
    ...presentFields({
      visitDate,
      visitTime,
      cenoteId,
      tourId,
      ...partyChanges(body),
      disrupted,
      notifyGuest,
      expectedVersions: options.expectedVersions,
    }),
    ...(transport === undefined ? {} : { transport: transport && transportInput(transport) }),
    ...(specialRequests === undefined ? {} : { specialRequests }),
    ...(resellerReference === undefined ? {} : { resellerReference }),
    ...(promoCode === undefined ? {} : { promoCode }),
    ...(guestMay === undefined ? {} : { guestMay: guestMay && pick(guestMay, ['cancel', 'change']) }),
    ...(hidePrice === undefined ? {} : { hidePrice }),
    ...(tickets === undefined ? {} : { tickets: tickets && ticketsInput(tickets) }),
    ...named,
    dryRun: options.dryRun,
  }
}

/** Changes to the party, its guest and its services, as a PATCH and a confirmation have them. */
const partyChanges = ({
  visitors,
  guest,
  services,
}: Pick<Static<typeof ModifyBody>, 'visitors' | 'guest' | 'services'>) =>
  presentFields({
    visitors: visitors && pick(visitors, ages),
    guest: guest && pick(guest, guestFields),
    services: services?.map(({ action, ...service }) => ({
      ...pick(service, ['id', 'quantity', 'pickup']),
      action: action.toUpperCase() as Uppercase<typeof action>,
    })),
  })

/** The mutation's input from the confirmation body. */
export const confirmInput = (
  named: NamedReservation,
  { confirmationEmail = false, generateDocuments = false, amount, ...body }: Static<typeof ConfirmBody>,
): ConfirmReservationInput => ({
  ...presentFields({
    paymentId: body.paymentId,
    paymentMethod: body.paymentMethod,
    provider: body.provider,
    transactionId: body.transactionId,
    force: body.force,
    amountCents: centsOf(amount),
    resellerReference: body.resellerReference,
    tickets: body.tickets && ticketsInput(body.tickets),
    ...partyChanges(body),
  }),
  ...named,
  confirmationEmail,
  generateDocuments,
})

/** The named members that an object has; the contract's input has no others. */
const pick = <T extends object, N extends keyof T>(object: T, names: readonly N[]): Pick<T, N> =>
  Object.fromEntries(names.filter((name) => name in object).map((name) => [name, object[name]])) as Pick<T, N>

type ListQuery = Static<typeof ReservationListQuery>

const sortFields = { createdAt: 'CREATED_AT', updatedAt: 'UPDATED_AT', visitDate: 'VISIT_DATE' } as const

/** Filter and sort of the list as GraphQL variables. */
export const listVariables = (query: ListQuery): { filter: ReservationFilter; sort: ReservationSort } => ({
  filter: filterOf(query),
  sort: {
    field: sortFields[query.sortBy ?? 'createdAt'],
    direction: query.sortDirection === 'asc' ? 'ASC' : 'DESC',
  },
})

/** Conditions on reservations as a GraphQL variable. */
export const filterOf = (query: Static<typeof ReservationExportQuery>): ReservationFilter =>
  presentFields({
    status: query.status && (query.status.toUpperCase() as Uppercase<typeof query.status>),
    partnerId: query.partnerId,
    cenoteId: query.cenoteId,
    tourId: query.tourId,
    productType: query.productType && (query.productType.toUpperCase() as Uppercase<typeof query.productType>),
    guestEmail: query.guestEmail,
    resellerReference: query.resellerReference,
    dateFrom: query.dateFrom,
    dateTo: query.dateTo,
    refundDue: query.refundDue,
    disruptionId: query.disruptionId,
    ...filterVariables(query),
  })

const detailFields = [
  'qrCode',
  'statusHistory',
  'timeline',
  'documents',
  'communications',
  'modifications',
  'guestMay',
  'hidePrice',
  'tickets',
  'returnUrl',
  'cancelUrl',
]

/** The parts of a reservation that an operation resolves: `fields` narrows, `expand` adds, a list has no detail. */
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
