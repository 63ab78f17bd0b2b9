import { CatalogEventType, ReservationEventType } from '../../../../../schema/generated/enums.ts'
import type {
  CatalogEventFilter,
  CatalogEventType as CatalogType,
  EventFilter,
  LoggedCatalogEventFragment,
  LoggedReservationEventFragment,
  ReservationEventFilter,
  ReservationEventType as ReservationType,
} from '../../../generated/operations.ts'
import { memberOf, type Product } from '../../../choices/products.ts'

export type LoggedEvent = LoggedReservationEventFragment | LoggedCatalogEventFragment

/** The subject of an event. */
export type Kind = 'RESERVATION' | 'AVAILABILITY' | 'PRODUCT' | 'PRICING'
export type LoggedType = ReservationType | CatalogType

const kinds: readonly Kind[] = ['RESERVATION', 'AVAILABILITY', 'PRODUCT', 'PRICING']
const isOf = (kind: Kind, type: LoggedType): boolean => type.startsWith(`${kind}_`)

/** The kinds of events that a key may read. */
export const kindsFor = (may: (scope: string) => boolean): readonly Kind[] =>
  kinds.filter((kind) => may(kind === 'RESERVATION' ? 'reservations:read' : 'catalog:read'))

/** The types of some kinds, in the order of the contract. */
export const typesOf = (chosen: readonly Kind[]): readonly LoggedType[] =>
  [...ReservationEventType, ...CatalogEventType].filter((type) => chosen.some((kind) => isOf(kind, type)))

/** The filters of the log and of the subscriptions that follow it; null for one that would have no events. */
export interface LogFilters {
  readonly log: EventFilter
  readonly reservations: ReservationEventFilter | null
  readonly catalog: CatalogEventFilter | null
}

export function filtersOf(types: readonly LoggedType[], product: Product): LogFilters {
  const ofReservations = ReservationEventType.filter((type) => types.includes(type))
  const ofCatalog = CatalogEventType.filter((type) => types.includes(type))
  const isAny = product.productId === ''
  const ofProduct = isAny ? {} : memberOf(product)
  return {
    log: {
      ...(ofReservations.length > 0 && { types: ofReservations }),
      ...(ofCatalog.length > 0 && { catalogTypes: ofCatalog }),
      ...ofProduct,
    },
    reservations: ofReservations.length > 0 ? { types: ofReservations, ...ofProduct } : null,
    catalog: ofCatalog.length > 0 ? { types: ofCatalog, ...(!isAny && { productIds: [product.productId] }) } : null,
  }
}

/** The shown events with another one, which two subscriptions may have brought in another order than that of the log. */
export function withEvent(
  shown: readonly LoggedEvent[],
  event: LoggedEvent,
  isNewestFirst = false,
): readonly LoggedEvent[] {
  if (shown.some(({ id }) => id === event.id)) return shown
  const at = Date.parse(event.occurredAt)
  const earlier = ({ occurredAt }: LoggedEvent): boolean => Date.parse(occurredAt) <= at
  if (!isNewestFirst) return shown.toSpliced(shown.findLastIndex(earlier) + 1, 0, event)
  const position = shown.findIndex(earlier)
  return shown.toSpliced(position === -1 ? shown.length : position, 0, event)
}
