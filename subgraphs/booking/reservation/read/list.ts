import { cutPage, positionOf, readPageArguments, type PageArguments } from '../../../../platform/graphql/connection.ts'
import { turn } from '../../../../platform/process/turn.ts'
import { isUuid } from '../../../../platform/values/uuid.ts'
import { isGate, listedPartnerOf, requireOperator } from '../../caller.ts'
import type { ProductType, ReservationStatus } from '../../generated/resolvers.ts'
import { refusePage, searchOf } from '../../paging.ts'
import type { ReservationContext } from '../context.ts'
import type { ReservationPage } from '../reservation.ts'
import { asOf } from '../rules/expiry.ts'
import { readDisrupted } from '../store/disruptions.ts'
import {
  countReservations,
  keysetOf,
  listReservations,
  type Direction,
  type ReservationConditions,
  type SortField,
} from './store/list.ts'

const sortFields: Readonly<Record<string, SortField>> = {
  CREATED_AT: 'createdAt',
  UPDATED_AT: 'updatedAt',
  VISIT_DATE: 'visitDate',
}

export interface ListArguments extends PageArguments {
  readonly filter?: ReservationFilterInput | null | undefined
  readonly sort?: { readonly field: string; readonly direction?: Direction } | null | undefined
}

export interface ReservationFilterInput {
  readonly status?: ReservationStatus | null
  readonly isActive?: boolean | null
  readonly search?: string | null
  readonly partnerId?: string | null
  readonly cenoteId?: string | null
  readonly tourId?: string | null
  readonly productType?: ProductType | null
  readonly guestEmail?: string | null
  readonly resellerReference?: string | null
  readonly dateFrom?: string | null
  readonly dateTo?: string | null
  readonly createdAfter?: Date | null
  readonly createdBefore?: Date | null
  readonly refundDue?: boolean | null
  readonly disruptionId?: string | null
}

/** A page of the caller's reservations; operators have those of all partners, the gate has today's of them. */
export async function reservationPage(
  { filter, sort, ...args }: ListArguments,
  context: ReservationContext,
): Promise<ReservationPage> {
  const { first, after, offset } = readPageArguments(args, refusePage)
  const field = sortFields[sort?.field ?? 'CREATED_AT'] ?? 'createdAt'
  const direction = sort?.direction ?? 'desc'
  const listed = await conditionsOf(filter, isGate(context) ? undefined : listedPartnerOf(context), context)
  const conditions = listed && isGate(context) ? { ...listed, isToday: true } : listed
  if (!conditions) return { edges: [], hasNextPage: false, hasPreviousPage: false, count: () => Promise.resolve(0) }
  const { database, services, clock } = context
  const now = clock.now()
  const { ids: _, ...scoped } = conditions
  const scope = ['reservations', database.environment, scoped, field, direction]
  const { cursors } = services
  const position = positionOf<readonly string[]>(after, { cursors, scope, refuse: refusePage })
  const found = await listReservations(
    database,
    conditions,
    now,
    { field, direction },
    { take: first + 1, ...(offset ? { skip: offset } : {}), ...(position ? { after: position } : {}) },
  )
  await turn.forList(found)
  const { rows, hasNextPage } = cutPage(found, first)
  return {
    edges: rows.map((reservation) => ({
      // Signed only where it is selected.
      get cursor() {
        return cursors.encode(scope, keysetOf(reservation, field))
      },
      node: asOf(reservation, now),
    })),
    hasNextPage,
    hasPreviousPage: position !== null || offset > 0,
    count: () => countReservations(database, conditions, now),
  }
}

/**
 * The conditions of a filter for one partner's reservations, or those of all; null when nothing can meet them. Error:
 * INSUFFICIENT_PERMISSIONS for `disruptionId`.
 */
export async function conditionsOf(
  filter: ReservationFilterInput | null | undefined,
  listedPartner: string | undefined,
  context: ReservationContext,
): Promise<ReservationConditions | null> {
  const disruptionId = filter?.disruptionId ?? undefined
  if (disruptionId !== undefined) requireOperator(context)
  if (disruptionId !== undefined && !isUuid(disruptionId)) return null
  const partnerId = listedPartner ?? filter?.partnerId ?? undefined
  const isOfAnother = filter?.partnerId != null && (filter.partnerId !== partnerId || !isUuid(filter.partnerId))
  const product = productConditions(filter)
  // An empty address is no guest's, also not of those whose address is unknown.
  if (isOfAnother || !product || filter?.guestEmail === '') return null
  return {
    partnerId,
    status: filter?.status ?? undefined,
    isActive: filter?.isActive ?? undefined,
    search: searchOf(filter?.search),
    ...product,
    guestEmail: filter?.guestEmail ?? undefined,
    resellerReference: filter?.resellerReference ?? undefined,
    dateFrom: filter?.dateFrom ?? undefined,
    dateTo: filter?.dateTo ?? undefined,
    createdAfter: filter?.createdAfter ?? undefined,
    createdBefore: filter?.createdBefore ?? undefined,
    refundDue: filter?.refundDue ?? undefined,
    ...(disruptionId === undefined
      ? {}
      : { disruptionId, ids: await readDisrupted(context.database.pool, disruptionId) }),
  }
}

/** The conditions of a filter on the product; null when no reservation can meet them. */
function productConditions(
  filter: Pick<ReservationFilterInput, 'cenoteId' | 'tourId' | 'productType'> | null | undefined,
): Pick<ReservationConditions, 'productId' | 'productType'> | null {
  const { cenoteId, tourId, productType: wanted } = filter ?? {}
  const types = new Set([
    ...(cenoteId == null ? [] : ['cenote' as const]),
    ...(tourId == null ? [] : ['tour' as const]),
    ...(wanted == null ? [] : [wanted]),
  ])
  if (types.size > 1) return null
  const productId = cenoteId ?? tourId ?? undefined
  // No cenote has the id of a tour: it needs no type beside it.
  if (productId !== undefined) return isUuid(productId) ? { productId } : null
  const [productType] = types
  return { productType }
}
