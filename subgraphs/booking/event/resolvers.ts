import { mapAsync } from '../../../platform/values/async-iterator.ts'
import { shownBy } from '../../../platform/trust/author.ts'
import { enumOfType } from '../../../schema/event-types.ts'
import type { Resolvers } from '../generated/resolvers.ts'
import type { EventContext } from './context.ts'
import type { ReservationEvent } from './event.ts'
import { currentEnd, eventPage, subscribeToEvents } from './list.ts'

export const eventResolvers: Resolvers<EventContext> = {
  Query: {
    reservationEvents: (_parent, args, context) => eventPage(args, context),
    reservationEventsCursor: (_parent, _arguments, context) => currentEnd(context),
  },
  Subscription: {
    reservationEvents: {
      async subscribe(_parent, args, context) {
        const events = await subscribeToEvents(args, context)
        return mapAsync(events, (event): { reservationEvents: ReservationEvent } => ({
          reservationEvents: event,
        })) as never
      },
    },
  },
  ReservationEventConnection: {
    nodes: ({ events }) => [...events],
    pageInfo: ({ events, endCursor, hasNextPage, hasPreviousPage }) => ({
      hasNextPage,
      hasPreviousPage,
      startCursor: events[0]?.cursor ?? null,
      endCursor,
    }),
    totalCount: (page) => page.count(),
  },
  ReservationEvent: {
    type: ({ type }) => enumOfType(type),
    partner: ({ partnerId }) => ({ id: partnerId }),
    by: ({ author }, _arguments, context) => shownBy(author, context),
  },
}
