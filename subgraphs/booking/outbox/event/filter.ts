import { isUuid, uuidErrors } from '../../../../platform/values/uuid.ts'
import { requireValid, validationError } from '../../../../schema/errors.ts'
import {
  eventTypes,
  typeOfEnum,
  type AnyEventType,
  type CatalogEventType,
  type EventType,
} from '../../../../schema/event-types.ts'
import { listedPartnerOf, requireScopes } from '../../caller.ts'
import type {
  CatalogEventFilter,
  EventFilter as LogFilterInput,
  ReservationEventFilter,
} from '../../generated/resolvers.ts'
import { searchOf } from '../../paging.ts'
import type { EventContext } from './context.ts'
import { closingTypes, type EventFilter, type LogFilter, type ProductEventFilter } from './event.ts'

const maxProducts = 100

/** The reservation events that a filter names, of those that the caller may read. */
export const reservationFilterOf = (
  filter: (ReservationEventFilter & Pick<LogFilterInput, 'productId'>) | null | undefined,
  context: EventContext,
): EventFilter => ({
  partnerId: listedPartnerOf(context),
  wantedPartnerId: idOf('partnerId', filter?.partnerId),
  types: typesOf(filter?.types, filter?.isActive),
  ofProducts: (['productId', 'cenoteId', 'tourId'] as const).flatMap((name) => idOf(name, filter?.[name]) ?? []),
  productType: filter?.productType ?? undefined,
  reservationId: idOf('reservationId', filter?.reservationId),
  search: searchOf(filter?.search),
  occurredAfter: filter?.occurredAfter ?? undefined,
  occurredBefore: filter?.occurredBefore ?? undefined,
})

/** The events of products that a filter names. */
export const catalogFilterOf = (filter: CatalogEventFilter | null | undefined): ProductEventFilter => ({
  types: catalogTypesOf('types', filter?.types),
  productIds: productIdsOf(filter?.productIds),
})

/**
 * The events of both kinds that a filter names, and their types. Without any type: all of reservations. Error:
 * INSUFFICIENT_PERMISSIONS without the scope of a kind.
 */
export function logFilterOf(
  filter: LogFilterInput | null | undefined,
  context: EventContext,
): { readonly wanted: LogFilter; readonly types: readonly AnyEventType[] } {
  const catalogTypes = catalogTypesOf('catalogTypes', filter?.catalogTypes)
  const ofReservations = filter?.types != null || !catalogTypes
  requireScopes([ofReservations && 'reservations:read', catalogTypes && 'catalog:read'], context)
  const reservations = reservationFilterOf(filter, context)
  const { ofProducts, wantedPartnerId, reservationId, search, productType, occurredAfter, occurredBefore } =
    reservations
  const isOfReservationsAlone = [wantedPartnerId, reservationId, search, filter?.isActive ?? undefined].some(
    (condition) => condition !== undefined,
  )
  return {
    wanted: {
      reservations: ofReservations ? reservations : undefined,
      products:
        catalogTypes && !isOfReservationsAlone
          ? { types: catalogTypes, productIds: eachOf(ofProducts), productType, occurredAfter, occurredBefore }
          : undefined,
    },
    types: [...(ofReservations ? eventTypes : []), ...(catalogTypes ?? [])],
  }
}

/** The one product that all ids name, no product if they differ, undefined without ids. */
function eachOf(ids: readonly string[] = []): ReadonlySet<string> | undefined {
  if (ids.length === 0) return undefined
  const products = new Set(ids)
  return products.size === 1 ? products : new Set()
}

/** Of the named types, those that match the requested statuses. A filter that matches no type would wait forever. */
function typesOf(
  names: ReservationEventFilter['types'],
  isActive: boolean | null | undefined,
): ReadonlySet<EventType> | undefined {
  requireSome('types', names)
  const named = names?.map(typeOfEnum)
  if (isActive == null) return named && new Set(named)
  return new Set((named ?? eventTypes).filter((type) => closingTypes.has(type) !== isActive))
}

function catalogTypesOf(name: string, types: CatalogEventFilter['types']): ReadonlySet<CatalogEventType> | undefined {
  requireSome(name, types)
  return types ? new Set(types.map(typeOfEnum)) : undefined
}

function requireSome(name: string, types: readonly unknown[] | null | undefined): void {
  if (types?.length === 0) throw validationError({ [name]: [{ code: 'NO_TYPES' }] })
}

/** Refuses a text that is no id: as a filter it would silently match nothing. */
function idOf(name: string, id: string | null | undefined): string | undefined {
  requireValid(uuidErrors({ [name]: id }))
  return id?.toLowerCase()
}

function productIdsOf(ids: readonly string[] | null | undefined): ReadonlySet<string> | undefined {
  if (ids == null) return undefined
  if (ids.length === 0) throw validationError({ productIds: [{ code: 'EMPTY' }] })
  if (ids.length > maxProducts) throw validationError({ productIds: [{ code: 'TOO_MANY_ITEMS', max: maxProducts }] })
  if (!ids.every(isUuid)) throw validationError({ productIds: [{ code: 'NOT_A_UUID' }] })
  return new Set(ids.map((id) => id.toLowerCase()))
}
