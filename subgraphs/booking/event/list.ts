import { cutPage, readPageArguments } from '../../../platform/graphql/connection.ts'
import { mapAsync } from '../../../platform/values/async-iterator.ts'
import { isUuid } from '../../../platform/values/uuid.ts'
import { validationError } from '../../../schema/errors.ts'
import { endOfLog, eventTypes, typeOfEnum, type EventType } from '../../../schema/event-types.ts'
import { listedPartnerOf } from '../caller.ts'
import type {
  ProductType,
  QueryReservationEventsArgs,
  ReservationEventFilter,
  ReservationEventType,
  SubscriptionReservationEventsArgs,
} from '../generated/resolvers.ts'
import { refusePage } from '../paging.ts'
import { searchOf } from '../search.ts'
import type { EventContext } from './context.ts'
import { cursorOf, positionAt } from './cursor.ts'
import { closingTypes, type EventFilter, type EventPage, type LoggedEvent, type ReservationEvent } from './event.ts'
import { countEvents, findEvents } from './repository.ts'

/** A page of the caller's events, the oldest first. */
export async function eventPage(
  { filter, ...args }: QueryReservationEventsArgs,
  context: EventContext,
): Promise<EventPage> {
  const { first, after, offset } = readPageArguments(args, refusePage)
  const wanted = filterOf(filter, context)
  const position = await positionAt(after, context)
  const { pool } = context.database
  const events = await findEvents(pool, wanted, { after: position, skip: offset, take: first + 1 })
  const { rows, hasNextPage } = cutPage(events, first)
  const shown = rows.map((event) => withCursor(event, context))
  return {
    events: shown,
    // Of an empty page only the end of the log is worth coming back to: any other cursor is known already.
    endCursor: shown.at(-1)?.cursor ?? (position && after === endOfLog ? cursorOf(position, context) : null),
    hasNextPage,
    hasPreviousPage: position !== undefined || offset > 0,
    count: () => countEvents(pool, wanted),
  }
}

/** The cursor of the end of the log. */
export const currentEnd = async (context: EventContext): Promise<string> =>
  cursorOf(await context.services.hubs[context.database.environment].end(), context)

/** The caller's events as they happen, after a cursor when there is one. */
export async function subscribeToEvents(
  { filter, after }: SubscriptionReservationEventsArgs,
  context: EventContext,
): Promise<AsyncIterableIterator<ReservationEvent>> {
  const wanted = filterOf(filter, context)
  const position = await positionAt(after, context)
  const events = await context.services.hubs[context.database.environment].subscribe(wanted, position)
  return mapAsync(events, (event) => withCursor(event, context))
}

const filterOf = (filter: ReservationEventFilter | null | undefined, context: EventContext): EventFilter => ({
  partnerId: listedPartnerOf(context),
  wantedPartnerId: idOf('partnerId', filter?.partnerId),
  types: typesOf(filter?.types, filter?.isActive),
  cenoteId: idOf('cenoteId', filter?.cenoteId),
  tourId: idOf('tourId', filter?.tourId),
  productType: filter?.productType ? (filter.productType.toLowerCase() as Lowercase<ProductType>) : undefined,
  reservationId: idOf('reservationId', filter?.reservationId),
  search: searchOf(filter?.search),
  occurredAfter: filter?.occurredAfter ?? undefined,
  occurredBefore: filter?.occurredBefore ?? undefined,
})

/** Of the named types, those that match the requested statuses. A filter that matches no type would wait forever. */
function typesOf(
  names: readonly ReservationEventType[] | null | undefined,
  isActive: boolean | null | undefined,
): ReadonlySet<EventType> | undefined {
  if (names?.length === 0) throw validationError({ types: [{ code: 'NO_TYPES' }] })
  const named = names?.map(typeOfEnum)
  if (isActive == null) return named && new Set(named)
  return new Set((named ?? eventTypes).filter((type) => closingTypes.has(type) !== isActive))
}

/** So would one by what is no id. */
function idOf(name: string, id: string | null | undefined): string | undefined {
  if (id == null) return undefined
  if (!isUuid(id)) throw validationError({ [name]: [{ code: 'NOT_A_UUID' }] })
  return id.toLowerCase()
}

const withCursor = (event: LoggedEvent, context: EventContext): ReservationEvent => ({
  ...event,
  cursor: cursorOf(event.position, context),
})
