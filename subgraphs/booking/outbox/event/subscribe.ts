import { mapAsync } from '../../../../platform/values/async-iterator.ts'
import { catalogEventTypes } from '../../../../schema/event-types.ts'
import type { SubscriptionCatalogEventsArgs, SubscriptionReservationEventsArgs } from '../../generated/resolvers.ts'
import type { EventContext } from './context.ts'
import { positionAt, withCursor } from './cursor.ts'
import type { CatalogEvent, ReservationEvent } from './event.ts'
import { catalogFilterOf, reservationFilterOf } from './filter.ts'
import type { EventHub } from './hub.ts'

/** The caller's reservation events as they happen, after a cursor when there is one. */
export async function subscribeToEvents(
  { filter, after }: SubscriptionReservationEventsArgs,
  context: EventContext,
): Promise<AsyncIterableIterator<ReservationEvent>> {
  const wanted = reservationFilterOf(filter, context)
  const position = await positionAt(after, context)
  return mapAsync(await hubOf(context).subscribe(wanted, position), (event) => withCursor(event, context))
}

/** The environment's changes of what is sold as they are published, after a cursor when there is one. */
export async function subscribeToCatalogEvents(
  { filter, after }: SubscriptionCatalogEventsArgs,
  context: EventContext,
): Promise<AsyncIterableIterator<CatalogEvent>> {
  const wanted = catalogFilterOf(filter)
  const position = await positionAt(after, context, [...(wanted.types ?? catalogEventTypes)])
  return mapAsync(await hubOf(context).subscribeToProducts(wanted, position), (event) => withCursor(event, context))
}

const hubOf = ({ services, database }: EventContext): EventHub => services.hubs[database.environment]
