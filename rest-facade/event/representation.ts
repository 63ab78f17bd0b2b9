import type {
  CatalogEventItemFragment,
  ListAvailabilityChangesQuery,
  ListEventsQuery,
  ReservationEventItemFragment,
} from '../generated/operations.ts'
import { typeOfEnum } from '../../schema/event-types.ts'
import { lowerName, presentFields } from '../../schema/present-fields.ts'
import { authorRepresentation, snapshotRepresentation } from '../reservation/index.ts'

/** An event of the log, by its type. */
export const eventRepresentation = (event: ListEventsQuery['events']['nodes'][number]): object =>
  event.__typename === 'CatalogEvent' ? catalogEventRepresentation(event) : reservationEventRepresentation(event)

export const reservationEventRepresentation = ({ type, reservation, ...event }: ReservationEventItemFragment) => ({
  id: event.id,
  cursor: event.cursor,
  type: typeOfEnum(type),
  version: event.version,
  occurredAt: event.occurredAt,
  by: authorRepresentation(event.by),
  ...presentFields({ partner: event.partner }),
  reservation: snapshotRepresentation(reservation),
})

const catalogEventRepresentation = ({ type, ...event }: CatalogEventItemFragment) => ({
  id: event.id,
  cursor: event.cursor,
  type: typeOfEnum(type),
  occurredAt: event.occurredAt,
  // Null for a change of all products.
  productType: event.productType && lowerName(event.productType),
  productId: event.productId,
  ...presentFields({ dateFrom: event.dateFrom, dateTo: event.dateTo }),
  ...(type.startsWith('PRODUCT_') ? { changed: event.changed ?? [] } : {}),
})

export const availabilityChangeRepresentation = ({
  productType,
  ...change
}: ListAvailabilityChangesQuery['availabilityChanges']['nodes'][number]) => ({
  productType: lowerName(productType),
  productId: change.productId,
  dateFrom: change.dateFrom,
  dateTo: change.dateTo,
})
