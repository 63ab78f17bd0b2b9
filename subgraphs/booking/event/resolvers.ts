import { mapAsync } from '../../../platform/async-iterator.ts'
import { apiError } from '../../../schema/errors.ts'
import { partnerOf } from '../caller.ts'
import type { Context } from '../context.ts'
import type { ReservationEventType, Resolvers } from '../generated/resolvers.ts'
import { eventTypes, type EventType, type LogPosition, type ReservationEvent } from './event.ts'

const toGraphQL = new Map<EventType, ReservationEventType>(
  eventTypes.map((type) => [type, type.replace('.', '_').toUpperCase() as ReservationEventType]),
)
const fromGraphQL = new Map([...toGraphQL].map(([type, name]) => [name, type]))

export const eventResolvers: Resolvers<Context> = {
  Subscription: {
    reservationEvents: {
      async subscribe(_parent, { filter, after }, context) {
        const partnerId = partnerOf(context)
        const { cursors, hubs } = context.services
        const scope = ['events', context.identity.environment, partnerId]
        const types = filter?.types?.map((type) => fromGraphQL.get(type)).filter((type) => type !== undefined)
        const events = await hubs[context.identity.environment].subscribe(
          {
            partnerId,
            types: types && new Set(types),
            cenoteId: filter?.cenoteId ?? undefined,
            reservationId: filter?.reservationId ?? undefined,
          },
          after == null ? undefined : positionIn(cursors.decode(scope, after)),
        )
        return mapAsync(events, (event): { reservationEvents: ReservationEvent } => ({
          reservationEvents: {
            ...event,
            cursor: cursors.encode(scope, [event.position.transaction, event.position.sequence]),
          },
        })) as never
      },
    },
  },
  ReservationEvent: {
    type: ({ type }) => toGraphQL.get(type) ?? 'RESERVATION_MODIFIED',
  },
}

function positionIn(values: unknown[] | null): LogPosition {
  const [transaction, sequence] = values ?? []
  if (typeof transaction !== 'number' || typeof sequence !== 'number') throw apiError('INVALID_CURSOR')
  return { transaction, sequence }
}
