import { mapAsync } from '../../../../platform/values/async-iterator.ts'
import { shownBy } from '../../../../platform/trust/author.ts'
import { enumOfCatalogType, enumOfType } from '../../../../schema/event-types.ts'
import type { Resolvers } from '../../generated/resolvers.ts'
import { productReference } from '../../reservation/index.ts'
import { availabilityChanges } from './availability-changes.ts'
import type { EventContext } from './context.ts'
import type { CatalogEvent, EventPage, ReservationEvent } from './event.ts'
import { currentEnd, eventPage, logPage } from './list.ts'
import { subscribeToCatalogEvents, subscribeToEvents } from './subscribe.ts'

const connection = <Event extends { readonly cursor: string }>() => ({
  edges: ({ events }: EventPage<Event>) => events.map((event) => ({ node: event, cursor: event.cursor })),
  nodes: ({ events }: EventPage<Event>): Event[] => [...events],
  pageInfo: ({ events, endCursor, hasNextPage, hasPreviousPage }: EventPage<Event>) => ({
    hasNextPage,
    hasPreviousPage,
    startCursor: events[0]?.cursor ?? null,
    endCursor,
  }),
  totalCount: (page: EventPage<Event>): Promise<number> => page.count(),
})

export const eventResolvers: Resolvers<EventContext> = {
  Query: {
    events: (_parent, args, context) => logPage(args, context),
    availabilityChanges: (_parent, args, context) => availabilityChanges(args, context),
    reservationEvents: (_parent, args, context) => eventPage(args, context),
    reservationEventsCursor: (_parent, _arguments, context) => currentEnd(context),
    catalogEventsCursor: (_parent, _arguments, context) => currentEnd(context),
  },
  Subscription: {
    catalogEvents: {
      async subscribe(_parent, args, context) {
        const events = await subscribeToCatalogEvents(args, context)
        return mapAsync(events, (event): { catalogEvents: CatalogEvent } => ({ catalogEvents: event })) as never
      },
    },
    reservationEvents: {
      async subscribe(_parent, args, context) {
        const events = await subscribeToEvents(args, context)
        return mapAsync(events, (event): { reservationEvents: ReservationEvent } => ({
          reservationEvents: event,
        })) as never
      },
    },
  },
  EventConnection: connection<ReservationEvent | CatalogEvent>(),
  Event: { __resolveType: (event) => ('reservation' in event ? 'ReservationEvent' : 'CatalogEvent') },
  ReservationEventConnection: connection<ReservationEvent>(),
  ReservationEvent: {
    type: ({ type }) => enumOfType(type),
    partner: ({ partnerId }) => ({ id: partnerId }),
    by: ({ author }, _arguments, context) => shownBy(author, context),
  },
  CatalogEvent: {
    type: ({ type }) => enumOfCatalogType(type),
    changed: ({ changed }) => changed && [...changed],
    product: ({ productType, productId }) =>
      productType === null || productId === null ? null : productReference({ productType, productId }),
  },
  AvailabilityChanges: { nodes: ({ nodes }) => [...nodes] },
}
